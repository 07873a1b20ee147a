import type { Kysely, SelectQueryBuilder } from 'kysely';
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

/** The lock under which the limits of a mailbox are checked and changed. */
export const getMailboxLock = (mailbox: string): string => `mailbox:${mailbox}`;

/** Whether somebody has opened a link that was sent to the mailbox. */
async function isMailboxConfirmed(
  db: Kysely<DatabaseSchema>,
  keys: ServerKeys,
  mailbox: string,
): Promise<boolean> {
  return hasRows(selectConfirmations(db, keys, mailbox));
}

/** Selects rows if the mailbox is confirmed. */
export function selectConfirmations(db: Kysely<DatabaseSchema>, keys: ServerKeys, mailbox: string) {
  return db
    .selectFrom('mail_recipients')
    .select('mailbox_hash as evidence')
    .where('mailbox_hash', 'in', keys.listHashes('mailbox', mailbox));
}

async function hasRows(query: SelectQueryBuilder<DatabaseSchema, never, unknown>): Promise<boolean> {
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Records that somebody has opened a link that was sent to the address, and makes held e-mails to it due. */
export async function confirmMailbox(
  { db, keys, now }: Pick<ServerContext, 'db' | 'keys' | 'now'>,
  address: string,
): Promise<void> {
  const mailbox = getMailbox(address);
  if (await isMailboxConfirmed(db, keys, mailbox)) return;
  await runInTransaction(
    db,
    async trx => {
      await trx
        .insertInto('mail_recipients')
        .values({ mailbox_hash: keys.hash('mailbox', mailbox), confirmed_at: BigInt(now()) })
        .onConflict(conflict => conflict.doNothing())
        .execute();
      await trx
        .updateTable('mail')
        .set({ next_at: BigInt(now()) })
        .where('mailbox', '=', mailbox)
        .where('sent_at', 'is', null)
        .where('attempts', '=', 0n)
        .execute();
    },
    [getMailboxLock(mailbox)],
  );
}

/**
 * When an e-mail about a claim may be sent: `now` or later, milliseconds. Null: never, because a day has passed. An
 * unconfirmed mailbox gets one e-mail for each claim, and few in a day; any mailbox has a limit. An e-mail about money,
 * or about what an operator did, is not limited: strangers cannot cause it.
 */
export async function getMailTime(
  { config, keys }: Pick<ServerContext, 'config' | 'keys'>,
  trx: Kysely<DatabaseSchema>,
  mail: { id: bigint; claimId: string; mailbox: string; at: bigint; isFirst: boolean },
  now: number,
): Promise<number | null> {
  if (await isClaimGenuine(trx, mail.claimId)) return now;
  const isConfirmed = await isMailboxConfirmed(trx, keys, mail.mailbox);
  const { mailsPerDay, unconfirmedMailsPerDay } = config.limits;
  const freeAt = await getLimitEnd(trx, mail, isConfirmed ? mailsPerDay : unconfirmedMailsPerDay, now);
  const droppedAt = Number(mail.at) + LIMIT_PERIOD_MS;
  const sendAt = isConfirmed || mail.isFirst ? freeAt : droppedAt;
  if (sendAt <= now && (isConfirmed || mail.isFirst)) return now;
  return droppedAt <= now ? null : Math.min(sendAt, droppedAt);
}

/** When the mailbox may get another e-mail, milliseconds. Counts what was sent, and what may be on its way. */
async function getLimitEnd(
  trx: Kysely<DatabaseSchema>,
  { id, mailbox }: { id: bigint; mailbox: string },
  limit: number,
  now: number,
): Promise<number> {
  const since = BigInt(now - LIMIT_PERIOD_MS);
  const rows = await trx
    .selectFrom('mail')
    .select(['sent_at', 'at'])
    .where('mailbox', '=', mailbox)
    .where('id', '<>', id)
    .where(({ or, and, eb }) =>
      or([
        eb('sent_at', '>', since),
        and([eb('sent_at', 'is', null), eb('attempts', '>', 0n), eb('at', '>', since)]),
      ]),
    )
    .execute();
  const times = rows.map(({ sent_at, at }) => Number(sent_at ?? at)).toSorted((a, b) => b - a);
  const oldest = times[limit - 1];
  return oldest === undefined ? now : oldest + LIMIT_PERIOD_MS;
}

/**
 * Whether further e-mails about a claim are sent to a mailbox: somebody opened a link there, or the claim is genuine.
 * Anybody can enter anybody's address.
 */
export async function mayMail(
  db: Kysely<DatabaseSchema>,
  keys: ServerKeys,
  { claimId, mailbox }: { claimId: string; mailbox: string },
): Promise<boolean> {
  return hasRows(selectEvidence(db, claimId).unionAll(selectConfirmations(db, keys, mailbox)));
}

/** Whether somebody sent money for the claim, or made an operator work on it. */
async function isClaimGenuine(db: Kysely<DatabaseSchema>, claimId: string): Promise<boolean> {
  return hasRows(selectEvidence(db, claimId));
}

function selectEvidence(db: Kysely<DatabaseSchema>, claimId: string) {
  return db
    .selectFrom('payments')
    .select('claim_id as evidence')
    .where('claim_id', '=', claimId)
    .unionAll(
      db
        .selectFrom('verifications')
        .select('claim_id as evidence')
        .where('claim_id', '=', claimId)
        .where('decided_at', 'is not', null),
    )
    .unionAll(
      db
        .selectFrom('claim_events')
        .select('claim_id as evidence')
        .where('claim_id', '=', claimId)
        .where('actor', '=', 'operator'),
    );
}
