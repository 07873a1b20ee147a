import { isClosedStatus, type ClaimReason, type ClaimStatusCode } from '#core/claim/status.ts';
import type { Units } from '#core/exchange/amount.ts';
import { creditUnsettled } from '../../catalogue/reserveLedger.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { createProblem, type Problem } from '#server/platform/http/problem.ts';
import type { ClaimChangeContext } from '../claimSubscribers.ts';
import { UNPAYABLE_STATUSES } from '../claimStatusSets.ts';
import { loadClaimById } from '../findClaimById.ts';
import { makeOffer } from '../recalculation/makeOffer.ts';
import { isRepricedUnpaid } from '../recalculation/repricing.ts';
import { loadClaimCurrencies, getPromisedCourse, applyNewAmounts } from '../recalculation/recalculation.ts';
import type { ClaimCourse } from '../recalculation/recalculation.ts';
import { changeHoldReason, transitionClaim, type StatusChange } from '../status/transitionClaim.ts';
import { getAmountDeviation, getReceivedTotal } from './receivedTotal.ts';

/** A payment received for a claim. */
export interface IncomingPayment {
  /** Positive, in units of the send side. */
  amount: Units;
  /** The payment's reference (`normalizePaymentReference`). A repeated reference is the same payment. */
  reference: string;
  /** Arrival time of the money, milliseconds. */
  receivedAt: number;
  /** Time of the record, milliseconds; `receivedAt` by default. */
  recordedAt?: number;
  /** The current course (`getCurrentCourse`) for an offer. Without it, a job makes the offer later. */
  currentCourse?: ClaimCourse | null;
  /** Actor of the record; `system` by default. */
  actor?: StatusChange['actor'];
  /** Whether it replaces a payment that was recorded by mistake: a paid claim may then have too little. */
  replacesMistake?: boolean;
}

/** The claim after a payment. `isUnsettled`: the money arrived after the end of the claim. */
export interface PaidClaim {
  claim: ClaimRow;
  isUnsettled?: boolean;
}

/** Statuses that further payments do not change; they are only recorded. */
export const SETTLED_STATUSES: ReadonlySet<ClaimStatusCode> = new Set([
  'payout',
  'payout_error',
  'refunding',
  'completed',
  'refunded',
  'rejected',
]);
/** Hold reasons that a further payment can resolve. */
export const AMOUNT_HOLD_REASONS: ReadonlySet<ClaimReason | null> = new Set<ClaimReason | null>([
  'underpaid',
  'overpaid',
  'paid_late',
]);

/**
 * Records a payment and changes the claim's status; all incoming money goes through this function. A total that
 * deviates from the amount by at most 0.5 % is accepted at the claim's own course: crypto becomes `confirming`, fiat
 * `paid`. A larger deviation or a late payment leads to `hold` with an offer. A payment of another claim is refused.
 * Money for a closed claim stays in the ledger until the operator returns it.
 */
export async function recordPayment(
  context: ClaimChangeContext,
  trx: Db,
  { id }: Pick<ClaimRow, 'id'>,
  payment: IncomingPayment,
): Promise<PaidClaim> {
  const claim = await loadClaimById(trx, id);
  const { status } = claim;
  if (UNPAYABLE_STATUSES.has(status)) throw createProblem(409, 'transition_forbidden', { status });
  const isUnpaid = await isRepricedUnpaid(trx, claim);
  const { amount, reference, receivedAt, replacesMistake = false } = payment;
  const owner = await findPaidClaim(trx, claim, reference);
  if (owner === id) return { claim };
  if (owner !== null) throw await createReferenceUsedProblem(trx, owner);
  await trx
    .insertInto('payments')
    .values({ claim_id: id, currency_id: claim.from_id, amount, reference, at: BigInt(receivedAt) })
    .execute();
  if (SETTLED_STATUSES.has(status)) {
    const isUnsettled = isClosedStatus(status);
    if (isUnsettled)
      await creditUnsettled(trx, { currencyId: claim.from_id, claimId: id, amount, at: receivedAt });
    return { claim, isUnsettled };
  }
  const receivedTotal = (await getReceivedTotal(trx, id)) ?? 0n;
  const { from } = await loadClaimCurrencies(trx, claim);
  // A payment during the client's decision on a new price counts as late: it was sent for the old price.
  const reason =
    isUnpaid || isLatePayment(claim, from.kind === 'crypto', receivedAt)
      ? 'paid_late'
      : getAmountDeviation(receivedTotal, claim.from_amount);
  // Further money does not resolve a hold for another reason.
  if (status === 'hold' && !AMOUNT_HOLD_REASONS.has(claim.reason) && !isUnpaid) return { claim };
  if (status === 'paid' && reason !== 'overpaid' && !replacesMistake) return { claim };
  const isAccepted = reason === null && (await acceptReceivedAmount(trx, claim, receivedTotal, receivedAt));
  return {
    claim: isAccepted
      ? await transitionAlong(context, trx, claim, payment, await getPaidPath(trx, claim), null)
      : await putOnHold(context, trx, claim, payment, reason ?? 'overpaid', receivedTotal),
  };
}

