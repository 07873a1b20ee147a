import type { Selectable } from 'kysely';
import { retryDelay } from '#core/retry.ts';
import type { ServerContext } from '../context.ts';
import type { EmailRow } from '#server/platform/database/serverRows.ts';
import { createLeasedQueue } from '#server/platform/jobs/leasedQueue.ts';

export type StoredEmail = Selectable<EmailRow>;

/** The outbox. Its due e-mails are in the index `mail_due`. */
export const emailQueue = createLeasedQueue('mail', { endColumns: ['sent_at', 'dead_at'] });

/** Maximum number of attempts, over about three days. Then the e-mail is dead: an operator retries or drops it. */
export const MAX_DELIVERY_ATTEMPTS = 20n;

/** Returns the milliseconds before a retry: one minute, doubled with each attempt, at most six hours. */
export function getEmailRetryDelay(attempts: number): number {
  return retryDelay({ retryAfter: null }, attempts - 1, { firstMs: 60_000, maxMs: 6 * 3_600_000 });
}

/** Time when an e-mail was sent or last tried, milliseconds. Another server may still be sending a tried one. */
export function getLastAttemptTime({
  attempts,
  next_at,
  sent_at,
}: Pick<StoredEmail, 'attempts' | 'next_at' | 'sent_at'>): number {
  if (sent_at !== null) return Number(sent_at);
  return attempts === 0n ? -Infinity : Number(next_at) - getEmailRetryDelay(Number(attempts));
}

/** Whether an attempt of an unsent e-mail may still run, on any server. It takes less than the first retry's delay. */
export function mayBeOnItsWay(
  mail: Pick<StoredEmail, 'attempts' | 'next_at' | 'sent_at'>,
  now: number,
): boolean {
  return getLastAttemptTime(mail) + getEmailRetryDelay(1) > now;
}

/** Logs dead e-mails, one line each. `cause`: codes of the last failure, if available. */
export function logDeadEmail(
  { log }: ServerContext,
  { id, attempts }: StoredEmail,
  cause: object = {},
): void {
  const entry = { mail: Number(id), attempts: Number(attempts), ...cause };
  log.error(entry, 'Cannot send an email: no attempts left');
}
