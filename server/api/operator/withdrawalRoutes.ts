import {
  changeWithdrawalCall,
  listOperatorWithdrawalsCall,
  WithdrawalAction,
} from '#core/contract/operator/withdrawals.ts';
import { changeWithdrawalAsStaff, staffWithdrawalList } from '#server/operator/partners/staffWithdrawals.ts';
import { readListPage } from '#server/platform/lists/listDefinition.ts';
import type { AddStaffCalls } from './staffGuard.ts';

/** Codes of fields that the response keeps. */
const codes = ['empty', 'too_long'];

/** Routes of withdrawals of partners for staff. */
export const addStaffWithdrawalCalls: AddStaffCalls = (addCall, context, accessFor) => {
  addCall(listOperatorWithdrawalsCall, { access: accessFor('read') }, c =>
    readListPage(context, staffWithdrawalList, null, c.req),
  );
  addCall(
    changeWithdrawalCall,
    { access: accessFor('payouts'), body: WithdrawalAction, codes },
    (c, { id, body }) => changeWithdrawalAsStaff(c.var.staff.operator, id, body),
  );
};
