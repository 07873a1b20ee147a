import type { Transaction } from 'kysely';
import { attempt } from '../claims/attempt.ts';
import { paymentWindow } from '../claims/payment.ts';
import { fields, notFound, problem, type Refusal } from '../claims/refusal.ts';
import type { Context } from '../context.ts';
import type { ClaimRow, Schema, VerificationRow } from '../database/schema.ts';
import { isEditable, photos, statusOf } from './state.ts';

type Needs = Pick<Context, 'db' | 'now'>;

/** A step that was taken, now or by an earlier call. */
export type Done = { ok: true };

/** A verification and its claim as the transaction sees them. */
export interface Present {
  row: VerificationRow;
  claim: ClaimRow;
  status: ReturnType<typeof statusOf>;
}

/** Reads them again where they are about to change; null when somebody has deleted the verification meanwhile. */
export async function present(trx: Transaction<Schema>, id: string, now: number): Promise<Present | null> {
  const row = await trx.selectFrom('verifications').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const claim = await trx
    .selectFrom('claims')
    .selectAll()
    .where('id', '=', row.claim_id)
    .executeTakeFirstOrThrow();
  return { row, claim, status: statusOf(row, claim, now) };
}

/** 409 with what the verification is now. */
export const elsewhere = (status: Present['status']) => problem(409, 'verification_state', { status });

/** Sends a draft in, or a rejected one with new photos. Sent in before: the same answer. 400 without a photo. */
export function confirm({ db, now }: Needs, id: string): Promise<Done | Refusal> {
  return attempt(db, async trx => {
    const found = await present(trx, id, now());
    if (!found) return notFound;
    if (found.status === 'pending' || found.status === 'approved') return { ok: true };
    if (!isEditable(found.status)) return elsewhere(found.status);
    if ((await photos(trx, found.row)).length === 0) return fields({ photos: { code: 'photos_missing' } });
    await send(trx, found, now());
    return { ok: true };
  });
}

/**
 * Makes a verification of exactly these photos; those left out are erased. A draft stays one, a rejected one is sent in
 * again. The same photos of one sent in before: the same answer.
 */
export function resubmit({ db, now }: Needs, id: string, ids: readonly string[]): Promise<Done | Refusal> {
  return attempt(db, async trx => {
    const found = await present(trx, id, now());
    if (!found) return notFound;
    const known = (await photos(trx, found.row)).map(photo => photo.id);
    if (found.status === 'pending' && ids.length === known.length && known.every(one => ids.includes(one)))
      return { ok: true };
    if (!isEditable(found.status)) return elsewhere(found.status);
    if (!ids.every(one => known.includes(one))) return fields({ photos: { code: 'photo_unknown' } });
    const dropped = known.filter(one => !ids.includes(one));
    if (dropped.length > 0) await trx.deleteFrom('files').where('id', 'in', dropped).execute();
    if (found.status === 'rejected') await send(trx, found, now());
    return { ok: true };
  });
}

/** Deletes a verification that is not decided in its favour, with its photos and whoever it was handed to. */
export function remove({ db, now }: Needs, id: string): Promise<Done | Refusal> {
  return attempt(db, async trx => {
    const found = await present(trx, id, now());
    if (!found) return notFound;
    const { row, claim, status } = found;
    if (status !== 'pending' && !isEditable(status)) return elsewhere(status);
    await trx.deleteFrom('files').where('verification_id', '=', id).execute();
    await trx.deleteFrom('handoffs').where('verification_id', '=', id).execute();
    await trx.deleteFrom('verifications').where('id', '=', id).execute();
    // Or taking it back and sending it again would hold the reserve for ever.
    if (row.status === 'pending') await time(trx, claim, Number(claim.created_at));
    return { ok: true };
  });
}

/** While an operator looks, nothing waits for the client: his time stands still. */
async function send(trx: Transaction<Schema>, { row, claim }: Present, now: number): Promise<void> {
  await trx
    .updateTable('verifications')
    .set({ status: 'pending', reason: null, updated_at: BigInt(now) })
    .where('id', '=', row.id)
    .execute();
  await setDeadline(trx, claim, null);
}

/** Gives a claim that waits for its verification a whole window, counted from `since` (milliseconds). */
export async function time(trx: Transaction<Schema>, claim: ClaimRow, since: number): Promise<void> {
  const { kind } = await trx
    .selectFrom('currencies')
    .select('kind')
    .where('id', '=', claim.from_id)
    .executeTakeFirstOrThrow();
  await setDeadline(trx, claim, BigInt(since + paymentWindow(kind)));
}

async function setDeadline(trx: Transaction<Schema>, { id }: ClaimRow, deadline: bigint | null) {
  await trx
    .updateTable('claims')
    .set({ deadline })
    .where('id', '=', id)
    .where('status', '=', 'verification')
    .execute();
}
