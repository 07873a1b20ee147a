import { sql, type Kysely } from 'kysely';
import type { ServerContext } from '../context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { isPostgres } from '#server/platform/database/rowLocks.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import type { ComposedMessage } from './composeMessage.ts';
import type { LeasedMail } from './leaseMail.ts';
import { logDeadMail, mailQueue, MAX_DELIVERY_ATTEMPTS } from './mailAttempts.ts';

/** The result of an attempt. `unneeded`: the client no longer needs the e-mail. */
export type MailOutcome =
  | { state: 'sent'; letter: LeasedMail; composed: ComposedMessage }
  | { state: 'unneeded'; letter: LeasedMail }
  /** `cause`: codes for the log. */
  | { state: 'failed'; letter: LeasedMail; cause: Readonly<Record<string, unknown>> }
  /** The attempt was not started and does not count. */
  | { state: 'released'; letter: LeasedMail };

/** Stores the outcomes of attempts in one transaction. A failed attempt changes nothing, unless it was the last one. */
export async function recordOutcomes(
  context: Pick<ServerContext, 'db' | 'log' | 'now'>,
  outcomes: readonly MailOutcome[],
): Promise<void> {
  const sent = outcomes.filter(outcome => outcome.state === 'sent');
  const unneeded = outcomes.filter(({ state }) => state === 'unneeded');
  const released = outcomes.filter(({ state }) => state === 'released');
  const dead = outcomes
    .filter(outcome => outcome.state === 'failed')
    .filter(({ letter }) => letter.attempts >= MAX_DELIVERY_ATTEMPTS);
  if (sent.length + unneeded.length + released.length + dead.length === 0) return;
  const at = context.now();
  await runInTransaction(context.db, async trx => {
    await storeSentMail(trx, sent, at);
    await mailQueue.delete(trx, listLetters(unneeded));
    await mailQueue.update(trx, listLetters(dead), () => ({ dead_at: BigInt(at) }));
    // Due before all that were created later.
    await mailQueue.release(trx, listLetters(released), sql.ref('at'));
  });
  for (const { letter, cause } of dead) logDeadMail(context, letter, cause);
}

const listLetters = (outcomes: readonly MailOutcome[]) => outcomes.map(({ letter }) => letter);

/** Stores the e-mails that were sent, without their links, with one statement. */
async function storeSentMail(
  trx: Kysely<DatabaseSchema>,
  sent: readonly { letter: LeasedMail; composed: ComposedMessage }[],
  at: number,
): Promise<void> {
  if (sent.length === 0) return;
  const rows = sent.map(({ letter, composed: { message, storedText } }) => ({
    id: Number(letter.id),
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