/** Returns the id of the claim with a payment of this reference in the currency sent; null if there is none. */
export async function findPaidClaim(
  db: Db,
  { from_id }: Pick<ClaimRow, 'from_id'>,
  reference: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('payments')
    .select('claim_id')
    .where('currency_id', '=', from_id)
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row?.claim_id ?? null;
}

/** Creates 409 `reference_used`, which names the claim that has the payment: `claim` and `claimId`. */
export async function createReferenceUsedProblem(db: Db, owner: string): Promise<Problem> {
  const { id: claimId, public_number: claim } = await loadClaimById(db, owner);
  return createProblem(409, 'reference_used', { claim, claimId });
}

/**
 * Returns whether the payment arrived after the deadline. For crypto the time of the record counts. A bank transfer
 * that the client reported in time is not late while the claim is `claimed` (at most three hours), since its arrival
 * depends on the bank and the operator.
 */
function isLatePayment({ status, reason, deadline }: ClaimRow, isCrypto: boolean, at: number): boolean {
  if (isClosedStatus(status) || reason === 'paid_late') return true;
  const isAwaitingPayment = status === 'waiting' || status === 'hold' || (status === 'claimed' && isCrypto);
  return isAwaitingPayment && deadline !== null && deadline <= BigInt(at);
}

/** Sets the claim's amounts to the received total. Returns false if the reserve is too small for a higher amount. */
async function acceptReceivedAmount(
  trx: Db,
  claim: ClaimRow,
  receivedTotal: Units,
  at: number,
): Promise<boolean> {
  if (receivedTotal === claim.from_amount) return true;
  const reason = receivedTotal < claim.from_amount ? 'underpaid' : 'overpaid';
  return applyNewAmounts(trx, claim, { ...getPromisedCourse(claim), reason, amount: receivedTotal, at });
}

/** Returns the statuses that a fully paid claim passes through. */
async function getPaidPath(trx: Db, { status, from_id, to_id }: ClaimRow): Promise<ClaimStatusCode[]> {
  const { from } = await loadClaimCurrencies(trx, { from_id, to_id });
  const isCrypto = from.kind === 'crypto';
  if (status === 'waiting') return isCrypto ? ['confirming'] : ['claimed', 'paid'];
  if (status === 'claimed') return isCrypto ? ['confirming'] : ['paid'];
  if (status === 'hold') return isCrypto ? ['confirming'] : ['paid'];
  if (isCrypto) return [];
  return status === 'confirming' ? ['aml', 'paid'] : status === 'aml' ? ['paid'] : [];
}

/** Moves the claim to `hold` by allowed transitions, and offers a recalculation of the received total. */
async function putOnHold(
  context: ClaimChangeContext,
  trx: Db,
  claim: ClaimRow,
  payment: IncomingPayment,
  reason: ClaimReason,
  receivedTotal: Units,
): Promise<ClaimRow> {
  // The transition waiting → hold is not allowed, so a waiting claim passes through an intermediate status.
  const [firstStatus = 'hold'] =
    reason === 'paid_late' ? (['expired'] as const) : await getPaidPath(trx, claim);
  const path: ClaimStatusCode[] =
    claim.status === 'hold' ? [] : claim.status === 'waiting' ? [firstStatus, 'hold'] : ['hold'];
  await transitionAlong(context, trx, claim, payment, path, reason);
  const { receivedAt, recordedAt = receivedAt, actor = 'system' } = payment;
  if (claim.status === 'hold' && claim.reason !== reason)
    await changeHoldReason(context, trx, { id: claim.id, reason, actor, now: recordedAt });
  const held = await loadClaimById(trx, claim.id);
  // The current course depends on the claim's own course, which reopening may change.
  const currentCourse = (held.course === claim.course && payment.currentCourse) || null;
  await makeOffer(context, trx, held, reason, receivedTotal, { at: recordedAt, currentCourse });
  return loadClaimById(trx, claim.id);
}

/** Passes the claim through the statuses of `path`; only the last transition gets the reason. */
async function transitionAlong(
  context: ClaimChangeContext,
  trx: Db,
  claim: ClaimRow,
  { receivedAt, recordedAt = receivedAt, actor = 'system' }: IncomingPayment,
  path: readonly ClaimStatusCode[],
  reason: ClaimReason | null,
): Promise<ClaimRow> {
  let moved: ClaimRow | undefined;
  for (const [index, to] of path.entries()) {
    const isLast = index === path.length - 1;
    moved = await transitionClaim(context, trx, {
      id: claim.id,
      to,
      actor,
      now: recordedAt,
      reason: isLast ? reason : null,
    });
  }
  return moved ?? loadClaimById(trx, claim.id);
}
