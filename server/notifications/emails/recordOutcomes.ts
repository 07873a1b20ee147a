import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { isPostgres } from '#server/platform/database/rowLocks.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { ComposedMessage } from './composeMessage.ts';
import type { LeasedEmail } from './leaseEmail.ts';
import { logDeadEmail, emailQueue, MAX_DELIVERY_ATTEMPTS } from './emailAttempts.ts';

/** Codes of a failed attempt: of the error, and of the mail server's reply. Its text may contain the address. */
export interface EmailFailure {
  code: string;
  smtpCode: unknown;
}

/** The result of an attempt. `unneeded`: the client no longer needs the e-mail. */
export type EmailOutcome =
  | { state: 'sent'; message: LeasedEmail; composed: ComposedMessage }
  | { state: 'unneeded'; message: LeasedEmail }
  | { state: 'failed'; message: LeasedEmail; cause: EmailFailure }
  /** The attempt was not started and does not count. */
  | { state: 'released'; message: LeasedEmail };

/** Stores the outcomes of attempts in one transaction. */
export async function recordOutcomes(
  context: ServerContext,
  outcomes: readonly EmailOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return;
  const sent = outcomes.filter(outcome => outcome.state === 'sent');
  const unneeded = outcomes.filter(({ state }) => state === 'unneeded');
  const released = outcomes.filter(({ state }) => state === 'released');
  const failed = outcomes.filter(outcome => outcome.state === 'failed');
  const dead = failed.filter(({ message }) => message.attempts >= MAX_DELIVERY_ATTEMPTS);
  const at = context.now();
  await runInTransaction(context.db, async trx => {
    await storeSentEmail(trx, sent, at);
    await emailQueue.delete(trx, listEmails(unneeded));
    for (const [failure, group] of Map.groupBy(failed, formatFailure))
      await emailQueue.update(trx, listEmails(group), attempts => ({
        failure,
        ...(attempts >= MAX_DELIVERY_ATTEMPTS && { dead_at: BigInt(at) }),
      }));
    // Due before all that were created later.
    await emailQueue.release(trx, listEmails(released), sql.ref('at'));
  });
  for (const { message, cause } of dead) logDeadEmail(context, message, cause);
}

const formatFailure = ({ cause: { code, smtpCode } }: { cause: EmailFailure }) => String(smtpCode ?? code);

const listEmails = (outcomes: readonly EmailOutcome[]) => outcomes.map(({ message }) => message);

/** Stores the e-mails that were sent, without their links, with one statement. */
async function storeSentEmail(
  trx: Db,
  sent: readonly { message: LeasedEmail; composed: ComposedMessage }[],
  at: number,
): Promise<void> {
  if (sent.length === 0) return;
  const rows = sent.map(({ message: { id }, composed: { message, storedText } }) => ({
    id: Number(id),
    subject: message.subject,
    text: storedText,
  }));
  const json = JSON.stringify(rows);
  const source = isPostgres(trx)
    ? sql`jsonb_to_recordset(${json}::jsonb) as sent (id bigint, subject text, text text)`
    : sql`(
        select value ->> 'id' as id, value ->> 'subject' as subject, value ->> 'text' as text from json_each(${json})
      ) as sent`;
  await sql`
    update mail set subject = sent.subject, text = sent.text, about = null, sent_at = ${BigInt(at)}
    from ${source} where mail.id = sent.id
  `.execute(trx);
}
