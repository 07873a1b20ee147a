import type { Kysely } from 'kysely';
import { canTransition, isClosedStatus, type ClaimReason, type ClaimStatusCode } from '#core/claim/status.ts';
import { payOutReserve, creditReserve, releaseReserve, holdReserve } from '../../catalogue/reserveLedger.ts';
import type { ClaimEventRow, ClaimRow, DatabaseSchema } from '../../database/schema.ts';
import { enqueueStatusMail } from '../../mail/outbox.ts';
import { getReceivedTotal } from '../view/claimDetails.ts';
import { withdrawOffer } from '../recalculation/pendingOffer.ts';

/** A change of status that somebody wants. */
export interface StatusChange {
  id: string;
  to: ClaimStatusCode;
  reason?: ClaimReason | null;
  actor: ClaimEventRow['actor'];
  note?: string;
  /** Milliseconds, by the server's clock. */
  now: number;
  /** The status the change was decided on; left out: whatever the claim has. */
  from?: ClaimStatusCode;
}

/** The claim as it is now, or why it stays as it was; `status` is the present one. */
export type TransitionResult =
  | { ok: true; claim: ClaimRow }
  | { ok: false; code: 'not_found' }
  | { ok: false; code: 'transition_forbidden' | 'reserve_short'; status: ClaimStatusCode };

/** Open statuses that lead to a payout: a claim may only be there with its reserve held. */
const RESERVED_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['waiting', 'paid']);

/**
 * The one way a claim changes its status; `trx` is the caller's transaction, to be rolled back on a refusal. Checks the
 * table, writes the event, and moves the reserve: closed claims hold none, `completed` pays it out and adds
 * what came in to the other reserve, a late payment takes it again or waits in `hold` without.
 */
export async function transitionClaim(
  trx: Kysely<DatabaseSchema>,
  change: StatusChange,
): Promise<TransitionResult> {
  const { id, to, actor, now, reason = null, note = null } = change;
  const claim = await trx.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirst();
  if (!claim) return { ok: false, code: 'not_found' };
  const from = claim.status;
  if (!canTransition(from, to) || (change.from ?? from) !== from)
    return { ok: false, code: 'transition_forbidden', status: from };
  const updatedClaim = await trx
    .updateTable('claims')
    .set({ status: to, reason, updated_at: BigInt(now) })
    .where('id', '=', id)
    .where('status', '=', from)
    .returningAll()
    .executeTakeFirst();
  // Somebody else was faster; nothing was changed here.
  if (!updatedClaim) return { ok: false, code: 'transition_forbidden', status: await loadStatus(trx, id) };
  if (!(await updateReserve(trx, claim, to, now))) return { ok: false, code: 'reserve_short', status: from };
  // An offer is of the examination that it was made in.
  if (from === 'hold') await withdrawOffer(trx, id);
  const event = await trx
    .insertInto('claim_events')
    .values({ claim_id: id, from_status: from, to_status: to, reason, actor, note, at: BigInt(now) })
    .returningAll()
    .executeTakeFirstOrThrow();
  await enqueueStatusMail(trx, updatedClaim, event);
  return { ok: true, claim: updatedClaim };
}

/** Brings the reserve in line with the new status; false when it has to be held and there is not enough. */
async function updateReserve(
  trx: Kysely<DatabaseSchema>,
  claim: ClaimRow,
  to: ClaimStatusCode,
  now: number,
): Promise<boolean> {
  const heldAmount = await getHeldAmount(trx, claim.id);
  const entry = { currencyId: claim.to_id, claimId: claim.id, at: now };
  if (to === 'completed') {
    await payOutReserve(trx, { ...entry, amount: heldAmount });
    // Money that nobody noted is taken to be what was asked for.
    const amount = (await getReceivedTotal(trx, claim.id)) ?? claim.from_amount;
    await creditReserve(trx, { ...entry, currencyId: claim.from_id, amount });
  } else if (isClosedStatus(to) && heldAmount > 0n)
    await releaseReserve(trx, { ...entry, amount: heldAmount });
  else if (heldAmount === 0n && (isClosedStatus(claim.status) || RESERVED_STATUSES.has(to)))
    return (await holdReserve(trx, { ...entry, amount: claim.to_amount })) || !RESERVED_STATUSES.has(to);
  return true;
}

/** Units of reserve that a claim holds, by the ledger. */
export async function getHeldAmount(db: Kysely<DatabaseSchema>, claimId: string): Promise<bigint> {
  const row = await db
    .selectFrom('reserve_entries')
    .select(({ fn }) => fn.sum<bigint | string | null>('held_change').as('held'))
    .where('claim_id', '=', claimId)
    .executeTakeFirstOrThrow();
  return BigInt(row.held ?? 0);
}

async function loadStatus(db: Kysely<DatabaseSchema>, id: string): Promise<ClaimStatusCode> {
  const row = await db.selectFrom('claims').select('status').where('id', '=', id).executeTakeFirstOrThrow();
  return row.status;
}
