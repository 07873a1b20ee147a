import { WITHDRAWAL_STATUS_NAMES, type WithdrawalAction } from '#core/contract/operator/withdrawals.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import type { PartnerWithdrawalRow } from '#server/platform/database/partnerRows.ts';
import { formatFunds } from '#server/partners/ledger/postEntry.ts';
import { onRefusal } from '#server/platform/http/problem.ts';
import { findWithdrawal } from '#server/partners/withdrawals/decideWithdrawal.ts';
import { defineCall, defineChange, optional, refuse, type ChangeContext } from '../defineCommand.ts';
import { formatFacts, formatInstant, formatTable, MAX_LISTED_ROWS } from '../formatText.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { oneOf, parseSentence } from '../parseValue.ts';
import { changeWithdrawal } from './changeWithdrawal.ts';
import { openDestination } from './staffWithdrawals.ts';

const parseId = (text: string) => text.trim().toLowerCase();

/** List the withdrawals of partners, begin to pay one, record its payment, or cancel it. */
export const withdrawalCommands = [
  {
    name: 'withdrawals',
    summary: 'list the withdrawals of partners that wait to be paid, the oldest first',
    help: {
      '--status': `withdrawals with this status (default: open): ${WITHDRAWAL_STATUS_NAMES.join(', ')}`,
    },
    notes: `At most ${MAX_LISTED_ROWS}. BEGUN: “withdrawal <id> begin” has shown where to pay, so the money may have been sent. FROZEN: the owner has stopped payouts until then.`,
    examples: ['withdrawals', 'withdrawals --status paid'],
  },
  defineCall(
    'withdrawals [--status <status>]',
    { status: optional(oneOf('status', WITHDRAWAL_STATUS_NAMES)) },
    (context, { status = 'open' }) => formatWithdrawals(context, WITHDRAWAL_STATUS_NAMES.indexOf(status)),
  ),
  {
    name: 'withdrawal',
    summary: 'show a withdrawal, begin to pay it, which prints where to, record its payment, or cancel it',
    help: {
      '<id>': 'the withdrawal’s uuid, listed by “withdrawals”',
      begin:
        'right before the transfer: prints where to pay; neither the partner nor «Это не я» cancels it from then on',
      pay: 'record that the money of a begun one was sent; it leaves the reserve of its currency, and the owner gets an e-mail',
      '--reference': 'the transaction, or the bank’s number of the transfer; the owner reads it',
      cancel:
        'return the amount to the balance; the owner gets an e-mail; an automatic one ends the automatic withdrawal',
      '--reason': 'what is wrong; the owner reads it, so write it in Russian',
    },
    notes:
      'Until it is begun, its partner, or «Это не я» of an e-mail, cancels it: the requisite is masked, and “pay” is refused. “begin” refuses what is cancelled.',
    examples: [
      'withdrawal 6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10',
      'withdrawal 6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10 begin',
      'withdrawal 6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10 pay --reference 9f86…08',
      'withdrawal 6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10 cancel --reason "Кошелёк не принимает переводы"',
    ],
  },
  defineCall('withdrawal <id>', { id: parseId }, async (context, { id }) => {
    const row = await findWithdrawal(context.db, id);
    return row ? formatWithdrawal(context, row) : refuseMissing(id);
  }),
  defineChange('withdrawal <id> begin', { id: parseId }, async (context, { id }) => {
    const { row, detail } = await change(context, id, { action: 'begin' });
    const text = `The withdrawal is begun: only the operator can cancel it now.\n\n${await formatWithdrawal(context, row)}`;
    return { text, target: id, detail };
  }),
  defineChange(
    'withdrawal <id> pay --reference <text>',
    { id: parseId, reference: parseSentence },
    async (context, { id, reference }) => {
      const { detail } = await change(context, id, { action: 'pay', reference });
      const text = `The withdrawal of ${detail.amount} USD is recorded as paid.`;
      return { text, target: id, detail };
    },
  ),
  defineChange(
    'withdrawal <id> cancel --reason "<sentence>"',
    { id: parseId, reason: parseSentence },
    async (context, { id, reason }) => {
      const { detail } = await change(context, id, { action: 'cancel', reason, isBegun: true });
      const text = `The withdrawal of ${detail.amount} USD is cancelled; its amount is back in the balance.`;
      return { text, target: id, detail };
    },
  ),
];

