import { isClosedStatus } from '#core/claim/status.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { debitUnsettled, getUnsettledAmount } from '#server/exchange/catalogue/reserveLedger.ts';
import { lockClaim } from '#server/exchange/claims/lockClaim.ts';
import {
  isBeforeSending,
  leavePaidStatus,
  moveToRemoved,
} from '#server/exchange/claims/payment/removePayment.ts';
import { recordPayment } from '#server/exchange/claims/payment/recordPayment.ts';
import { getCurrentCourse } from '#server/exchange/claims/recalculation/recalculation.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { createFieldProblem, createProblem } from '#server/platform/http/problem.ts';
import type { ChangeContext } from '../../defineCommand.ts';
import { selectRows } from '../../selectRows.ts';
import {
  buildClaimChange,
  checkExpectedAmount,
  checkNewPayment,
  type ClaimCheck,
  type ClaimOutcome,
  type PaymentRequest,
} from '../changeClaim.ts';
import type { ClaimWithCurrencies } from '../findClaim.ts';

/** What a payment should have been. */
export interface Correction {
  /** Reference of the recorded payment, as in `PaymentRequest`. */
  recorded: string;
  /** The right payment; null: it is no payment of the claim. */
  corrected: PaymentRequest | null;
}

/** Commands of the audit log with which a person records a payment. */
const RECORDING_COMMANDS = ['claim', 'payment correct'];

/** References of a claim's payments that a person recorded, and that can be corrected: no money has left because of them. */
export async function findCorrectable(
  db: Db,
  claim: Pick<ClaimRow, 'id' | 'status'>,
): Promise<ReadonlySet<string>> {
  if (!(await isBeforeSending(db, claim))) return new Set();
  const changes = await selectRows(db, 'operator_changes', { target: claim.id })
    .where('command', 'in', RECORDING_COMMANDS)
    .execute();
  const recorded = changes.map(({ detail }) => JSON.parse(detail) as Record<string, string | null>);
  return new Set(recorded.flatMap(({ amount, reference }) => (amount && reference) || []));
}

/**
 * Corrects a payment that a person recorded, or takes it back. The corrected one keeps the time of the first record, so
 * that it is not late. Refusals: 400 `amount`: `value_same`; 409 `payment_gone` if no such payment is recorded any more;
 * `payment_final` if no person recorded it, or money has left because of it; and those of a new payment.
 */
export async function correctClaimPayment(
  context: ChangeContext,
  row: Pick<ClaimWithCurrencies, 'id' | 'from_decimals' | 'from_kind'>,
  { recorded, corrected }: Correction,
  check?: ClaimCheck,
): Promise<ClaimOutcome> {
  const { db } = context;
  const before = await lockClaim(db, row.id);
  const { status } = before;
  await check?.(before);
  const payment = await selectRows(db, 'payments', {
    claim_id: row.id,
    reference: recorded,
  }).executeTakeFirst();
  if (!payment) throw createProblem(409, 'payment_gone', { status });
  const isCorrectable = (await findCorrectable(db, before)).has(recorded);
  // Of a closed claim only money without a claim can be taken back.
  const isSettled = isClosedStatus(status) && (await getUnsettledAmount(db, before)) < payment.amount;
  if (!isCorrectable || isSettled) throw createProblem(409, 'payment_final', { status });
  if (corrected?.amount === payment.amount && corrected.reference === recorded)
    throw createFieldProblem({ amount: { code: 'value_same' } });
  const format = (units: bigint) => unitsToDecimal(units, Number(row.from_decimals));
  const mistaken = { mistakenAmount: format(payment.amount), mistakenReference: recorded };
  const now = context.now();
  await moveToRemoved(db, payment, now);
  if (corrected) await checkNewPayment(db, before, row, corrected);
  if (corrected?.amount === payment.amount) {
    const { id: _, ...rest } = payment;
    const { reference } = corrected;
    await db
      .insertInto('payments')
      .values({ ...rest, reference })
      .execute();
    return buildClaimChange(before, before, { amount: format(payment.amount), reference, ...mistaken });
  }
  const { amount: mistakenAmount, currency_id: currencyId } = payment;
  if (isClosedStatus(status))
    await debitUnsettled(db, { currencyId, claimId: before.id, amount: mistakenAmount, at: now });
  const currentCourse = await getCurrentCourse(context, db, before);
  if (!corrected) {
    const claim = await leavePaidStatus(context, db, before, { currentCourse, now });
    return buildClaimChange(before, claim, { amount: null, ...mistaken });
  }
  const { amount, reference, force } = corrected;
  if (!force) await checkExpectedAmount(db, before, amount, Number(row.from_decimals));
  const { claim } = await recordPayment(context, db, before, {
    amount,
    reference,
    actor: 'operator',
    receivedAt: Number(payment.at),
    recordedAt: now,
    currentCourse,
    replacesMistake: true,
  });
  return buildClaimChange(before, claim, { amount: format(amount), reference, ...mistaken });
}
