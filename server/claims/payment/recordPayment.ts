import type { Kysely } from 'kysely';
import { isClosedStatus, type ClaimReason, type ClaimStatusCode } from '#core/claim/status.ts';
import type { Units } from '#core/exchange/amount.ts';
import type { ClaimRow, DatabaseSchema } from '../../database/schema.ts';
import { getReceivedTotal } from '../view/claimDetails.ts';
import { withdrawOffer } from '../recalculation/pendingOffer.ts';
import {
  loadClaimCurrencies,
  getPromisedCourse,
  insertRecalculation,
  applyRecalculation,
  pickLowerCourse,
} from '../recalculation/recalculation.ts';
import type { ClaimCourse } from '../recalculation/recalculation.ts';
import { transitionClaim, type StatusChange, type TransitionResult } from '../status/transitionClaim.ts';

/** Money that came in for a claim. */
export interface IncomingPayment {
  /** Units of the send side, above zero. */
  amount: Units;
  /** The network's transaction or the bank's reference; the same one again is the same money. */
  reference?: string | null;
  /** When it came, milliseconds. */
  receivedAt: number;
  /** The server's clock, milliseconds, where the money came earlier than this is said. */
  recordedAt?: number;
  /** The course of that moment (`getCurrentCourse`); null or left out: a running server makes a late offer. */
  currentCourse?: ClaimCourse | null;
  /** Who says so; `system` unless told otherwise. */
  actor?: StatusChange['actor'];
}

/** Nobody was told where to pay: money for such a claim is somebody else's. */
const UNPAYABLE_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['new', 'verification', 'requisites']);
/** What more money changes nothing of; it is noted. */
const SETTLED_STATUSES: ReadonlySet<ClaimStatusCode> = new Set([
  'payout',
  'payout_error',
  'refunding',
  'completed',
  'refunded',
  'rejected',
]);
/** Reasons of a hold that more money may end. */
const AMOUNT_HOLD_REASONS: ReadonlySet<ClaimReason | null> = new Set<ClaimReason | null>([
  'underpaid',
  'overpaid',
  'paid_late',
]);

/**
 * The one way money changes a claim, in the caller's transaction (to be undone on a refusal). Notes the payment; all that
 * came in within ±0.5 % of the sum is accepted and recalculated at the frozen course, and the claim goes on: crypto to
 * `confirming`, fiat to `paid`. Beyond, or after the deadline, it goes to `hold` with an offer.
 */
export async function recordPayment(
  trx: Kysely<DatabaseSchema>,
  { id }: Pick<ClaimRow, 'id'>,
  payment: IncomingPayment,
): Promise<TransitionResult> {
  const claim = await trx.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirst();
  if (!claim) return { ok: false, code: 'not_found' };
  if (UNPAYABLE_STATUSES.has(claim.status))
    return { ok: false, code: 'transition_forbidden', status: claim.status };
  if (await isPaymentRecorded(trx, claim, payment)) return { ok: true, claim };
  const { amount, reference = null, receivedAt } = payment;
  await trx
    .insertInto('payments')
    .values({ claim_id: id, amount, reference, at: BigInt(receivedAt) })
    .execute();
  const receivedTotal = (await getReceivedTotal(trx, id)) ?? 0n;
  const { from } = await loadClaimCurrencies(trx, claim);
  const reason = isLatePayment(claim, from.kind === 'crypto', receivedAt)
    ? 'paid_late'
    : getAmountDeviation(receivedTotal, claim.from_amount);
  // Examined for another reason, more money settles nothing.
  if (
    SETTLED_STATUSES.has(claim.status) ||
    (claim.status === 'hold' && !AMOUNT_HOLD_REASONS.has(claim.reason))
  )
    return { ok: true, claim };
  if (claim.status === 'paid' && reason !== 'overpaid') return { ok: true, claim };
  if (reason === null) {
    const isAccepted = await acceptReceivedAmount(trx, claim, receivedTotal, receivedAt);
    if (isAccepted) return transitionAlong(trx, claim, payment, await getPaidPath(trx, claim), null);
    return putOnHold(trx, claim, payment, 'overpaid', receivedTotal);
  }
  return putOnHold(trx, claim, payment, reason, receivedTotal);
}