async function formatWithdrawals({ db, now }: OperatorContext, status: number): Promise<string> {
  const rows = await db
    .selectFrom('partner_withdrawals')
    .innerJoin('currencies', 'currencies.id', 'partner_withdrawals.currency_id')
    .innerJoin('partners', 'partners.id', 'partner_withdrawals.partner_id')
    .leftJoin('users', 'users.id', 'partners.user_id')
    .selectAll('partner_withdrawals')
    .select(['currencies.code', 'currencies.decimals', 'users.payouts_frozen_until'])
    .where('partner_withdrawals.status', '=', BigInt(status))
    .orderBy('partner_withdrawals.created_at', status === 0 ? 'asc' : 'desc')
    .limit(MAX_LISTED_ROWS)
    .execute();
  return formatTable(rows, 'No withdrawals.', {
    ID: ({ id }) => id,
    REQUESTED: row => formatInstant(row.created_at),
    'FROM BALANCE': ({ amount }) => `${formatFunds(amount)} USD`,
    PAY: ({ payout, decimals, code }) => `${unitsToDecimal(payout, Number(decimals))} ${code}`,
    TO: ({ masked }) => masked,
    BEGUN: row => formatInstant(row.begun_at),
    'REFERENCE OR REASON': ({ reference, reason }) => reference ?? reason ?? '',
    FROZEN: row => formatFrozen(row.payouts_frozen_until, now()),
  });
}

/** Formats the end of a payout freeze by the owner; "" without one. */
const formatFrozen = (until: bigint | null, now: number) =>
  until !== null && until > BigInt(now) ? formatInstant(until) : '';

const refuseMissing = (id: string) => refuse(`There is no withdrawal ${id}. List them: withdrawals.`);

/** Changes a withdrawal, or explains why it is unchanged. */
const change = (context: ChangeContext, id: string, action: WithdrawalAction) =>
  changeWithdrawal(context, id, action).catch(explainRefusal(context, id));

/** Describes why a withdrawal is unchanged. Rethrows a refusal without a sentence here. */
const explainRefusal = ({ db }: ChangeContext, id: string) =>
  onRefusal(async (problem): Promise<never> => {
    const { code = '', body } = problem;
    const row = await findWithdrawal(db, id);
    if (!row) return refuseMissing(id);
    const reasons: Readonly<Record<string, string>> = {
      withdrawal_decided: `The withdrawal is ${WITHDRAWAL_STATUS_NAMES[Number(row.status)]} already, since ${formatInstant(row.decided_at)}: ${row.reference ?? row.reason ?? ''}.`,
      withdrawal_begun: `The withdrawal was begun already, at ${formatInstant(row.begun_at)}.`,
      withdrawal_not_begun: `The withdrawal is not begun, so its partner may still cancel it. Begin before the transfer: withdrawal ${id} begin.`,
      payouts_frozen: `The owner has stopped payouts until ${String(body.until)}.`,
      partner_off:
        'The partner is switched off, or the account is blocked: nothing is paid out. `cancel` returns the amount to the balance.',
      reserve_waiting: 'The free reserve of the currency is smaller than the payment.',
    };
    const reason = reasons[code];
    if (reason === undefined) throw problem;
    return refuse(`${reason} Nothing was changed.`);
  });

async function formatWithdrawal(
  { catalogue, db, keys, now }: OperatorContext,
  row: PartnerWithdrawalRow,
): Promise<string> {
  const partner = await db
    .selectFrom('partners')
    .leftJoin('users', 'users.id', 'partners.user_id')
    .select(['users.email', 'users.payouts_frozen_until'])
    .where('partners.id', '=', row.partner_id)
    .executeTakeFirst();
  const currency = catalogue.getCurrency(Number(row.currency_id));
  const text = openDestination(keys, row);
  const destination = text ? (JSON.parse(text) as Record<string, string>) : { to: row.masked };
  const facts = formatFacts({
    id: row.id,
    partner: partner?.email ?? 'deleted account',
    status: WITHDRAWAL_STATUS_NAMES[Number(row.status)],
    requested: formatInstant(row.created_at),
    'from balance': `${formatFunds(row.amount)} USD, fee ${formatFunds(row.fee)} USD`,
    course: `${row.course} ${currency?.ticker ?? ''} for 1 USD`,
    pay: `${unitsToDecimal(row.payout, currency?.decimals ?? 0)} ${currency?.code ?? ''}`,
    ...destination,
    begun: formatInstant(row.begun_at),
    decided: formatInstant(row.decided_at),
    reference: row.reference,
    reason: row.reason,
    'frozen until': formatFrozen(partner?.payouts_frozen_until ?? null, now()),
  });
  return row.status === 0n && row.begun_at === null
    ? `${facts}\n\n“withdrawal ${row.id} begin” prints where to pay.`
    : facts;
}
