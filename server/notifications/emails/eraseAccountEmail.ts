import { sql } from 'kysely';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import type { ServerContext } from '../context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';

/** Columns of the recipient and the text of an erased e-mail. */
export const ERASED_EMAIL = { recipient: '', mailbox: '', subject: '', text: '' } as const;

/** Maximum number of e-mails per run; the next run handles the rest. */
const ERASURE_BATCH_SIZE = 100;

/**
 * Erases the recipients and texts of e-mails about accounts that were sent `RETENTION_DAYS` ago, and deletes those of
 * that time that could not be sent. Returns the number of e-mails.
 */
export async function eraseAccountEmail({ config, db, now }: ServerContext): Promise<number> {
  const before = BigInt(now() - config.retentionDays * DAY_MS);
  const rows = await db
    .selectFrom('mail')
    .select(['id', 'sent_at'])
    // The same condition as in the index `mail_account`.
    .where(sql<boolean>`claim_id is null and recipient <> ''`)
    .where('at', '<=', before)
    .where(({ or, eb }) => or([eb('sent_at', 'is', null), eb('sent_at', '<=', before)]))
    .orderBy('at')
    .limit(ERASURE_BATCH_SIZE)
    .execute();
  if (rows.length === 0) return 0;
  const [sent, unsent] = [
    rows.filter(({ sent_at }) => sent_at !== null),
    rows.filter(({ sent_at }) => sent_at === null),
  ];
  const isOneOf = (emails: typeof rows) =>
    isAnyOf(
      db,
      'id',
      emails.map(({ id }) => id),
    );
  await runInTransaction(db, async trx => {
    if (sent.length > 0) await trx.updateTable('mail').set(ERASED_EMAIL).where(isOneOf(sent)).execute();
    if (unsent.length > 0)
      await trx.deleteFrom('mail').where(isOneOf(unsent)).where('sent_at', 'is', null).execute();
  });
  return rows.length;
}
