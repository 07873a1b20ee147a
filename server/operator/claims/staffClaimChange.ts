import type { ClaimStatusCode } from '#core/claim/status.ts';
import type {
  ClaimNote,
  ClaimPaymentCorrection,
  ClaimPaymentRecord,
  ClaimRefundDestination,
  ClaimReturn,
  ClaimStatusChange,
} from '#core/contract/operator/claimChanges.ts';
import type * as v from 'valibot';
import { getUnsettledAmount } from '#server/exchange/catalogue/reserveLedger.ts';
import { normalizePaymentReference } from '#server/exchange/claims/payment/paymentReference.ts';
import { getClaimCurrencies } from '#server/exchange/claims/view/claimStatus.ts';
import { lockClaim } from '#server/exchange/claims/lockClaim.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { createFieldProblem, createProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import { writeAuditEntry, type AuditEntry } from '../auditLog.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { parseUnits } from '../parseValue.ts';
import {
  changeClaimStatus,
  recordClaimPayment,
  type ClaimCheck,
  type PaymentRequest,
} from './changeClaim.ts';
import { listClaimActions } from './claimActions.ts';
import { checkHolder, releaseClaim, takeClaim, type HolderContext } from './claimHolder.ts';
import { correctClaimPayment } from './payments/correctPayment.ts';
import { checkRefundDestination, nameRefundDestination } from './refund/refundDestination.ts';
import { returnMoney } from './returnCommand.ts';
import { checkTransferReference, describePaymentNumber } from './transferReference.ts';
import { selectClaimsWithCurrencies, type ClaimWithCurrencies } from './findClaim.ts';

/** A member of staff who changes a claim. */
type StaffContext = OperatorContext & { userId: string };

/** Runs a change and its audit entry in one transaction; without a detail there is no entry. 404 without the claim. */
function changeAsStaff(
  context: StaffContext,
  id: string,
  command: string,
  change: (context: HolderContext, row: ClaimWithCurrencies) => Promise<AuditEntry['detail'] | null>,
): Promise<void> {
  return runInTransaction(context.db, async db => {
    await lockClaim(db, id);
    const row = await selectClaimsWithCurrencies(db)
      .where('claims.id', '=', id)
      .executeTakeFirstOrThrow(() => notFoundProblem);
    const detail = await change({ ...context, db }, row);
    if (detail) await writeAuditEntry(context, db, { command, target: id, detail });
  });
}

/** Takes a claim, or takes it over with `force`. */
export const takeClaimAsStaff = (context: StaffContext, id: string, force: boolean): Promise<void> =>
  changeAsStaff(context, id, 'claim take', (trx, row) => takeClaim(trx, row, force));

/** Releases a claim. */
export const releaseClaimAsStaff = (context: StaffContext, id: string): Promise<void> =>
  changeAsStaff(context, id, 'claim release', releaseClaim);

/** Adds a note. The audit log has no text: it is for ever, and notes are erased with the claim's personal data. */
export const addClaimNote = (
  context: StaffContext,
  id: string,
  { text }: v.InferOutput<typeof ClaimNote>,
): Promise<void> =>
  changeAsStaff(context, id, 'claim note', async ({ db, actor, now }) => {
    const note = { claim_id: id, author: actor, text, at: BigInt(now()) };
    await db.insertInto('claim_notes').values(note).execute();
    return {};
  });

/** Records a payment. 400 and 409 as `recordClaimPaymentCall`. */
export const recordPaymentAsStaff = (
  context: StaffContext,
  id: string,
  { amount, reference, seen, force }: v.InferOutput<typeof ClaimPaymentRecord>,
): Promise<void> =>
  changeAsStaff(context, id, 'claim', async (trx, row) => {
    const payment = parsePayment(row, { amount, reference, force });
    return (await recordClaimPayment(trx, row, payment, createStaffCheck(trx, seen))).detail;
  });

/** Corrects a payment or takes it back. 400 and 409 as `correctClaimPaymentCall`. */
export const correctPaymentAsStaff = (
  context: StaffContext,
  id: string,
  { recorded, seen, corrected }: v.InferOutput<typeof ClaimPaymentCorrection>,
): Promise<void> =>
  changeAsStaff(context, id, corrected ? 'payment correct' : 'payment remove', async (trx, row) => {
    const correction = { recorded, corrected: corrected && parsePayment(row, corrected) };
    return (await correctClaimPayment(trx, row, correction, createStaffCheck(trx, seen))).detail;
  });

/** Parses a typed payment. 400 `amount` or `reference`. */
function parsePayment(
  { from_decimals, from_kind: kind, from_ticker: ticker, from_network: network }: ClaimWithCurrencies,
  { amount, reference, force }: { amount: string; reference: string; force: boolean },
): PaymentRequest {
  const units = parseUnits(amount, Number(from_decimals));
  if (!units) throw createFieldProblem({ amount: { code: 'number_format' } });
  const currency = { kind, ticker, network };
  const normalized = normalizePaymentReference(reference, currency);
  if (normalized === null)
    throw createFieldProblem({
      reference: { code: 'reference_format', expected: describePaymentNumber(currency) },
    });
  return { amount: units, reference: normalized, force };
}

