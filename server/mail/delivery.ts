import type { Selectable } from 'kysely';
import { secretOf } from '../claims/secret.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../database/database.ts';
import { codeOf } from '../database/error.ts';
import type { MailRow } from '../database/schema.ts';
import { repeated, type Repeated } from '../repeat.ts';
import type { Message, Transport } from './transport.ts';

type Needs = Pick<Context, 'db' | 'now' | 'log' | 'config' | 'secret'>;
type Row = Selectable<MailRow>;

/** Milliseconds before a letter is tried again: a minute, then twice as long each time, at most six hours. */
export function backoff(attempts: number): number {
  return Math.min(60_000 * 2 ** (attempts - 1), 6 * 3_600_000);
}

/** After so many attempts, some three days, a letter stays unsent. */
const MOST = 20n;

const PAUSE = 500;

/**
 * Sends what is due, one letter after the other, and answers how many that were. Any number of servers may do so at
 * once: who takes a letter moves its next attempt away first. It counts as sent only after the transport took it, so a
 * server killed between the two sends it again, with the same Message-ID. A failure is logged without what it says:
 * a mail server's answer repeats the address.
 */
export async function deliver(context: Needs, transport: Transport): Promise<number> {
  const { db, log, now } = context;
  let count = 0;
  for (let row = await take(context); row; row = await take(context)) {
    const { id, attempts } = row;
    try {
      await transport(message(context, row));
    } catch (error) {
      const code = codeOf(error) || (error instanceof Error ? error.name : 'unknown');
      const answer = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
      const line = { letter: Number(id), attempts: Number(attempts), code, answer };
      if (attempts >= MOST) log.error(line, 'a letter is given up');
      else log.warn(line, 'a letter could not be sent');
      continue;
    }
    await inTransaction(db, trx =>
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
export function post(context: Needs, transport: Transport): Repeated {
  return repeated(
    PAUSE,
    () => deliver(context, transport),
    error => context.log.error({ err: error }, 'mail failed'),
  );
}

/** One due letter, now ours until its next attempt; undefined when nothing is due. */
async function take({ db, now }: Needs): Promise<Row | undefined> {
  for (;;) {
    const due = await db
      .selectFrom('mail')
      .select(['id', 'attempts', 'next_at'])
      .where('sent_at', 'is', null)
      .where('next_at', '<=', BigInt(now()))
      .where('attempts', '<', MOST)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!due) return undefined;
    const attempts = due.attempts + 1n;
    const taken = await inTransaction(db, trx =>
      trx
        .updateTable('mail')
        .set({ attempts, next_at: BigInt(now() + backoff(Number(attempts))) })
        .where('id', '=', due.id)
        .where('next_at', '=', due.next_at)
        .where('sent_at', 'is', null)
        .returningAll()
        .executeTakeFirst(),
    );
    // Undefined: another server was faster, the next one may be ours.
    if (taken) return taken;
  }
}

/** The row as a letter: who reads it may open the claim, by the link at its end. */
function message({ config, secret }: Needs, row: Row): Message {
  const { publicOrigin, mail } = config;
  const link = `${publicOrigin}/claim/${row.claim_id}#${secretOf(secret, row.claim_id)}`;
  return {
    from: mail.from,
    to: row.recipient,
    subject: row.subject,
    text: `${row.text}\n\nЗаявка: ${link}\n`,
    messageId: `<${row.message_id}@${new URL(publicOrigin).hostname}>`,
    date: new Date(Number(row.at)),
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
