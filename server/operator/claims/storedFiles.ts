import type { StoredFile } from '#core/contract/operator/verifications.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { FileRow } from '#server/platform/database/verificationRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { writeAuditEntry } from '../auditLog.ts';
import type { OperatorContext } from '../operatorContext.ts';

/** Lists the files of a claim or of a verification, oldest first, without content. */
export async function listStoredFiles(
  db: Db,
  owner: { claim_id: string } | { verification_id: string },
): Promise<StoredFile[]> {
  const rows = await db
    .selectFrom('files')
    .select(['id', 'name', 'type', 'size', 'at'])
    .where(({ and }) => and(owner))
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(({ size, at, ...file }) => ({ ...file, size: Number(size), at: formatInstant(at) }));
}

/** Reads a file for staff, and records that in the audit log. 404 without the file. */
export function openStoredFile(
  context: OperatorContext,
  id: string,
): Promise<Pick<FileRow, 'type' | 'content'>> {
  return runInTransaction(context.db, async trx => {
    const row = await trx
      .selectFrom('files')
      .select(['claim_id', 'verification_id', 'type', 'content'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFoundProblem);
    const target = row.claim_id ?? row.verification_id ?? '';
    await writeAuditEntry(context, trx, { command: 'file', target, detail: { file: id } });
    return row;
  });
}
