import type { Selectable } from 'kysely';
import { deriveClaimSecret } from '../claims/claimSecret.ts';
import type { ServerContext } from '../context.ts';
import { runInTransaction } from '../database/database.ts';
import { getSystemErrorCode } from '../startError.ts';
import type { MailRow } from '../database/schema.ts';
import { createBackgroundJob, type BackgroundJob } from '../backgroundJob.ts';
import type { MailMessage, MailTransport } from './mailTransport.ts';

type MailContext = Pick<ServerContext, 'db' | 'now' | 'log' | 'config' | 'secret'>;
type DueMail = Selectable<MailRow>;

/** Milliseconds before a letter is tried again: a minute, then twice as long each time, at most six hours. */
export function getMailRetryDelay(attempts: number): number {
  return Math.min(60_000 * 2 ** (attempts - 1), 6 * 3_600_000);
}

/** After so many attempts, some three days, a letter stays unsent. */
const MAX_DELIVERY_ATTEMPTS = 20n;

const DELIVERY_INTERVAL_MS = 500;

/**
 * Sends what is due, one letter after the other, and answers how many that were. Any number of servers may do so at
 * once: who takes a letter moves its next attempt away first. It counts as sent only after the transport took it, so a
 * server killed between the two sends it again, with the same Message-ID. A failure is logged without what it says:
 * a mail server's answer repeats the address.
 */
export async function deliverDueMail(context: MailContext, transport: MailTransport): Promise<number> {
  const { db, log, now } = context;
  let count = 0;
  for (let row = await leaseDueMail(context); row; row = await leaseDueMail(context)) {
    const { id, attempts } = row;
    try {
      await transport(buildMessage(context, row));
    } catch (error) {
      const code = getSystemErrorCode(error) || (error instanceof Error ? error.name : 'unknown');
      const smtpCode = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
      const logEntry = { letter: Number(id), attempts: Number(attempts), code, answer: smtpCode };
      if (attempts >= MAX_DELIVERY_ATTEMPTS) log.error(logEntry, 'a letter is given up');
      else log.warn(logEntry, 'a letter could not be sent');
      continue;
    }
    await runInTransaction(db, trx =>
      trx
        .updateTable('mail')
        .set({ sent_at: BigInt(now()) })
        .where('id', '=', id)
        .execute(),
    );
    count++;
  }
  return count;
}

/** The delivery that goes on while the server runs. */
export function createMailWorker(context: MailContext, transport: MailTransport): BackgroundJob {
  return createBackgroundJob(
    DELIVERY_INTERVAL_MS,
    () => deliverDueMail(context, transport),
    error => context.log.error({ err: error }, 'mail failed'),
  );
}

/** One due letter, now ours until its next attempt; undefined when nothing is due. */
async function leaseDueMail({ db, now }: MailContext): Promise<DueMail | undefined> {
  for (;;) {
    const due = await db
      .selectFrom('mail')
      .select(['id', 'attempts', 'next_at'])
      .where('sent_at', 'is', null)
      .where('next_at', '<=', BigInt(now()))
      .where('attempts', '<', MAX_DELIVERY_ATTEMPTS)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!due) return undefined;
    const attempts = due.attempts + 1n;
    const leased = await runInTransaction(db, trx =>
      trx
        .updateTable('mail')
        .set({ attempts, next_at: BigInt(now() + getMailRetryDelay(Number(attempts))) })
        .where('id', '=', due.id)
        .where('next_at', '=', due.next_at)
        .where('sent_at', 'is', null)
        .returningAll()
        .executeTakeFirst(),
    );
    // Undefined: another server was faster, the next one may be ours.
    if (leased) return leased;
  }
}

/** The row as a letter: who reads it may open the claim, by the link at its end. */
function buildMessage({ config, secret }: MailContext, row: DueMail): MailMessage {
  const { publicOrigin, mail } = config;
  const claimUrl = `${publicOrigin}/claim/${row.claim_id}#${deriveClaimSecret(secret, row.claim_id)}`;
  return {
    from: mail.from,
    to: row.recipient,
    subject: row.subject,
    text: `${row.text}\n\nЗаявка: ${claimUrl}\n`,
    messageId: `<${row.message_id}@${new URL(publicOrigin).hostname}>`,
    date: new Date(Number(row.at)),
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
