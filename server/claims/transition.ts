import type { Kysely } from 'kysely';
import { allows, isClosed, type Reason, type Status } from '#core/claim/status.ts';
import * as reserve from '../catalogue/reserve.ts';
import type { ClaimEventRow, ClaimRow, Schema } from '../database/schema.ts';
import * as outbox from '../mail/outbox.ts';
import { received } from './facts.ts';
import { withdraw } from './offered.ts';

/** A change of status that somebody wants. */
export interface Change {
  id: string;
  to: Status;
  reason?: Reason | null;
  actor: ClaimEventRow['actor'];
  note?: string;
  /** Milliseconds, by the server's clock. */
  now: number;
  /** The status the change was decided on; left out: whatever the claim has. */
  from?: Status;
}

/** The claim as it is now, or why it stays as it was; `status` is the present one. */
export type Moved =
  | { ok: true; claim: ClaimRow }
  | { ok: false; code: 'not_found' }
  | { ok: false; code: 'transition_forbidden' | 'reserve_short'; status: Status };

/** Open statuses that lead to a payout: a claim may only be there with its reserve held. */
const PROMISED: ReadonlySet<Status> = new Set(['waiting', 'paid']);

/**
 * The one way a claim changes its status; `trx` is the caller's transaction, to be rolled back on a refusal. Checks the
 * table, writes the event, and moves the reserve: closed claims hold none, `completed` pays it out and adds
 * what came in to the other reserve, a late payment takes it again or waits in `hold` without.
 */
export async function transition(trx: Kysely<Schema>, change: Change): Promise<Moved> {
  const { id, to, actor, now, reason = null, note = null } = change;
  const claim = await trx.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirst();
  if (!claim) return { ok: false, code: 'not_found' };
  const from = claim.status;
  if (!allows(from, to) || (change.from ?? from) !== from)
    return { ok: false, code: 'transition_forbidden', status: from };
  const moved = await trx
    .updateTable('claims')
    .set({ status: to, reason, updated_at: BigInt(now) })
    .where('id', '=', id)
    .where('status', '=', from)
    .returningAll()
    .executeTakeFirst();
  // Somebody else was faster; nothing was changed here.
  if (!moved) return { ok: false, code: 'transition_forbidden', status: await present(trx, id) };
  if (!(await settle(trx, claim, to, now))) return { ok: false, code: 'reserve_short', status: from };
  // An offer is of the examination that it was made in.
  if (from === 'hold') await withdraw(trx, id);
  const event = await trx
    .insertInto('claim_events')
    .values({ claim_id: id, from_status: from, to_status: to, reason, actor, note, at: BigInt(now) })
    .returningAll()
    .executeTakeFirstOrThrow();
  await outbox.write(trx, moved, event);
  return { ok: true, claim: moved };
}

/** Brings the reserve in line with the new status; false when it has to be held and there is not enough. */
async function settle(trx: Kysely<Schema>, claim: ClaimRow, to: Status, now: number): Promise<boolean> {
  const held = await heldBy(trx, claim.id);
  const entry = { currencyId: claim.to_id, claimId: claim.id, at: now };
  if (to === 'completed') {
    await reserve.payout(trx, { ...entry, amount: held });
    // Money that nobody noted is taken to be what was asked for.
    const amount = (await received(trx, claim.id)) ?? claim.from_amount;
    await reserve.receipt(trx, { ...entry, currencyId: claim.from_id, amount });
  } else if (isClosed(to) && held > 0n) await reserve.release(trx, { ...entry, amount: held });
  else if (held === 0n && (isClosed(claim.status) || PROMISED.has(to)))
    return (await reserve.hold(trx, { ...entry, amount: claim.to_amount })) || !PROMISED.has(to);
  return true;
}

/** Units of reserve that a claim holds, by the ledger. */
export async function heldBy(db: Kysely<Schema>, claimId: string): Promise<bigint> {
  const row = await db
    .selectFrom('reserve_entries')
    .select(({ fn }) => fn.sum<bigint | string | null>('held_change').as('held'))
    .where('claim_id', '=', claimId)
    .executeTakeFirstOrThrow();
  return BigInt(row.held ?? 0);
}

async function present(db: Kysely<Schema>, id: string): Promise<Status> {
  const row = await db.selectFrom('claims').select('status').where('id', '=', id).executeTakeFirstOrThrow();
  return row.status;
}
