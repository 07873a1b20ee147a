import {
  changeWithdrawalCall,
  listOperatorWithdrawalsCall,
  WithdrawalAction,
} from '#core/contract/operator/withdrawals.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { changeWithdrawalAsStaff, staffWithdrawalList } from '#server/operator/partners/staffWithdrawals.ts';
import { readListPage } from '#server/platform/lists/listDefinition.ts';
import type { AddCall } from '../callRoutes.ts';
import type { createStaffAccess } from './staffGuard.ts';

/** Codes of fields that the response keeps. */
const codes = ['empty', 'too_long'];

/** Routes of withdrawals of partners for staff. */
export function addStaffWithdrawalCalls(
  addCall: AddCall,
  context: ServerContext,
  accessFor: ReturnType<typeof createStaffAccess>,
): void {
  addCall(listOperatorWithdrawalsCall, { access: accessFor('read') }, async c => {
    const { path } = listOperatorWithdrawalsCall;
    return readListPage(context, staffWithdrawalList, { owner: null, query: c.req.query(), path });
  });
  addCall(
    changeWithdrawalCall,
    { access: accessFor('payouts'), body: WithdrawalAction, codes },
    (c, { id, body }) => changeWithdrawalAsStaff(c.var.staff.operator, id, body),
  );
}
