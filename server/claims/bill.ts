import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Status } from '#core/claim/status.ts';
import type { Context } from '../context.ts';
import type { Schema } from '../database/schema.ts';
import { check, hash } from '../files/file.ts';
import { tidy } from '../files/name.ts';
import { refusedFile } from '../files/upload.ts';
import { attempt } from './attempt.ts';
import { notFound, problem, type Refusal } from './refusal.ts';

/** Receipts that a claim may have. */
const MOST = 3;

/** Where a receipt may be added, as `actions` of core/claim/status.ts says, and where it may be taken away again. */
const ADDABLE: ReadonlySet<Status> = new Set(['waiting', 'claimed', 'hold']);
const REMOVABLE: ReadonlySet<Status> = new Set(['waiting', 'claimed']);

/**
 * Keeps a bank's receipt with the claim. Null when it is there, by this call or an earlier one with the same file; else
 * why not: 400 on `file`, or 409 with the present status. Nothing is stored then.
 */
export async function addBill(
  context: Context,
  id: string,
  name: string,
  bytes: Uint8Array,
): Promise<Refusal | null> {
  // Before the picture is drawn anew, which costs more than asking twice.
  const early = await standing(context.db, id, hash(bytes));
  if (early !== 'free') return early === 'there' ? null : early;
  const file = await check(bytes, { pdf: true });
  if (!file.ok) return refusedFile(file.code);
  const result = await attempt(context.db, async (trx): Promise<{ ok: true } | Refusal> => {
    const now = await standing(trx, id, file.hash);
    if (now === 'there') return { ok: true };
    if (now !== 'free') return now;
    await trx
      .insertInto('files')
      .values({
        id: randomBytes(16).toString('base64url'),
        claim_id: id,
        verification_id: null,
        name: tidy(name),
        type: file.type,
        size: BigInt(file.content.length),
        hash: file.hash,
        content: file.content,
        at: BigInt(context.now()),
      })
      .execute();
    return { ok: true };
  });
  return result.ok ? null : result;
}

/** Whether this receipt is there, may come, or may not. */
async function standing(db: Kysely<Schema>, id: string, hash: string): Promise<'there' | 'free' | Refusal> {
  const claim = await db.selectFrom('claims').select('status').where('id', '=', id).executeTakeFirst();
  if (!claim) return notFound;
  const bills = await db.selectFrom('files').select('hash').where('claim_id', '=', id).execute();
  if (bills.some(bill => bill.hash === hash)) return 'there';
  if (!ADDABLE.has(claim.status)) return problem(409, 'transition_forbidden', { status: claim.status });
  return bills.length < MOST ? 'free' : refusedFile('file_count', MOST);
}

/** Takes a receipt away while nobody examines it. Null when it is gone, whenever that was; else 409. */
export async function removeBill(context: Context, id: string, billId: string): Promise<Refusal | null> {
  const result = await attempt(context.db, async (trx): Promise<{ ok: true } | Refusal> => {
    const claim = await trx.selectFrom('claims').select('status').where('id', '=', id).executeTakeFirst();
    if (!claim) return notFound;
    const bill = trx.selectFrom('files').select('id').where('claim_id', '=', id).where('id', '=', billId);
    if (!(await bill.executeTakeFirst())) return { ok: true };
    if (!REMOVABLE.has(claim.status)) return problem(409, 'transition_forbidden', { status: claim.status });
    await trx.deleteFrom('files').where('claim_id', '=', id).where('id', '=', billId).execute();
    return { ok: true };
  });
  return result.ok ? null : result;
}
