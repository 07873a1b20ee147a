import { canTransition, isClosedStatus, type ClaimReason, type ClaimStatusCode } from '#core/claim/status.ts';
import { unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import { publishClaimChange } from '#server/exchange/claims/claimSubscribers.ts';
import { lockClaim } from '#server/exchange/claims/lockClaim.ts';
import { getReceivedTotal } from '#server/exchange/claims/payment/receivedTotal.ts';
import {
  createReferenceUsedProblem,
  findPaidClaim,
  recordPayment,
} from '#server/exchange/claims/payment/recordPayment.ts';
import { findExactMatch } from '#server/exchange/claims/payment/sharedAddress.ts';
import { lockSameTransaction, lockSimilarPayment } from '#server/exchange/claims/payment/similarPayments.ts';
import { startPayment } from '#server/exchange/claims/payment/startPayment.ts';
import { getCurrentCourse } from '#server/exchange/claims/recalculation/recalculation.ts';
import { prolongReportedPayment } from '#server/exchange/claims/status/claimDeadline.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { createFieldProblem, createProblem } from '#server/platform/http/problem.ts';
import type { AuditEntry } from '../auditLog.ts';
import type { ChangeContext } from '../defineCommand.ts';
import { isFarAmount } from '../farAmount.ts';
import { SUPPORT_DEVICE } from '../operatorContext.ts';
import type { ClaimWithCurrencies } from './findClaim.ts';
import { PAYOUT_KINDS, recordPayoutReference } from './transferReference.ts';

/** Statuses in which money is paid out: they need a recorded payment. */
export const PAYING_OUT_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['payout', 'completed']);

/** Checks the locked claim before a change; throws a refusal. */
export type ClaimCheck = (claim: ClaimRow) => Promise<void>;

/** A change of a claim's status by a person. */
export interface StatusRequest {
  to: ClaimStatusCode;
  reason: ClaimReason | null;
  /** Transaction or number of the payout or refund; null: none is recorded. */
  reference: string | null;
  /** Whether to pay out without a recorded payment. */
  force: boolean;
}

/** A payment that a person has seen. */
export interface PaymentRequest {
  amount: Units;
  /** Of `normalizePaymentReference`. */
  reference: string;
  /** Whether to record it in spite of a doubt: `payment_similar`, `transaction_similar`, `payment_expected`, `payment_far`. */
  force: boolean;
}

/** The claim before and after a change, and the detail of the audit entry. */
export interface ClaimOutcome {
  before: ClaimRow;
  claim: ClaimRow;
  detail: AuditEntry['detail'];
}

/**
 * Changes the status of a claim. Refusals: 400 `reference`: `reference_unused`; 409 `payment_missing`,
 * `payment_target_missing`, `transition_forbidden` and `reserve_waiting`, both with the `status`.
 */
export async function changeClaimStatus(
  context: ChangeContext,
  { id }: Pick<ClaimWithCurrencies, 'id'>,
  { to, reason, reference, force }: StatusRequest,
  check?: ClaimCheck,
): Promise<ClaimOutcome> {
  const { db } = context;
  const kind = PAYOUT_KINDS[to];
  if (reference !== null && !kind) throw createFieldProblem({ reference: { code: 'reference_unused' } });
  const now = context.now();
  const before = await lockClaim(db, id);
  await check?.(before);
  const isPossible = canTransition(before.status, to);
  if (!force && isPossible && PAYING_OUT_STATUSES.has(to) && (await getReceivedTotal(db, id)) === null)
    throw createProblem(409, 'payment_missing', { status: before.status });
  if (reference !== null && kind) await recordPayoutReference(db, id, { kind, reference }, now);
  const change = { reason, actor: 'operator', now } as const;
  const claim =
    to === 'waiting' && isPossible
      ? await startPayment(context, db, before, change)
      : await transitionClaim(context, db, { id, to, ...change });
  if (!claim) throw createProblem(409, 'payment_target_missing', { status: before.status });
  if (to === 'claimed') await prolongReportedPayment(db, claim, now);
  if (to === 'refunding' && before.status !== to)
    await publishClaimChange(context, db, 'refundNamed', { claim, device: SUPPORT_DEVICE, at: BigInt(now) });
  return buildClaimChange(before, claim, { amount: null, ...(reference !== null && { reference }) });
}