/** Performs one of the actions of `listClaimActions`. 400 and 409 as `changeClaimStatusCall`. */
export const changeStatusAsStaff = (
  context: StaffContext,
  id: string,
  { to, seen, reason, reference: text, force, shared }: v.InferOutput<typeof ClaimStatusChange>,
): Promise<void> =>
  changeAsStaff(context, id, 'claim', async (trx, row) => {
    await createStaffCheck(trx, seen)(row);
    const actions = await listClaimActions(trx.db, row);
    const action = actions.find(one => one.to === to);
    if (!action) {
      const allowed = actions.map(one => one.to);
      throw createProblem(409, 'transition_forbidden', { status: row.status, allowed });
    }
    const { needs, reasons, transfer } = action;
    if (needs.includes('reference') && text === null)
      throw createFieldProblem({ reference: { code: 'empty' } });
    if (needs.includes('reason') && reason === null) throw createFieldProblem({ reason: { code: 'empty' } });
    if (reason !== null && reasons.length > 0 && !reasons.includes(reason))
      throw createFieldProblem({ reason: { code: 'option_unknown' } });
    if (to === 'refunded') checkRefundDestination(row, getClaimCurrencies(trx.catalogue, row).from);
    const reference =
      text !== null && transfer !== null
        ? await checkTransferReference(trx.db, row, { kind: transfer.kind, reference: text }, shared)
        : text;
    return (await changeClaimStatus(trx, row, { to, reason, reference, force })).detail;
  });

/** Enters where the client wants the refund. 400 and 409 as `nameRefundDestinationCall`. */
export const nameRefundAsStaff = (
  context: StaffContext,
  id: string,
  body: v.InferOutput<typeof ClaimRefundDestination>,
): Promise<void> =>
  changeAsStaff(context, id, 'refund', async (trx, row) => {
    await createStaffCheck(trx, body.seen)(row);
    return nameRefundDestination(trx, row, getClaimCurrencies(trx.catalogue, row).from, body);
  });

/** Records that money without a claim was sent back. 400 and 409 as `returnClaimMoneyCall`. */
export const returnMoneyAsStaff = (
  context: StaffContext,
  id: string,
  { amount: text, reference, seen, shared }: v.InferOutput<typeof ClaimReturn>,
): Promise<void> =>
  changeAsStaff(context, id, 'return', async (trx, row) => {
    const { db } = trx;
    await checkHolder(db, row, trx.userId);
    const unsettled = await getUnsettledAmount(db, row);
    if (unsettled !== parseUnits(seen, Number(row.from_decimals)))
      throw createProblem(409, 'claim_changed', await describeLastReturn(db, row));
    const amount = parseUnits(text, Number(row.from_decimals));
    if (!amount) throw createFieldProblem({ amount: { code: 'number_format' } });
    const transfer = { kind: 'refund', reference } as const;
    const normalized = await checkTransferReference(db, row, transfer, shared);
    return (await returnMoney(trx, row, { amount, reference: normalized })).detail;
  });

/** Creates the check of a locked claim: nobody else works on it, and its status is the one that the person saw. */
function createStaffCheck({ db, userId }: HolderContext, seen: ClaimStatusCode): ClaimCheck {
  return async claim => {
    await checkHolder(db, claim, userId);
    if (claim.status !== seen) throw createProblem(409, 'claim_changed', await describeLastChange(db, claim));
  };
}

/** Who has returned money of the claim last, else who changed it. */
async function describeLastReturn(db: Db, claim: Pick<ClaimRow, 'id' | 'status'>) {
  const last = await db
    .selectFrom('operator_changes')
    .select(['actor', 'at'])
    .where('target', '=', claim.id)
    .where('command', '=', 'return')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return last
    ? { status: claim.status, by: last.actor, at: formatInstant(last.at) }
    : describeLastChange(db, claim);
}

/** Who changed the claim last: `by` is null for the client and the server. */
async function describeLastChange(db: Db, { id, status }: Pick<ClaimRow, 'id' | 'status'>) {
  const event = await db
    .selectFrom('claim_events')
    .select(['actor', 'at'])
    .where('claim_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const change =
    event.actor === 'operator' &&
    (await db
      .selectFrom('operator_changes')
      .select('actor')
      .where('target', '=', id)
      .where('command', 'in', ['claim', 'payment correct', 'payment remove'])
      .orderBy('id', 'desc')
      .executeTakeFirst());
  return { status, by: (change && change.actor) || null, at: formatInstant(event.at) };
}
