import { isClosedStatus, type ClaimReason, type ClaimStatusCode } from '#core/claim/status.ts';
import {
  payOutReserve,
  creditReserve,
  creditUnsettled,
  getHeldAmount,
  lockReserves,
  releaseReserve,
  holdReserve,
} from '../../catalogue/reserveLedger.ts';
import type { ClaimEventRow, ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import { UNPAYABLE_STATUSES } from '../claimStatusSets.ts';
import { lockClaim } from '../lockClaim.ts';
import { publishClaimChange, type ClaimChangeContext } from '../claimSubscribers.ts';
import { getReceivedTotal, loadExchange } from '../payment/receivedTotal.ts';
import { listNextStatuses } from './nextStatuses.ts';
import { retakePromocode, returnPromocode } from '../promocodeUse.ts';
import { withdrawOffer, loadClaimCurrencies } from '../recalculation/recalculation.ts';
import { recordTurnover } from '../turnover.ts';
import { REPRICING_DECISION_MS } from '../recalculation/repricing.ts';

/** A requested change of a claim's status. */
export interface StatusChange {
  id: string;
  to: ClaimStatusCode;
  reason?: ClaimReason | null;
  actor: ClaimEventRow['actor'];
  note?: string;
  /** The time of the change by the server's clock, milliseconds. */
  now: number;
  /** The expected current status; the change is refused in any other. Omit it to accept any status. */
  from?: ClaimStatusCode;
}

/** Statuses that a claim can enter only while it holds its reserve. */
export const RESERVED_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['waiting', 'confirming', 'paid']);

/**
 * Changes a claim's status; all changes go through this function. Checks the transition table, updates the reserve,
 * writes the event, and publishes the change. Closing releases the reserve and, without an exchange, the promocode;
 * `completed` pays it out and credits the received amount; the money of a rejected claim becomes unsettled. Reopening
 * reserves the amount again if possible, and uses the promocode again or removes its discount. 409 `transition_forbidden` and `reserve_waiting` have the current `status`.
 */
export async function transitionClaim(
  context: ClaimChangeContext,
  trx: Db,
  change: StatusChange,
): Promise<ClaimRow> {
  const { id, to, actor, now, reason = null, note = null } = change;
  const claim = await lockClaim(trx, id);
  const from = claim.status;
  if (!(await isTransitionAllowed(trx, claim, change)))
    throw createProblem(409, 'transition_forbidden', { status: from });
  const isRepriced = to === 'hold' && UNPAYABLE_STATUSES.has(from);
  // Before the promocode: all code locks them in this order.
  if (isClosedStatus(from)) await lockReserves(trx, [claim.to_id]);
  const reopening = isClosedStatus(from) && { erased_at: null, ...(await retakePromocode(trx, claim, now)) };
  const updatedClaim = await trx
    .updateTable('claims')
    .set({
      status: to,
      reason,
      updated_at: BigInt(now),
      // An offer is valid only during the hold that produced it.
      ...(from === 'hold' && { offer_due_at: null }),
      ...reopening,
      ...(isRepriced && { offer_due_at: BigInt(now), deadline: BigInt(now + REPRICING_DECISION_MS) }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!(await updateReserve(trx, { ...claim, to_amount: updatedClaim.to_amount }, to, now)))
    throw createProblem(409, 'reserve_waiting', { status: from });
  if (from === 'hold') await withdrawOffer(trx, id);
  // After the reserve: creations also lock them in this order.
  if (isClosedStatus(to) && to !== 'completed' && claim.promocode !== null)
    await returnPromocode(trx, claim.promocode);
  await recordChange(context, trx, updatedClaim, { from_status: from, actor, note });
  return updatedClaim;
}

/**
 * Changes the reason of a claim on hold, which the caller has locked, withdraws its offer and publishes the change. The
 * status does not change.
 */
export async function changeHoldReason(
  context: ClaimChangeContext,
  trx: Db,
  { id, reason, actor, now }: Required<Pick<StatusChange, 'id' | 'reason' | 'actor' | 'now'>>,
): Promise<void> {
  const claim = await trx
    .updateTable('claims')
    .set({ reason, updated_at: BigInt(now), offer_due_at: null })
    .where('id', '=', id)
    .where('status', '=', 'hold')
    .returningAll()
    .executeTakeFirstOrThrow();
  await withdrawOffer(trx, id);
  await recordChange(context, trx, claim, { from_status: 'hold', actor, note: null });
}

/** Records a change of a claim with its new status, and publishes it. */
async function recordChange(
  context: ClaimChangeContext,
  trx: Db,
  claim: ClaimRow,
  change: Pick<ClaimEventRow, 'from_status' | 'actor' | 'note'>,
): Promise<void> {
  const { id, status, reason, updated_at: at } = claim;
  const event = await trx
    .insertInto('claim_events')
    .values({ claim_id: id, to_status: status, reason, at, ...change })
    .returningAll()
    .executeTakeFirstOrThrow();
  await publishClaimChange(context, trx, 'statusChanged', { claim, event });
}

/** Whether the transition is allowed. Before a payment target, only a changed price can put a claim on hold. */
async function isTransitionAllowed(
  trx: Db,
  claim: ClaimRow,
  { from, to, reason }: StatusChange,
): Promise<boolean> {
  const { status } = claim;
  if (from !== undefined && from !== status) return false;
  if (to === 'hold' && UNPAYABLE_STATUSES.has(status) && reason !== 'rate_moved') return false;
  const facts = {
    isCrypto: status === 'hold' && (await loadClaimCurrencies(trx, claim)).from.kind === 'crypto',
    isMoneyReceived: to === 'cancelled' && (await getReceivedTotal(trx, claim.id)) !== null,
  };
  return listNextStatuses(status, facts).includes(to);
}

/** Updates the reserve for the new status. Returns false if the status needs a hold and the reserve is too small. */
async function updateReserve(trx: Db, claim: ClaimRow, to: ClaimStatusCode, now: number): Promise<boolean> {
  if (isClosedStatus(to)) await lockReserves(trx, [claim.from_id, claim.to_id]);
  const heldAmount = await getHeldAmount(trx, claim.id);
  const entry = { currencyId: claim.to_id, claimId: claim.id, at: now };
  if (to === 'completed') {
    await payOutReserve(trx, { ...entry, amount: heldAmount });
    const { received, exchanged } = await loadExchange(trx, claim);
    await creditReserve(trx, { ...entry, currencyId: claim.from_id, amount: exchanged });
    await recordTurnover(trx, claim, exchanged);
    if (received > exchanged)
      await creditUnsettled(trx, { ...entry, currencyId: claim.from_id, amount: received - exchanged });
  } else if (isClosedStatus(to)) {
    if (heldAmount > 0n) await releaseReserve(trx, { ...entry, amount: heldAmount });
    const received = to === 'rejected' ? await getReceivedTotal(trx, claim.id) : null;
    if (received !== null)
      await creditUnsettled(trx, { ...entry, currencyId: claim.from_id, amount: received });
  } else if (heldAmount === 0n && (isClosedStatus(claim.status) || RESERVED_STATUSES.has(to)))
    return (await holdReserve(trx, { ...entry, amount: claim.to_amount })) || !RESERVED_STATUSES.has(to);
  return true;
}
