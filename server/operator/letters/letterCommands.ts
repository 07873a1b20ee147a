import { getLinkExpiry } from '../../accounts/accountMail.ts';
import { lockRows } from '../../database/rowLocks.ts';
import {
  deleteMail,
  MAX_DELIVERY_ATTEMPTS,
  mayBeOnItsWay,
  type StoredMail,
} from '../../mail/mailAttempts.ts';
import { changeWithAudit } from '../auditLog.ts';
import {
  createFailure,
  createSuccess,
  formatColumns,
  formatInstant,
  formatUsage,
  type OperatorCommand,
  type OperatorContext,
} from '../operatorCommand.ts';

/** Maximum number of dead and of delayed letters shown. */
const MAX_LISTED_LETTERS = 50;

/** The first attempt of a younger letter may still run. */
const MIN_DELAY_MS = 60_000;

/** Lists the letters that could not be sent. The only personal data is the domain of the address. */
export const lettersCommand: OperatorCommand = {
  usage: ['letters'],
  summary: 'list the e-mails to clients that could not be sent',
  help: [
    `dead     ${MAX_DELIVERY_ATTEMPTS} attempts failed, over about three days; only “letter <id> retry” sends it`,
    'delayed  an attempt failed; the servers try again at the given time',
    '',
    `At most ${MAX_LISTED_LETTERS} of each. ABOUT is the number of the claim, or the kind of a letter about an account. “claim <id>”`,
    'shows the whole address. The servers’ log has the reason of each failure: “Cannot send an email” with the letter’s id as',
    '“mail”. E-mails that wait for a limit are not listed.',
  ],
  examples: ['letters'],
  options: [],
  argumentRange: [0, 0],
  async run(context) {
    const letters = [...(await listDead(context)), ...(await listDelayed(context))];
    if (letters.length === 0) return createSuccess('No letters.');
    const lines = letters.map(row => [
      String(row.id),
      row.dead_at === null ? 'delayed' : 'dead',
      row.public_number ?? row.kind,
      row.mailbox.slice(row.mailbox.lastIndexOf('@') + 1),
      String(row.attempts),
      formatInstant(row.at),
      formatInstant(row.dead_at ?? row.next_at),
    ]);
    return createSuccess(
      formatColumns([
        ['ID', 'STATE', 'ABOUT', 'DOMAIN', 'ATTEMPTS', 'CREATED', 'DEAD SINCE, OR NEXT ATTEMPT'],
        ...lines,
      ]),
    );
  },
};

function listDead(context: OperatorContext) {
  return selectLetters(context)
    .where('mail.dead_at', 'is not', null)
    .orderBy('mail.dead_at', 'desc')
    .orderBy('mail.id', 'desc')
    .execute();
}

function listDelayed(context: OperatorContext) {
  return selectLetters(context)
    .where('mail.sent_at', 'is', null)
    .where('mail.dead_at', 'is', null)
    .where('mail.attempts', '>', 0n)
    .where('mail.at', '<=', BigInt(context.now() - MIN_DELAY_MS))
    .orderBy('mail.next_at')
    .orderBy('mail.id')
    .execute();
}

function selectLetters({ db }: OperatorContext) {
  return db
    .selectFrom('mail')
    .leftJoin('claims', 'claims.id', 'mail.claim_id')
    .select([
      'mail.id',
      'mail.kind',
      'mail.mailbox',
      'mail.attempts',
      'mail.at',
      'mail.next_at',
      'mail.dead_at',
    ])
    .select('claims.public_number')
    .limit(MAX_LISTED_LETTERS);
}

/** Sends a letter again that could not be sent, or deletes one. */
export const letterCommand: OperatorCommand = {
  usage: ['letter <id> retry|drop'],
  summary: 'send an e-mail again that could not be sent, or delete it',
  help: [
    '<id>   the letter’s id, listed by “letters”',
    `retry  a server sends it within a second, with ${MAX_DELIVERY_ATTEMPTS} further attempts; its text is about the claim as it is`,
    '       then, and nothing is sent if the client has nothing to do any more; refused if its link does not work any more',
    'drop   the client does not get it',
  ],
  examples: ['letter 4821 retry', 'letter 4821 drop'],
  options: [],
  argumentRange: [2, 2],
  run(context, [id = '', action]) {
    if (action !== 'retry' && action !== 'drop')
      return Promise.resolve(createFailure(formatUsage(letterCommand)));
    return changeWithAudit(context, async trx => {
      const query = trx
        .selectFrom('mail')
        .selectAll()
        .where('id', '=', /^\d{1,15}$/.test(id) ? BigInt(id) : 0n);
      const row = await lockRows(trx, query).executeTakeFirst();
      if (!row) return createFailure(`There is no letter ${id}.`);
      const refusal = findRefusal(row, action, context.now());
      if (refusal !== null) return createFailure(`Letter ${id} ${refusal}.`);
      if (action === 'drop') await deleteMail(trx, [row]);
      else
        await trx
          .updateTable('mail')
          .set({ attempts: 0n, dead_at: null, next_at: BigInt(context.now()) })
          .where('id', '=', row.id)
          .execute();
      const detail = { letter: id, action, attempts: String(row.attempts) };
      return {
        ...createSuccess(
          action === 'drop'
            ? `Letter ${id} is deleted.`
            : `Letter ${id} is due. “letters” lists it again if this fails.`,
        ),
        entry: { command: 'letter', target: row.claim_id ?? row.kind, detail },
      };
    });
  },
};

/** Why a letter cannot be changed, as the end of a sentence; null if it can be. */
function findRefusal(row: StoredMail, action: 'retry' | 'drop', now: number): string | null {
  if (row.sent_at !== null) return `was sent at ${formatInstant(row.sent_at)}`;
  if (action === 'drop') return null;
  if (getLinkExpiry(row) <= now) return 'has a link that does not work any more: drop it';
  if (row.attempts === 0n) return 'was not tried yet: it waits for its turn or for a limit';
  return row.dead_at === null && mayBeOnItsWay(row, now)
    ? 'was tried less than a minute ago and may be on its way'
    : null;
}