async function isPaymentRecorded(
  trx: Kysely<DatabaseSchema>,
  claim: ClaimRow,
  { reference }: IncomingPayment,
): Promise<boolean> {
  if (!reference) return false;
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('claim_id', '=', claim.id)
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether the time to pay had run out when the money came. Coins count from when the network shows them; of a transfer
 * the client has said in time that it is sent, and when it is noted is up to the bank and the operator.
 */
function isLatePayment({ status, reason, deadline }: ClaimRow, isCrypto: boolean, at: number): boolean {
  if (isClosedStatus(status) || reason === 'paid_late') return true;
  const isAwaitingPayment = status === 'waiting' || status === 'hold' || (status === 'claimed' && isCrypto);
  return isAwaitingPayment && deadline !== null && deadline <= BigInt(at);
}

/** How `receivedTotal` misses the sum by more than 0.5 %; null when it does not. */
function getAmountDeviation(receivedTotal: Units, expected: Units): 'underpaid' | 'overpaid' | null {
  const difference = receivedTotal > expected ? receivedTotal - expected : expected - receivedTotal;
  if (difference * 1000n <= expected * 5n) return null;
  return receivedTotal > expected ? 'overpaid' : 'underpaid';
}

/** The claim's sums are what came in; false when the reserve has not the little more that this takes. */
async function acceptReceivedAmount(
  trx: Kysely<DatabaseSchema>,
  claim: ClaimRow,
  receivedTotal: Units,
  at: number,
): Promise<boolean> {
  if (receivedTotal === claim.from_amount) return true;
  const reason = receivedTotal < claim.from_amount ? 'underpaid' : 'overpaid';
  const promisedCourse = getPromisedCourse(claim);
  const recalculationRow = await insertRecalculation(trx, claim, {
    ...promisedCourse,
    reason,
    amount: receivedTotal,
    state: 'applied',
    at,
  });
  if (recalculationRow === null) return false;
  if (await applyRecalculation(trx, claim, recalculationRow, at)) return true;
  await trx
    .updateTable('recalculations')
    .set({ state: 'refused' })
    .where('id', '=', recalculationRow.id)
    .execute();
  return false;
}

/** The statuses to go through when all that was asked for is there. */
async function getPaidPath(
  trx: Kysely<DatabaseSchema>,
  { status, from_id, to_id }: ClaimRow,
): Promise<ClaimStatusCode[]> {
  const { from } = await loadClaimCurrencies(trx, { from_id, to_id });
  const isCrypto = from.kind === 'crypto';
  if (status === 'waiting') return isCrypto ? ['confirming'] : ['claimed', 'paid'];
  if (status === 'claimed') return isCrypto ? ['confirming'] : ['paid'];
  if (status === 'hold') return isCrypto ? ['waiting', 'confirming'] : ['paid'];
  if (isCrypto) return [];
  return status === 'confirming' ? ['aml', 'paid'] : status === 'aml' ? ['paid'] : [];
}

/** To `hold`, by the way that the table has, with an offer of what came in. */
async function putOnHold(
  trx: Kysely<DatabaseSchema>,
  claim: ClaimRow,
  payment: IncomingPayment,
  reason: ClaimReason,
  receivedTotal: Units,
): Promise<TransitionResult> {
  // What was not seen before is seen now, by the step that the table has for it.
  const [firstStatus = 'hold'] =
    reason === 'paid_late' ? (['expired'] as const) : await getPaidPath(trx, claim);
  const path: ClaimStatusCode[] =
    claim.status === 'hold' ? [] : claim.status === 'waiting' ? [firstStatus, 'hold'] : ['hold'];
  const outcome = await transitionAlong(trx, claim, payment, path, reason);
  if (!outcome.ok) return outcome;
  if (claim.status === 'hold')
    await trx.updateTable('claims').set({ reason }).where('id', '=', claim.id).execute();
  await offerRecalculation(trx, claim, reason, receivedTotal, payment);
  const updatedClaim = await trx
    .selectFrom('claims')
    .selectAll()
    .where('id', '=', claim.id)
    .executeTakeFirstOrThrow();
  return { ok: true, claim: updatedClaim };
}

/** Offers what came in: at the frozen course, late at the lower of it and the present one. */
export async function offerRecalculation(
  trx: Kysely<DatabaseSchema>,
  claim: ClaimRow,
  reason: ClaimReason,
  receivedTotal: Units,
  { receivedAt, currentCourse = null }: Pick<IncomingPayment, 'receivedAt' | 'currentCourse'>,
): Promise<void> {
  const isLate = reason === 'paid_late';
  if (isLate && currentCourse === null) return withdrawOffer(trx, claim.id);
  const offeredCourse =
    isLate && currentCourse ? pickLowerCourse(claim, currentCourse) : getPromisedCourse(claim);
  await insertRecalculation(trx, claim, {
    ...offeredCourse,
    reason,
    amount: receivedTotal,
    state: 'offered',
    at: receivedAt,
  });
}

/** One status after the other; only the last one has the reason. */
async function transitionAlong(
  trx: Kysely<DatabaseSchema>,
  claim: ClaimRow,
  { receivedAt, recordedAt = receivedAt, actor = 'system' }: IncomingPayment,
  path: readonly ClaimStatusCode[],
  reason: ClaimReason | null,
): Promise<TransitionResult> {
  let outcome: TransitionResult = { ok: true, claim };
  for (const [index, to] of path.entries()) {
    const isLast = index === path.length - 1;
    outcome = await transitionClaim(trx, {
      id: claim.id,
      to,
      actor,
      now: recordedAt,
      reason: isLast ? reason : null,
    });
    if (!outcome.ok) return outcome;
  }
  if (path.length > 0) return outcome;
  const unchangedClaim = await trx
    .selectFrom('claims')
    .selectAll()
    .where('id', '=', claim.id)
    .executeTakeFirstOrThrow();
  return { ok: true, claim: unchangedClaim };
}