/**
 * Records a payment, which determines the status. Refusals, all 409: `reference_used`, `payment_similar`,
 * `transaction_similar` and `payment_expected` with `claim` and `claimId` of the claim that has the payment, has a
 * similar one or expects the amount (then also `claimStatus`); `payment_far` with `amount` and `expected`;
 * `transition_forbidden` and `reserve_waiting` with the `status`.
 */
export async function recordClaimPayment(
  context: ChangeContext,
  row: Pick<ClaimWithCurrencies, 'id' | 'from_decimals' | 'from_kind'>,
  { amount, reference, force }: PaymentRequest,
  check?: ClaimCheck,
): Promise<ClaimOutcome> {
  const { db } = context;
  const before = await lockClaim(db, row.id);
  await check?.(before);
  await checkNewPayment(db, before, row, { amount, reference, force });
  const receivedAt = context.now();
  if (!force) {
    await refuseExpected(db, before, amount, receivedAt);
    await checkExpectedAmount(db, before, amount, Number(row.from_decimals));
  }
  const currentCourse = await getCurrentCourse(context, db, before);
  const payment = { amount, reference, actor: 'operator', receivedAt, currentCourse } as const;
  const { claim } = await recordPayment(context, db, before, payment);
  const recorded = { amount: unitsToDecimal(amount, Number(row.from_decimals)), reference };
  return buildClaimChange(before, claim, recorded);
}

/**
 * 409 `reference_used`: a payment has the reference; `payment_similar` or, in a network, `transaction_similar`, unless it
 * is forced: one may be the same.
 */
export async function checkNewPayment(
  db: ChangeContext['db'],
  claim: ClaimRow,
  { from_kind }: Pick<ClaimWithCurrencies, 'from_kind'>,
  { amount, reference, force }: PaymentRequest,
): Promise<void> {
  const owner = await findPaidClaim(db, claim, reference);
  if (owner !== null) throw await createReferenceUsedProblem(db, owner);
  const [code, similar] =
    from_kind === 'crypto'
      ? ['transaction_similar', await lockSameTransaction(db, claim, reference)]
      : ['payment_similar', await lockSimilarPayment(db, claim, { amount, reference })];
  if (similar && !force) throw createProblem(409, code, { claim: similar.publicNumber, claimId: similar.id });
}

/** 409 `payment_expected`: another claim at the same address expects exactly this amount. */
async function refuseExpected(
  db: ChangeContext['db'],
  claim: ClaimRow,
  amount: Units,
  at: number,
): Promise<void> {
  const other = await findExactMatch(db, claim, amount, at);
  if (!other) return;
  const { id: claimId, public_number: number, status: claimStatus } = other;
  throw createProblem(409, 'payment_expected', { claim: number, claimId, claimStatus });
}

/**
 * 409 `payment_far`: the amount looks mistyped, or an open claim has received everything: the client would be offered more
 * for a payment that is recorded twice. Money for a closed claim is only held until it is returned.
 */
export async function checkExpectedAmount(
  db: ChangeContext['db'],
  { id, status, from_amount }: ClaimRow,
  amount: Units,
  decimals: number,
): Promise<void> {
  const expected = from_amount - ((await getReceivedTotal(db, id)) ?? 0n);
  if (expected > 0n ? !isFarAmount(amount, expected) : isClosedStatus(status)) return;
  throw createProblem(409, 'payment_far', {
    amount: unitsToDecimal(amount, decimals),
    expected: unitsToDecimal(expected > 0n ? expected : 0n, decimals),
  });
}

/** A change of a claim with the detail of its audit entry. */
export const buildClaimChange = (
  before: ClaimRow,
  claim: ClaimRow,
  facts: Readonly<Record<string, string | null>> & { amount: string | null },
): ClaimOutcome => ({
  before,
  claim,
  detail: { from: before.status, to: claim.status, reason: claim.reason, ...facts },
});
