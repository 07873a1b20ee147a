import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { ServerContext } from '../../context.ts';
import { isRepricedUnpaid } from '../recalculation/repricing.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { sanitizeFile, type SanitizedFile } from '../../files/sanitizeFile.ts';
import { sanitizeFileName } from '../../files/sanitizeFileName.ts';
import { createFileProblem } from '../../files/fileProblems.ts';
import { storeFile } from '../../files/storeFile.ts';
import type { UploadedFile } from '../../files/uploadedFile.ts';
import { transactOnClaim } from '../lockClaim.ts';
import { notFoundProblem, createProblem, type ProblemResult } from '../../http/problemResult.ts';

/** Maximum number of receipts of a claim. */
const MAX_RECEIPTS = 3;

/**
 * Statuses in which a receipt may be added, but not before there is anything to pay; the same as in `getStatusActions`
 * of core/claim/status.ts.
 */
const RECEIPT_UPLOAD_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['waiting', 'claimed', 'hold']);
/** Statuses in which a receipt may be removed. */
const RECEIPT_REMOVAL_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['waiting', 'claimed']);

/**
 * Stores a bank receipt with the claim. Returns null if it is stored, by this call or an earlier one with the same
 * file; else 400 on `file`, 409 with the current status or 503, with nothing stored.
 */
export async function addReceipt(
  context: ServerContext,
  id: string,
  upload: UploadedFile,
): Promise<ProblemResult | null> {
  // Checked before re-encoding the image, which costs more than this second query.
  const initialState = await getReceiptState(context.db, id, upload.hash);
  if (initialState !== 'allowed') return initialState === 'stored' ? null : initialState;
  const file = await sanitizeFile(upload, { pdf: true });
  if (!file.ok) return file;
  const result = await storeFile(upload, () => insertReceipt(context, id, upload, file));
  return result.ok ? null : result;
}

function insertReceipt(
  { db, now }: ServerContext,
  id: string,
  { name, hash }: UploadedFile,
  { type, content }: SanitizedFile,
): Promise<{ ok: true } | ProblemResult> {
  return transactOnClaim(db, id, async (trx): Promise<{ ok: true } | ProblemResult> => {
    const state = await getReceiptState(trx, id, hash);
    if (state === 'stored') return { ok: true };
    if (state !== 'allowed') return state;
    await trx
      .insertInto('files')
      .values({
        id: randomBytes(16).toString('base64url'),
        claim_id: id,
        verification_id: null,
        name: sanitizeFileName(name),
        type,
        size: BigInt(content.length),
        hash,
        content,
        at: BigInt(now()),
      })
      .execute();
    return { ok: true };
  });
}

/** Returns whether this receipt is stored already or may be added, or the reason for a refusal. */
async function getReceiptState(
  db: Kysely<DatabaseSchema>,
  id: string,
  hash: string,
): Promise<'stored' | 'allowed' | ProblemResult> {
  const claim = await db
    .selectFrom('claims')
    .select(['id', 'status', 'reason', 'pay_to'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!claim) return notFoundProblem;
  const receipts = await db.selectFrom('files').select('hash').where('claim_id', '=', id).execute();
  if (receipts.some(receipt => receipt.hash === hash)) return 'stored';
  if (!RECEIPT_UPLOAD_STATUSES.has(claim.status) || (await isRepricedUnpaid(db, claim)))
    return createProblem(409, 'transition_forbidden', { status: claim.status });
  return receipts.length < MAX_RECEIPTS ? 'allowed' : createFileProblem('file_count', MAX_RECEIPTS);
}

/** Removes a receipt before the claim is examined. Returns null if it no longer exists; else 409. */
export async function removeReceipt(
  context: ServerContext,
  id: string,
  receiptId: string,
): Promise<ProblemResult | null> {
  const result = await transactOnClaim(
    context.db,
    id,
    async (trx, claim): Promise<{ ok: true } | ProblemResult> => {
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
    },
  );
  return result.ok ? null : result;
}
