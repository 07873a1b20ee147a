import type { Selectable } from 'kysely';
import { deriveClaimSecret } from '../claims/claimSecret.ts';
import type { ServerContext } from '../context.ts';
import { runInTransaction } from '../database/database.ts';
import { getSystemErrorCode } from '../startError.ts';
import type { MailRow } from '../database/serverRows.ts';
import { createBackgroundJob, type BackgroundJob } from '../backgroundJob.ts';
import type { MailMessage, MailTransport } from './mailTransport.ts';

type MailContext = Pick<ServerContext, 'db' | 'now' | 'log' | 'config' | 'secret'>;
type DueMail = Selectable<MailRow>;

/** Returns the milliseconds before a retry: one minute, doubled with each attempt, at most six hours. */
export function getMailRetryDelay(attempts: number): number {
  return Math.min(60_000 * 2 ** (attempts - 1), 6 * 3_600_000);
}

/** Maximum number of attempts, over about three days. */
const MAX_DELIVERY_ATTEMPTS = 20n;

const DELIVERY_INTERVAL_MS = 500;

/**
 * Sends the due emails one by one and returns how many were sent. Safe on several servers: each email is leased by
 * moving its next attempt. It is marked as sent after the transport accepted it, so a crash in between sends it again
 * with the same Message-ID. Failures are logged without the server's text, which may contain the address.
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
      const logEntry = { mail: Number(id), attempts: Number(attempts), code, smtpCode };
      if (attempts >= MAX_DELIVERY_ATTEMPTS) log.error(logEntry, 'Cannot send an email: no attempts left');
      else log.warn(logEntry, 'Cannot send an email: retrying later');
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

/** Creates the job that delivers mail while the server runs. */
export function createMailWorker(context: MailContext, transport: MailTransport): BackgroundJob {
  return createBackgroundJob(
    DELIVERY_INTERVAL_MS,
    () => deliverDueMail(context, transport),
    error => context.log.error({ err: error }, 'Cannot deliver mail'),
  );
}

/** Leases one due email until its next attempt. Undefined if nothing is due. */
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
    // Undefined: another server leased this email first, so look for the next one.
    if (leased) return leased;
  }
}

/** Builds the email of a row and appends the link to the claim, which contains its secret. */
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
