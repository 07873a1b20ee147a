import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { ServerContext } from '../../context.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { sanitizeFile, hashFile } from '../../files/sanitizeFile.ts';
import { sanitizeFileName } from '../../files/sanitizeFileName.ts';
import { createFileProblem } from '../../files/parseUpload.ts';
import { transactIfOk } from '../../database/transactIfOk.ts';
import { notFoundProblem, createProblem, type ProblemResult } from '../../http/problemResult.ts';

/** Receipts that a claim may have. */
const MAX_RECEIPTS = 3;

/** Where a receipt may be added, as `getStatusActions` of core/claim/status.ts says, and where it may be taken away again. */
const RECEIPT_UPLOAD_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['waiting', 'claimed', 'hold']);
const RECEIPT_REMOVAL_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['waiting', 'claimed']);

/**
 * Keeps a bank's receipt with the claim. Null when it is there, by this call or an earlier one with the same file; else
 * why not: 400 on `file`, or 409 with the present status. Nothing is stored then.
 */
export async function addReceipt(
  context: ServerContext,
  id: string,
  name: string,
  bytes: Uint8Array,
): Promise<ProblemResult | null> {
  // Before the picture is drawn anew, which costs more than asking twice.
  const initialState = await getReceiptState(context.db, id, hashFile(bytes));
  if (initialState !== 'allowed') return initialState === 'stored' ? null : initialState;
  const file = await sanitizeFile(bytes, { pdf: true });
  if (!file.ok) return createFileProblem(file.code);
  const result = await transactIfOk(context.db, async (trx): Promise<{ ok: true } | ProblemResult> => {
    const state = await getReceiptState(trx, id, file.hash);
    if (state === 'stored') return { ok: true };
    if (state !== 'allowed') return state;
    await trx
      .insertInto('files')
      .values({
        id: randomBytes(16).toString('base64url'),
        claim_id: id,
        verification_id: null,
        name: sanitizeFileName(name),
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
async function getReceiptState(
  db: Kysely<DatabaseSchema>,
  id: string,
  hash: string,
): Promise<'stored' | 'allowed' | ProblemResult> {
  const claim = await db.selectFrom('claims').select('status').where('id', '=', id).executeTakeFirst();
  if (!claim) return notFoundProblem;
  const receipts = await db.selectFrom('files').select('hash').where('claim_id', '=', id).execute();
  if (receipts.some(receipt => receipt.hash === hash)) return 'stored';
  if (!RECEIPT_UPLOAD_STATUSES.has(claim.status))
    return createProblem(409, 'transition_forbidden', { status: claim.status });
  return receipts.length < MAX_RECEIPTS ? 'allowed' : createFileProblem('file_count', MAX_RECEIPTS);
}

/** Takes a receipt away while nobody examines it. Null when it is gone, whenever that was; else 409. */
export async function removeReceipt(
  context: ServerContext,
  id: string,
  receiptId: string,
): Promise<ProblemResult | null> {
  const result = await transactIfOk(context.db, async (trx): Promise<{ ok: true } | ProblemResult> => {
    const claim = await trx.selectFrom('claims').select('status').where('id', '=', id).executeTakeFirst();
    if (!claim) return notFoundProblem;
    const receiptQuery = trx
      .selectFrom('files')
      .select('id')
      .where('claim_id', '=', id)
      .where('id', '=', receiptId);
    if (!(await receiptQuery.executeTakeFirst())) return { ok: true };
    if (!RECEIPT_REMOVAL_STATUSES.has(claim.status))
      return createProblem(409, 'transition_forbidden', { status: claim.status });
    await trx.deleteFrom('files').where('claim_id', '=', id).where('id', '=', receiptId).execute();
    return { ok: true };
  });
  return result.ok ? null : result;
}
