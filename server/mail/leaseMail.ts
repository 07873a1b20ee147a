import type { Kysely, Selectable, Transaction } from 'kysely';
import type { ServerContext } from '../context.ts';
import { runInTransaction } from '../database/database.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import type { MailRow } from '../database/serverRows.ts';
import { getMailboxLock, getMailTime } from './recipients.ts';

export type DueMail = Selectable<MailRow>;

/** Returns the milliseconds before a retry: one minute, doubled with each attempt, at most six hours. */
export function getMailRetryDelay(attempts: number): number {
  return Math.min(60_000 * 2 ** (attempts - 1), 6 * 3_600_000);
}

/** Maximum number of attempts, over about three days. Then the e-mail is dead: an operator retries or drops it. */
export const MAX_DELIVERY_ATTEMPTS = 20n;

/** Minimum time between two e-mails about the same claim. Changes in between are reported by one e-mail. */
export const MIN_CLAIM_MAIL_INTERVAL_MS = 60_000;

/** Leases one due e-mail until its next attempt. Undefined if nothing is due. */
export async function leaseDueMail(
  context: Pick<ServerContext, 'config' | 'db' | 'keys' | 'log' | 'now'>,
): Promise<DueMail | undefined> {
  const { db, now } = context;
  for (;;) {
    const due = await selectDueMail(db, now()).executeTakeFirst();
    if (!due) return undefined;
    const leaseCurrent = async (trx: Transaction<DatabaseSchema>) => {
      const current = await selectDueMail(trx, now()).where('id', '=', due.id).executeTakeFirst();
      return current && leaseRow(context, trx, current, now());
    };
    const leased = await runInTransaction(db, leaseCurrent, [getMailboxLock(due.mailbox)]);
    if (leased === 'dead') {
      logDeadMail(context, due);
      continue;
    }
    // Undefined: another server leased this e-mail, or it is outdated or postponed. Look for the next one.
    if (leased) return leased;
  }
}

/** Selects the e-mail that has been due for the longest time, with the index `mail_due`. */
export function selectDueMail(db: Kysely<DatabaseSchema>, now: number) {
  return db
    .selectFrom('mail')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('next_at', '<=', BigInt(now))
    .where('dead_at', 'is', null)
    .orderBy('next_at')
    .orderBy('id')
    .limit(1);
}

/**
 * Deletes the e-mail if the claim has a newer one, gives it up without attempts left, postpones it if another was just sent or the recipient's limit is
 * reached, else leases it.
 */
async function leaseRow(
  context: Pick<ServerContext, 'config' | 'keys'>,
  trx: Kysely<DatabaseSchema>,
  row: DueMail,
  now: number,
): Promise<DueMail | 'dead' | undefined> {
  const others = await trx
    .selectFrom('mail')
    .select(['id', 'attempts', 'next_at', 'sent_at'])
    .where('claim_id', '=', row.claim_id)
    .where('id', '<>', row.id)
    .execute();
  if (others.some(({ id }) => id > row.id)) {
    await deleteMail(trx, row.id);
    return undefined;
  }
  // The process ended during the last attempt.
  if (row.attempts >= MAX_DELIVERY_ATTEMPTS) {
    await markMailDead(trx, row.id, now);
    return 'dead';
  }
  const { id, claim_id: claimId, mailbox, at } = row;
  const isFirst = others.every(({ sent_at }) => sent_at === null);
  const allowedAt = await getMailTime(context, trx, { id, claimId, mailbox, at, isFirst }, now);
  if (allowedAt === null) {
    await deleteMail(trx, row.id);
    return undefined;
  }
  const quietUntil = Math.max(...others.map(getLastAttemptTime)) + MIN_CLAIM_MAIL_INTERVAL_MS;
  const sendAt = Math.max(allowedAt, quietUntil);
  if (sendAt > now) {
    await trx
      .updateTable('mail')
      .set({ next_at: BigInt(sendAt) })
      .where('id', '=', row.id)
      .execute();
    return undefined;
  }
  const attempts = row.attempts + 1n;
  return trx
    .updateTable('mail')
    .set({ attempts, next_at: BigInt(now + getMailRetryDelay(Number(attempts))) })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirst();
}

/** When an e-mail was sent or last tried, milliseconds. A tried one may still be on its way from another server. */
function getLastAttemptTime({
  attempts,
  next_at,
  sent_at,
}: Pick<DueMail, 'attempts' | 'next_at' | 'sent_at'>): number {
  if (sent_at !== null) return Number(sent_at);
  return attempts === 0n ? -Infinity : Number(next_at) - getMailRetryDelay(Number(attempts));
}

/** Whether an attempt of an unsent e-mail may still run, on any server. It takes less than the first retry's delay. */
export function mayBeOnItsWay(row: Pick<DueMail, 'attempts' | 'next_at' | 'sent_at'>, now: number): boolean {
  return getLastAttemptTime(row) + getMailRetryDelay(1) > now;
}

/** Gives an e-mail up: only an operator sends it again. */
export async function markMailDead(db: Kysely<DatabaseSchema>, id: bigint, now: number): Promise<void> {
  await db
    .updateTable('mail')
    .set({ dead_at: BigInt(now) })
    .where('id', '=', id)
    .execute();
}

/** Logs that an e-mail was given up, once for each. */
export function logDeadMail(
  { log }: Pick<ServerContext, 'log'>,
  { id, attempts }: DueMail,
  cause = {},
): void {
  log.error(
    { mail: Number(id), attempts: Number(attempts), ...cause },
    'Cannot send an email: no attempts left',
  );
}

/** Deletes an e-mail that its client does not need. */
export async function deleteMail(db: Kysely<DatabaseSchema>, id: bigint): Promise<void> {
  await db.deleteFrom('mail').where('id', '=', id).execute();
}
