import { randomBytes } from 'node:crypto';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { ExchangeContext } from '../../context.ts';
import { isRepricedUnpaid } from '../recalculation/repricing.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { sanitizeFile, type SanitizedFile } from '#server/platform/files/sanitizeFile.ts';
import { createFileProblem } from '#server/platform/files/fileProblems.ts';
import { storeFile } from '#server/platform/files/storeFile.ts';
import type { UploadedFile } from '#server/platform/files/uploadedFile.ts';
import { transactOnClaim } from '../lockClaim.ts';
import { notFoundProblem, createProblem } from '#server/platform/http/problem.ts';

/** Maximum number of receipts of a claim. */
const MAX_RECEIPTS = 3;

/**
 * Statuses in which a receipt may be added, unless there is nothing to pay yet; the same as in `getStatusActions` of
 * core/claim/status.ts.
 */
const RECEIPT_UPLOAD_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['waiting', 'claimed', 'hold']);
/** Statuses in which a receipt may be removed. */
const RECEIPT_REMOVAL_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['waiting', 'claimed']);

/**
 * Stores a bank receipt with the claim; the same file only once. 400 on `file`, 409 with the current status or 503,
 * with nothing stored.
 */
export async function addReceipt(context: ExchangeContext, id: string, upload: UploadedFile): Promise<void> {
  // Checked before re-encoding the image, which costs more than this second query.
  if (await checkReceipt(context.db, id, upload.hash)) return;
  const file = await sanitizeFile(upload, { pdf: true });
  await storeFile(upload, () => insertReceipt(context, id, upload, file));
}

function insertReceipt(
  { db, now }: ExchangeContext,
  id: string,
  { name, hash }: UploadedFile,
  { type, content }: SanitizedFile,
): Promise<void> {
  return transactOnClaim(db, id, async trx => {
    if (await checkReceipt(trx, id, hash)) return;
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
  });
}

/** Returns whether the receipt is already stored. Refuses another one that may not be added to the claim. */
async function checkReceipt(db: Db, id: string, hash: string): Promise<boolean> {
  const claim = await db
    .selectFrom('claims')
    .select(['id', 'status', 'reason', 'pay_to'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFoundProblem);
  const receipts = await db.selectFrom('files').select('hash').where('claim_id', '=', id).execute();
  if (receipts.some(receipt => receipt.hash === hash)) return true;
  if (!RECEIPT_UPLOAD_STATUSES.has(claim.status) || (await isRepricedUnpaid(db, claim)))
    throw createProblem(409, 'transition_forbidden', { status: claim.status });
  if (receipts.length >= MAX_RECEIPTS) throw createFileProblem('file_count', MAX_RECEIPTS);
  return false;
}

/** Removes a receipt before the claim is examined; 409 later. A repetition has no effect. */
export async function removeReceipt(context: ExchangeContext, id: string, receiptId: string): Promise<void> {
  await transactOnClaim(context.db, id, async (trx, claim) => {
    const receiptQuery = trx
      .selectFrom('files')
      .select('id')
      .where('claim_id', '=', id)
      .where('id', '=', receiptId);
    if (!(await receiptQuery.executeTakeFirst())) return;
    if (!RECEIPT_REMOVAL_STATUSES.has(claim.status))
      throw createProblem(409, 'transition_forbidden', { status: claim.status });
    await trx.deleteFrom('files').where('claim_id', '=', id).where('id', '=', receiptId).execute();
  });
}

/** Maximum length of a stored file name; its last characters are kept. */
const MAX_NAME_LENGTH = 100;

/** Makes a file name safe to display: only the last path segment, without control, bidi and line break characters. */
function sanitizeFileName(name: string): string {
  const baseName = name.split(/[/\\]/).at(-1) ?? '';
  const printable = baseName
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}"<>]/gu, '')
    .trim();
  const shortened = [...printable].slice(-MAX_NAME_LENGTH).join('');
  return shortened === '' ? 'receipt' : shortened;
}
