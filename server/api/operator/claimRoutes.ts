import type { Context } from 'hono';
import type * as v from 'valibot';
import type { ItemCall } from '#core/contract/call.ts';
import type { StaffRight } from '#core/contract/operator/staff.ts';
import {
  addClaimNoteCall,
  changeClaimStatusCall,
  correctClaimPaymentCall,
  ClaimNote,
  ClaimPaymentCorrection,
  ClaimPaymentRecord,
  ClaimRefundDestination,
  ClaimReturn,
  ClaimStatusChange,
  ClaimTake,
  nameRefundDestinationCall,
  recordClaimPaymentCall,
  returnClaimMoneyCall,
  releaseClaimCall,
  takeClaimCall,
} from '#core/contract/operator/claimChanges.ts';
import { getOperatorClaimCall, type OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import { exportOperatorClaimsCall, listOperatorClaimsCall } from '#core/contract/operator/claims.ts';
import {
  ChosenTransfer,
  dismissTransferCall,
  listWaitingTransfersCall,
  restoreTransferCall,
} from '#core/contract/operator/transfers/waitingTransfers.ts';
import { matchStatementCall, StatementLines } from '#core/contract/operator/transfers/statements.ts';
import {
  dismissTransfer,
  listWaitingTransfers,
  restoreTransfer,
} from '#server/operator/payments/waitingTransfers.ts';
import { getStatusRight } from '#server/operator/claims/claimActions.ts';
import { exportStaffClaims } from '#server/operator/claims/export/exportStaffClaims.ts';
import { matchStatement } from '#server/operator/claims/matchStatement.ts';
import {
  addClaimNote,
  changeStatusAsStaff,
  correctPaymentAsStaff,
  nameRefundAsStaff,
  recordPaymentAsStaff,
  releaseClaimAsStaff,
  returnMoneyAsStaff,
  takeClaimAsStaff,
} from '#server/operator/claims/staffClaimChange.ts';
import { buildStaffClaimDetail } from '#server/operator/claims/staffClaimDetail.ts';
import { staffClaimList } from '#server/operator/claims/staffClaimList.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import { sendCsv } from '#server/platform/http/response/csv.ts';
import { readListPage } from '#server/platform/lists/listDefinition.ts';
import { checkRight, type AddStaffCalls, type Staff } from './staffGuard.ts';

/** Codes of fields that the response keeps. */
const codes = ['empty', 'too_long', 'number_format'];

/** Most transfers of one response. */
const MAX_TRANSFERS = 500;

/**
 * Reads the text of a search from its header, percent-encoded: it may be an e-mail or a card, and logs of proxies have
 * the query. A query has no search. 400 if the header is invalid.
 */
function readSearch(c: Context): { q: string } {
  try {
    return { q: decodeURIComponent(c.req.header('x-search') ?? '') };
  } catch {
    throw createFieldProblem({ q: { code: 'body_invalid' } });
  }
}

/** Routes of claims for staff. */
export const addStaffClaimCalls: AddStaffCalls = (addCall, context, accessFor) => {
  const access = accessFor('read');
  const readDetail = ({ operator }: Staff, id: string) => buildStaffClaimDetail(context, id, operator.userId);

  /** Adds a call that changes a claim and returns it. */
  const addChange = <Input, Body>(
    call: ItemCall<OperatorClaimDetail, Input>,
    body: v.GenericSchema<Input, Body>,
    change: (operator: Staff['operator'], id: string, body: Body) => Promise<void>,
    right: StaffRight = 'read',
  ) =>
    addCall(call, { access: accessFor(right), body, codes }, async (c, { id, body: given }) => {
      await change(c.var.staff.operator, id, given);
      return readDetail(c.var.staff, id);
    });

  addCall(listOperatorClaimsCall, { access }, c =>
    readListPage(context, staffClaimList, c.var.staff.operator.userId, c.req, readSearch(c)),
  );
  // Before the claim, whose id it is not.
  addCall(exportOperatorClaimsCall, { access, mediaType: 'text/csv' }, async c =>
    sendCsv(c, await exportStaffClaims(c.var.staff, { ...c.req.query(), ...readSearch(c) }), 'claims.csv'),
  );
  addCall(getOperatorClaimCall, { access }, (c, { id }) => readDetail(c.var.staff, id));
  addCall(takeClaimCall, { access, body: ClaimTake, isBodyOptional: true }, async (c, { id, body }) => {
    await takeClaimAsStaff(c.var.staff.operator, id, body.force ?? false);
    return readDetail(c.var.staff, id);
  });
  addCall(releaseClaimCall, { access }, async (c, { id }) => {
    await releaseClaimAsStaff(c.var.staff.operator, id);
    return readDetail(c.var.staff, id);
  });
  addChange(addClaimNoteCall, ClaimNote, addClaimNote);
  addChange(recordClaimPaymentCall, ClaimPaymentRecord, recordPaymentAsStaff, 'payments');
  addChange(correctClaimPaymentCall, ClaimPaymentCorrection, correctPaymentAsStaff, 'payments');
  addChange(returnClaimMoneyCall, ClaimReturn, returnMoneyAsStaff, 'refunds');
  addChange(nameRefundDestinationCall, ClaimRefundDestination, nameRefundAsStaff, 'refunds');
  addCall(matchStatementCall, { access, body: StatementLines, codes }, (_c, { body }) =>
    matchStatement(context, body),
  );
  addCall(listWaitingTransfersCall, { access }, async () => ({
    results: await listWaitingTransfers(context.db, MAX_TRANSFERS),
  }));
  addCall(dismissTransferCall, { access: accessFor('payments'), body: ChosenTransfer }, (c, { body }) =>
    dismissTransfer(c.var.staff.operator, body),
  );
  // An undo needs no proof: it moves no money.
  addCall(
    restoreTransferCall,
    { access: accessFor('payments', false), body: ChosenTransfer },
    (c, { body }) => restoreTransfer(c.var.staff.operator, body),
  );
  addCall(changeClaimStatusCall, { access, body: ClaimStatusChange, codes }, async (c, { id, body }) => {
    const { staff } = c.var;
    await checkRight(staff, getStatusRight(body.to));
    await changeStatusAsStaff(staff.operator, id, body);
    return readDetail(staff, id);
  });
};
