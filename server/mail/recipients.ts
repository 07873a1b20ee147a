import type { Kysely } from 'kysely';
import type { ServerContext } from '../context.ts';
import { runInTransaction } from '../database/database.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import type { ServerKeys } from '../keys/serverKeys.ts';

/** The period that the limits of e-mails count in, milliseconds. */
const LIMIT_PERIOD_MS = 24 * 3_600_000;

/**
 * Returns the mailbox that an address belongs to: lower case, without a tag after “+”. Spellings of one address share
 * the limits of e-mails.
 */
export function getMailbox(address: string): string {
  const at = address.lastIndexOf('@');
  const [name = ''] = address.slice(0, at).split('+');
  return `${name}${address.slice(at)}`.toLowerCase();
}

/** Whether somebody has opened a link that was sent to the mailbox. */
async function hasAnswered(db: Kysely<DatabaseSchema>, keys: ServerKeys, mailbox: string): Promise<boolean> {
  const row = await db
    .selectFrom('mail_recipients')
    .select('mailbox_hash')
    .where('mailbox_hash', 'in', keys.listHashes('mailbox', mailbox))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that somebody has opened a link that was sent to the address, and makes held e-mails to it due. */
export async function recordAnswer(
  { db, keys, now }: Pick<ServerContext, 'db' | 'keys' | 'now'>,
  address: string,
): Promise<void> {
  const mailbox = getMailbox(address);
  if (await hasAnswered(db, keys, mailbox)) return;
  await runInTransaction(db, async trx => {
    await trx
      .insertInto('mail_recipients')
      .values({ mailbox_hash: keys.hash('mailbox', mailbox), answered_at: BigInt(now()) })
      .onConflict(conflict => conflict.doNothing())
      .execute();
    await trx
      .updateTable('mail')
      .set({ next_at: BigInt(now()) })
      .where('mailbox', '=', mailbox)
      .where('sent_at', 'is', null)
      .where('attempts', '=', 0n)
      .execute();
  });
}

/**
 * When an e-mail about a claim may be sent: `now` or later, milliseconds. Null: never, because the mailbox has not
 * answered within a day. An unanswered mailbox gets one e-mail for each claim, and few in a day.
 */
export async function getMailTime(
  { config, keys }: Pick<ServerContext, 'config' | 'keys'>,
  trx: Kysely<DatabaseSchema>,
  mail: { claimId: string; mailbox: string; at: bigint; isFirst: boolean },
  now: number,
): Promise<number | null> {
  const isTrusted = await mayMail(trx, keys, mail);
  if (!isTrusted && !mail.isFirst) {
    const droppedAt = Number(mail.at) + LIMIT_PERIOD_MS;
    return droppedAt <= now ? null : droppedAt;
  }
  const limit = isTrusted ? config.limits.mailsPerDay : config.limits.unansweredMailsPerDay;
  const [oldest] = await trx
    .selectFrom('mail')
    .select('sent_at')
    .where('mailbox', '=', mail.mailbox)
    .where('sent_at', '>', BigInt(now - LIMIT_PERIOD_MS))
    .orderBy('sent_at', 'desc')
    .offset(limit - 1)
    .limit(1)
    .execute();
  return oldest?.sent_at ? Number(oldest.sent_at) + LIMIT_PERIOD_MS : now;
}

/**
 * Whether a claim's e-mails may go to a mailbox without an answer. Anybody can enter anybody's address, so somebody must
 * have opened a link there, sent money for the claim, or made an operator work on it.
 */
export async function mayMail(
  db: Kysely<DatabaseSchema>,
  keys: ServerKeys,
  { claimId, mailbox }: { claimId: string; mailbox: string },
): Promise<boolean> {
  if (await hasAnswered(db, keys, mailbox)) return true;
  const evidence = await db
    .selectFrom('payments')
    .select('claim_id')
    .where('claim_id', '=', claimId)
    .union(
      db
        .selectFrom('verifications')
        .select('claim_id')
        .where('claim_id', '=', claimId)
        .where('decided_at', 'is not', null),
    )
    .union(
      db
        .selectFrom('claim_events')
        .select('claim_id')
        .where('claim_id', '=', claimId)
        .where('actor', '=', 'operator'),
    )
    .limit(1)
    .executeTakeFirst();
  return evidence !== undefined;
}
