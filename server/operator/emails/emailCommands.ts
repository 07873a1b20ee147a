import { sql } from 'kysely';
import { UNDELIVERED_EMAIL_STATES } from '#core/contract/operator/undeliveredEmails.ts';
import { MAX_DELIVERY_ATTEMPTS } from '#server/notifications/emails/emailAttempts.ts';
import { onRefusal } from '#server/platform/http/problem.ts';
import { defineCall, defineChange, anyText, refuse, type ChangeContext } from '../defineCommand.ts';
import { formatInstant, formatTable, MAX_LISTED_ROWS } from '../formatText.ts';
import { oneOf } from '../parseValue.ts';
import { selectRows } from '../selectRows.ts';
import { changeUndeliveredEmail, parseEmailId } from './changeUndeliveredEmail.ts';
import {
  getDomain,
  selectEmailColumns,
  selectUndeliveredEmails,
  UNDELIVERED_EMAIL_ORDERS,
} from './undeliveredEmails.ts';

/** List the e-mails that could not be sent, send one again, or delete it. The only personal data is a domain. */
export const emailCommands = [
  {
    name: 'letters',
    summary: 'list the e-mails to clients that could not be sent',
    help: {
      dead: `${MAX_DELIVERY_ATTEMPTS} attempts failed, over about three days; only “letter <id> retry” sends it`,
      delayed: 'an attempt failed; the servers try again at the given time',
    },
    notes: `At most ${MAX_LISTED_ROWS} of each. ABOUT is the number of the claim, or the kind of an e-mail about an account. “claim <id>” shows the whole address. FAILURE is the code of the mail server’s reply to the last attempt (550: the address is wrong), else of the error (ECONNREFUSED). The servers’ log has those of all attempts: “Cannot send an email” with the e-mail’s id as “mail”. E-mails that wait for a limit are not listed.`,
  },
  defineCall('letters', {}, async ({ db, now }) => {
    const rows = [];
    for (const state of UNDELIVERED_EMAIL_STATES) {
      let query = selectEmailColumns(selectUndeliveredEmails(db, state, now())).limit(MAX_LISTED_ROWS);
      for (const [column, direction] of Object.entries(UNDELIVERED_EMAIL_ORDERS[state]))
        query = query.orderBy(sql.ref(column), direction);
      rows.push(...(await query.execute()));
    }
    return formatTable(rows, 'No e-mails.', {
      ID: ({ id }) => String(id),
      STATE: ({ dead_at }) => (dead_at === null ? 'delayed' : 'dead'),
      ABOUT: ({ public_number, kind }) => public_number ?? kind,
      DOMAIN: ({ mailbox }) => getDomain(mailbox),
      ATTEMPTS: ({ attempts }) => String(attempts),
      FAILURE: ({ failure }) => failure ?? '',
      CREATED: ({ at }) => formatInstant(at),
      'DEAD SINCE, OR NEXT ATTEMPT': ({ dead_at, next_at }) => formatInstant(dead_at ?? next_at),
    });
  }),
  {
    name: 'letter',
    summary: 'send an e-mail again that could not be sent, or delete it',
    help: {
      '<id>': 'the e-mail’s id, listed by “letters”',
      retry: `a server sends it within a second, with ${MAX_DELIVERY_ATTEMPTS} further attempts; its text is about the claim as it is then, and nothing is sent if the client has nothing to do any more; refused if its link does not work any more`,
      drop: 'the client does not get it',
    },
    examples: ['letter 4821 retry', 'letter 4821 drop'],
  },
  defineChange(
    'letter <id> retry|drop',
    { id: anyText, action: oneOf('action', ['retry', 'drop']) },
    async (context, { id, action }) => {
      const entry = await changeUndeliveredEmail(context, parseEmailId(id), { action }).catch(
        explainRefusal(context, id),
      );
      const result = action === 'drop' ? 'is deleted.' : 'is due. “letters” lists it again if this fails.';
      return { text: `E-mail ${id} ${result}`, ...entry };
    },
  ),
];

/** Describes why an e-mail is unchanged. Rethrows a refusal without a sentence here. */
const explainRefusal = ({ db }: ChangeContext, id: string) =>
  onRefusal(async (problem): Promise<never> => {
    const row = await selectRows(db, 'mail', { id: parseEmailId(id) }).executeTakeFirst();
    if (!row) return refuse(`There is no e-mail ${id}.`);
    const reasons: Readonly<Record<string, string>> = {
      email_sent: `was sent at ${formatInstant(row.sent_at)}`,
      email_expired: 'has a link that does not work any more: drop it',
      email_waiting: 'was not tried yet: it waits for its turn or for a limit',
      email_sending: 'was tried less than a minute ago and may be on its way',
    };
    const reason = reasons[problem.code ?? ''];
    if (reason === undefined) throw problem;
    return refuse(`E-mail ${id} ${reason}.`);
  });
