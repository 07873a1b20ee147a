import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import { retryDelay } from '#core/retry.ts';
import type { ServerContext } from '../context.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import type { MailRow } from '../database/serverRows.ts';

export type StoredMail = Selectable<MailRow>;

/** Maximum number of attempts, over about three days. Then the e-mail is dead: an operator retries or drops it. */
export const MAX_DELIVERY_ATTEMPTS = 20n;

/** Returns the milliseconds before a retry: one minute, doubled with each attempt, at most six hours. */
export function getMailRetryDelay(attempts: number): number {
  return retryDelay({ retryAfter: null }, attempts - 1, { firstMs: 60_000, maxMs: 6 * 3_600_000 });
}

/** Time when an e-mail was sent or last tried, milliseconds. Another server may still be sending a tried one. */
export function getLastAttemptTime({
  attempts,
  next_at,
  sent_at,
}: Pick<StoredMail, 'attempts' | 'next_at' | 'sent_at'>): number {
  if (sent_at !== null) return Number(sent_at);
  return attempts === 0n ? -Infinity : Number(next_at) - getMailRetryDelay(Number(attempts));
}

/** Whether an attempt of an unsent e-mail may still run, on any server. It takes less than the first retry's delay. */
export function mayBeOnItsWay(
  mail: Pick<StoredMail, 'attempts' | 'next_at' | 'sent_at'>,
  now: number,
): boolean {
  return getLastAttemptTime(mail) + getMailRetryDelay(1) > now;
}

/** Deletes unneeded e-mails in these attempts. */
export async function deleteMail(db: Kysely<DatabaseSchema>, letters: readonly MailAttempt[]): Promise<void> {
  if (letters.length > 0) await db.deleteFrom('mail').where(isAttempt(letters)).execute();
}

/** An e-mail in one of its attempts. */
export type MailAttempt = Pick<StoredMail, 'id' | 'attempts'>;

/** In a query: whether an e-mail is unsent and in one of these attempts. False if it was leased again since. */
export function isAttempt(letters: readonly MailAttempt[]) {
  return ({ and, eb, or }: ExpressionBuilder<DatabaseSchema, 'mail'>) =>
    and([
      eb('sent_at', 'is', null),
      or(letters.map(({ id, attempts }) => and([eb('id', '=', id), eb('attempts', '=', attempts)]))),
    ]);
}

/** Marks e-mails as dead after these attempts: only an operator sends them again. */
export async function markMailDead(
  db: Kysely<DatabaseSchema>,
  letters: readonly MailAttempt[],
  now: number,
): Promise<void> {
  if (letters.length > 0)
    await db
      .updateTable('mail')
      .set({ dead_at: BigInt(now) })
      .where(isAttempt(letters))
      .execute();
}

/** Logs dead e-mails, one line each. `cause`: codes of the last failure, if available. */
export function logDeadMail(
  { log }: Pick<ServerContext, 'log'>,
  { id, attempts }: StoredMail,
  cause: Readonly<Record<string, unknown>> = {},
): void {
  const entry = { mail: Number(id), attempts: Number(attempts), ...cause };
  log.error(entry, 'Cannot send an email: no attempts left');
}
