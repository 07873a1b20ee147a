import { getLinkExpiry } from '#server/accounts/accountEmail.ts';
import { lockRows } from '#server/platform/database/rowLocks.ts';
import {
  MAX_DELIVERY_ATTEMPTS,
  mayBeOnItsWay,
  type StoredEmail,
} from '#server/notifications/emails/emailAttempts.ts';
import { selectRows } from '../selectRows.ts';
import { defineCall, defineChange, anyText, refuse } from '../defineCommand.ts';
import { formatInstant, formatTable, MAX_LISTED_ROWS } from '../formatText.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { oneOf } from '../parseValue.ts';

/** Minimum age of an e-mail, milliseconds: the first attempt of a younger one may still run. */
const MIN_DELAY_MS = 60_000;

/** List the e-mails that could not be sent, send one again, or delete it. The only personal data is a domain. */
export const emailCommands = [
  {
    name: 'letters',
    summary: 'list the e-mails to clients that could not be sent',
    help: {
      dead: `${MAX_DELIVERY_ATTEMPTS} attempts failed, over about three days; only “letter <id> retry” sends it`,
      delayed: 'an attempt failed; the servers try again at the given time',
    },
    notes: `At most ${MAX_LISTED_ROWS} of each. ABOUT is the number of the claim, or the kind of a letter about an account. “claim <id>” shows the whole address. The servers’ log has the reason of each failure: “Cannot send an email” with the letter’s id as “mail”. E-mails that wait for a limit are not listed.`,
  },
  defineCall('letters', {}, async context => {
    const dead = selectEmails(context)
      .where('mail.dead_at', 'is not', null)
      .orderBy('mail.dead_at', 'desc')
      .orderBy('mail.id', 'desc');
    const delayed = selectEmails(context)
      .where('mail.sent_at', 'is', null)
      .where('mail.dead_at', 'is', null)
      .where('mail.attempts', '>', 0n)
      .where('mail.at', '<=', BigInt(context.now() - MIN_DELAY_MS))
      .orderBy('mail.next_at')
      .orderBy('mail.id');
    return formatTable([...(await dead.execute()), ...(await delayed.execute())], 'No letters.', {
      ID: ({ id }) => String(id),
      STATE: ({ dead_at }) => (dead_at === null ? 'delayed' : 'dead'),
      ABOUT: ({ public_number, kind }) => public_number ?? kind,
      DOMAIN: ({ mailbox }) => mailbox.slice(mailbox.lastIndexOf('@') + 1),
      ATTEMPTS: ({ attempts }) => String(attempts),
      CREATED: ({ at }) => formatInstant(at),
      'DEAD SINCE, OR NEXT ATTEMPT': ({ dead_at, next_at }) => formatInstant(dead_at ?? next_at),
    });
  }),
  {
    name: 'letter',
    summary: 'send an e-mail again that could not be sent, or delete it',
    help: {
      '<id>': 'the letter’s id, listed by “letters”',
      retry: `a server sends it within a second, with ${MAX_DELIVERY_ATTEMPTS} further attempts; its text is about the claim as it is then, and nothing is sent if the client has nothing to do any more; refused if its link does not work any more`,
      drop: 'the client does not get it',
    },
    examples: ['letter 4821 retry', 'letter 4821 drop'],
  },
  defineChange(
    'letter <id> retry|drop',
    { id: anyText, action: oneOf('action', ['retry', 'drop']) },
    async ({ db, now }, { id, action }) => {
      const query = selectRows(db, 'mail', { id: /^\d{1,15}$/.test(id) ? BigInt(id) : 0n });
      const row = await lockRows(db, query).executeTakeFirst();
      if (!row) refuse(`There is no letter ${id}.`);
      const refusal = findRefusal(row, action, now());
      if (refusal !== null) refuse(`Letter ${id} ${refusal}.`);
      const due = { attempts: 0n, dead_at: null, next_at: BigInt(now()) };
      if (action === 'drop') await db.deleteFrom('mail').where('id', '=', row.id).execute();
      else await db.updateTable('mail').set(due).where('id', '=', row.id).execute();
      const result = action === 'drop' ? 'is deleted.' : 'is due. “letters” lists it again if this fails.';
      const detail = { letter: id, action, attempts: String(row.attempts) };
      return { text: `Letter ${id} ${result}`, target: row.claim_id ?? row.kind, detail };
    },
  ),
];

const selectEmails = ({ db }: OperatorContext) =>
  db
    .selectFrom('mail')
    .leftJoin('claims', 'claims.id', 'mail.claim_id')
    .select(['mail.id', 'mail.kind', 'mail.mailbox', 'mail.attempts', 'mail.at', 'mail.next_at'])
    .select(['mail.dead_at', 'claims.public_number'])
    .limit(MAX_LISTED_ROWS);

/** Returns why an e-mail cannot be changed, as the end of a sentence; null if it can be. */
function findRefusal(row: StoredEmail, action: 'retry' | 'drop', now: number): string | null {
  if (row.sent_at !== null) return `was sent at ${formatInstant(row.sent_at)}`;
  if (action === 'drop') return null;
  if (getLinkExpiry(row) <= now) return 'has a link that does not work any more: drop it';
  if (row.attempts === 0n) return 'was not tried yet: it waits for its turn or for a limit';
  return row.dead_at === null && mayBeOnItsWay(row, now)
    ? 'was tried less than a minute ago and may be on its way'
    : null;
}
