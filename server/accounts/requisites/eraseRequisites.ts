import type { Kysely } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { runInTransaction } from '../../database/database.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { eraseVerifications } from '../../verification/eraseVerifications.ts';
import { lockUser } from '../sessions/login.ts';
import { RESTORE_PERIOD_MS } from './changeRequisite.ts';

/** Maximum number of requisites per run. */
const ERASURE_BATCH_SIZE = 100;

/** Erases requisites that can no longer be restored, with their verifications apart from approvals. Returns their number. */
export async function eraseDeletedRequisites({
  db,
  now,
}: Pick<ServerContext, 'db' | 'now'>): Promise<number> {
  const deletedBefore = BigInt(now() - RESTORE_PERIOD_MS);
  const due = await db
    .selectFrom('saved_requisites')
    .select(['id', 'user_id'])
    .where('deleted_at', '<=', deletedBefore)
    .limit(ERASURE_BATCH_SIZE)
    .execute();
  for (const { id, user_id } of due)
    await runInTransaction(db, async trx => {
      await lockUser(trx, user_id);
      await eraseRequisite(trx, id);
    });
  return due.length;
}

/** Erases a requisite of a locked user. An approval stays valid: claims with the card need no new one. */
async function eraseRequisite(trx: Kysely<DatabaseSchema>, id: string): Promise<void> {
  const verifications = await trx
    .selectFrom('verifications')
    .select(['id', 'status'])
    .where('requisite_id', '=', id)
    .execute();
  const isKept = ({ status }: (typeof verifications)[number]) => status === 'approved';
  await eraseVerifications(
    trx,
    verifications.filter(verification => !isKept(verification)).map(verification => verification.id),
  );
  await trx.updateTable('verifications').set({ requisite_id: null }).where('requisite_id', '=', id).execute();
  await trx.deleteFrom('saved_requisites').where('id', '=', id).execute();
}
