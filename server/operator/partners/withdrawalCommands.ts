import { unitsToDecimal } from '#core/exchange/amount.ts';
import { openSealedFieldIfReadable } from '../../accounts/sealedFields.ts';
import { MAX_REFERENCE_LENGTH } from '../../claims/payment/paymentReference.ts';
import type { PartnerWithdrawalRow } from '../../database/partnerRows.ts';
import { formatFunds } from '../../referral/ledger/postEntry.ts';
import {
  decideWithdrawal,
  findWithdrawal,
  type WithdrawalDecision,
} from '../../referral/withdrawals/decideWithdrawal.ts';
import { beginWithdrawal } from '../../referral/withdrawals/beginWithdrawal.ts';
import { onRefusal, type Problem } from '../../http/problem.ts';
import { changeWithAudit } from '../auditLog.ts';
import {
  createFailure,
  createSuccess,
  formatColumns,
  formatInstant,
  formatUsage,
  type CommandResult,
  type OperatorCommand,
  type OperatorContext,
} from '../operatorCommand.ts';
import { SUPPORT_DEVICE } from './supportDevice.ts';

/** Maximum number of withdrawals shown. */
const MAX_LISTED_WITHDRAWALS = 50;

const STATUS_NAMES = ['open', 'paid', 'cancelled'] as const;

const MAX_REASON_LENGTH = 200;

/** Lists the withdrawals of partners with a status, open ones by default. */
export const withdrawalsCommand: OperatorCommand = {
  usage: ['withdrawals [--status <status>]'],
  summary: 'list the withdrawals of partners that wait to be paid, the oldest first',
  help: [
    `--status  withdrawals with this status (default: open): ${STATUS_NAMES.join(', ')}`,
    '',
    `At most ${MAX_LISTED_WITHDRAWALS}. BEGUN: “withdrawal <id> begin” has shown where to pay, so the money may have been sent. FROZEN: the owner has stopped payouts until then.`,
  ],
  examples: ['withdrawals', 'withdrawals --status paid'],
  options: ['status'],
  argumentRange: [0, 0],
  async run({ db, now }, _, { status = 'open' }) {
    const code = STATUS_NAMES.findIndex(name => name === status);
    if (code < 0) return createFailure(`Unknown status “${status}”. Statuses: ${STATUS_NAMES.join(', ')}.`);
    const rows = await db
      .selectFrom('partner_withdrawals')
      .innerJoin('currencies', 'currencies.id', 'partner_withdrawals.currency_id')
      .innerJoin('partners', 'partners.id', 'partner_withdrawals.partner_id')
      .leftJoin('users', 'users.id', 'partners.user_id')
      .selectAll('partner_withdrawals')
      .select(['currencies.code', 'currencies.decimals', 'users.payouts_frozen_until'])
      .where('partner_withdrawals.status', '=', BigInt(code))
      .orderBy('partner_withdrawals.created_at', code === 0 ? 'asc' : 'desc')
      .limit(MAX_LISTED_WITHDRAWALS)
      .execute();
    if (rows.length === 0) return createSuccess('No withdrawals.');
    const lines = rows.map(row => [
      row.id,
      formatInstant(row.created_at),
      `${formatFunds(row.amount)} USD`,
      `${unitsToDecimal(row.payout, Number(row.decimals))} ${row.code}`,
      row.masked,
      formatInstant(row.begun_at),
      row.reference ?? row.reason ?? '',
      row.payouts_frozen_until !== null && row.payouts_frozen_until > BigInt(now())
        ? formatInstant(row.payouts_frozen_until)
        : '',
    ]);
    return createSuccess(
      formatColumns([
        ['ID', 'REQUESTED', 'FROM BALANCE', 'PAY', 'TO', 'BEGUN', 'REFERENCE OR REASON', 'FROZEN'],
        ...lines,
      ]),
    );
  },
};

/** Shows a withdrawal, begins to pay it, records its payment, or cancels it. */
export const withdrawalCommand: OperatorCommand = {
  usage: [
    'withdrawal <id>',
    'withdrawal <id> begin',
    'withdrawal <id> pay --reference <text>',
    'withdrawal <id> cancel --reason "<sentence>"',
  ],
  summary: 'show a withdrawal, begin to pay it, which prints where to, record its payment, or cancel it',
  help: [
    '<id>         the withdrawal’s uuid, listed by “withdrawals”',
    'begin        right before the transfer: prints where to pay; neither the partner nor «Это не я» cancels it from then on',
    'pay          record that the money of a begun one was sent; it leaves the reserve of its currency, and the owner gets a letter',
    '--reference  the transaction, or the bank’s number of the transfer; the owner reads it',
    'cancel       return the sum to the balance; the owner gets a letter; an automatic one ends the automatic withdrawal',
    '--reason     what is wrong; the owner reads it, so write it in Russian',
    '',
    'Until it is begun, its partner, or «Это не я» of a letter, cancels it: the requisite is masked, and “pay” is refused. “begin” refuses what is cancelled.',
  ],
  examples: [
    'withdrawal 6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10',
    'withdrawal 6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10 begin',
    'withdrawal 6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10 pay --reference 9f86…08',
    'withdrawal 6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10 cancel --reason "Кошелёк не принимает переводы"',
  ],
  options: ['reference', 'reason'],
  argumentRange: [1, 2],
  async run(context, [text = '', action], { reference, reason }) {
    const id = text.trim().toLowerCase();
    if (action === undefined && reference === undefined && reason === undefined) {
      const row = await findWithdrawal(context.db, id);
      return row ? createSuccess(await formatWithdrawal(context, row)) : createMissing(text);
    }
    if (action === 'begin' && reference === undefined && reason === undefined) return begin(context, id);
    if (action !== 'pay' && action !== 'cancel') return createFailure(formatUsage(withdrawalCommand));
    const [given, other] = action === 'pay' ? [reference, reason] : [reason, reference];
    if (other !== undefined)
      return createFailure(
        `${action} does not accept --${action === 'pay' ? 'reason' : 'reference'}. ${formatUsage(withdrawalCommand)}`,
      );
    const words = given?.trim() ?? '';
    const [option, limit] =
      action === 'pay' ? ['--reference', MAX_REFERENCE_LENGTH] : ['--reason', MAX_REASON_LENGTH];
    if (words === '' || words.length > limit)
      return createFailure(`${action} requires ${option}: 1 to ${limit} characters.`);
    const facts = { device: SUPPORT_DEVICE, now: context.now() };
    return decide(context, id, {
      ...facts,
      ...(action === 'pay' ? { status: 'paid', reference: words } : { status: 'cancelled', reason: words }),
    });
  },
};

const createMissing = (id: string) => createFailure(`There is no withdrawal ${id}. List them: withdrawals.`);

function begin(context: OperatorContext, id: string): Promise<CommandResult> {
  return changeWithAudit(context, async trx => {
    const row = await beginWithdrawal(trx, id, context.now());
    const lines = await formatWithdrawal({ ...context, db: trx }, row);
    return {
      ...createSuccess(`The withdrawal is begun: only the operator can cancel it now.\n\n${lines}`),
      entry: { command: 'withdrawal begin', target: id, detail: { amount: formatFunds(row.amount) } },
    };
  }).catch(onRefusal(problem => describeRefusal(context, id, problem)));
}

function decide(context: OperatorContext, id: string, decision: WithdrawalDecision): Promise<CommandResult> {
  return changeWithAudit(context, async trx => {
    const { amount } = await decideWithdrawal(trx, id, decision);
    const words = decision.status === 'paid' ? decision.reference : decision.reason;
    const detail = {
      amount: formatFunds(amount),
      [decision.status === 'paid' ? 'reference' : 'reason']: words,
    };
    const what =
      decision.status === 'paid' ? 'is recorded as paid' : 'is cancelled; its sum is back in the balance';
    return {
      ...createSuccess(`The withdrawal of ${formatFunds(amount)} USD ${what}.`),
      entry: { command: `withdrawal ${decision.status === 'paid' ? 'pay' : 'cancel'}`, target: id, detail },
    };
  }).catch(onRefusal(problem => describeRefusal(context, id, problem)));
}

async function describeRefusal(
  { db }: OperatorContext,
  id: string,
  { code, body }: Problem,
): Promise<CommandResult> {
  const row = await findWithdrawal(db, id);
  if (!row) return createMissing(id);
  if (code === 'withdrawal_begun')
    return createFailure(
      `The withdrawal was begun already, at ${formatInstant(row.begun_at)}. Nothing was changed.`,
    );
  if (code === 'withdrawal_not_begun')
    return createFailure(
      `The withdrawal is not begun, so its partner may still cancel it. Begin before the transfer: withdrawal ${id} begin. Nothing was changed.`,
    );
  if (code === 'payouts_frozen')
    return createFailure(
      `The owner has stopped payouts until ${formatInstant(BigInt(Date.parse(String(body.until))))}. Nothing was changed.`,
    );
  if (code === 'partner_off')
    return createFailure(
      'The partner is switched off, or the account is blocked: nothing is paid out. `cancel` returns the sum to the balance. Nothing was changed.',
    );
  if (code === 'reserve_waiting')
    return createFailure(
      'The free reserve of the currency is smaller than the payment. Nothing was changed.',
    );
  const status = STATUS_NAMES[Number(row.status)] ?? '';
  const words = row.reference ?? row.reason ?? '';
  return createFailure(
    `The withdrawal is ${status} already, since ${formatInstant(row.decided_at)}: ${words}. Nothing was changed.`,
  );
}

/** Where to pay is masked until the withdrawal is begun: whoever reads it may pay at once, and the partner cancel. */
async function formatWithdrawal(
  context: Pick<OperatorContext, 'catalogue' | 'db' | 'keys' | 'now'>,
  row: PartnerWithdrawalRow,
): Promise<string> {
  const { catalogue, db, now } = context;
  const partner = await db
    .selectFrom('partners')
    .leftJoin('users', 'users.id', 'partners.user_id')
    .select(['users.email', 'users.payouts_frozen_until'])
    .where('partners.id', '=', row.partner_id)
    .executeTakeFirst();
  const currency = catalogue.getCurrency(Number(row.currency_id));
  const frozenUntil = partner?.payouts_frozen_until ?? null;
  const lines = formatColumns(
    [
      ['id', row.id],
      ['partner', partner?.email ?? 'deleted account'],
      ['status', STATUS_NAMES[Number(row.status)] ?? ''],
      ['requested', formatInstant(row.created_at)],
      ['from balance', `${formatFunds(row.amount)} USD, fee ${formatFunds(row.fee)} USD`],
      ['course', `${row.course} ${currency?.ticker ?? ''} for 1 USD`],
      ['pay', `${unitsToDecimal(row.payout, currency?.decimals ?? 0)} ${currency?.code ?? ''}`],
      ...listPayoutValues(context, row),
      ['begun', formatInstant(row.begun_at)],
      ['decided', formatInstant(row.decided_at)],
      ['reference', row.reference ?? ''],
      ['reason', row.reason ?? ''],
      ['frozen until', frozenUntil !== null && frozenUntil > BigInt(now()) ? formatInstant(frozenUntil) : ''],
    ].filter(([, value]) => value !== ''),
  );
  return row.status === 0n && row.begun_at === null
    ? `${lines}\n\n“withdrawal ${row.id} begin” prints where to pay.`
    : lines;
}

/** Where a withdrawal goes, name and value: in full only while the operator pays it. */
function listPayoutValues({ keys }: Pick<OperatorContext, 'keys'>, row: PartnerWithdrawalRow): string[][] {
  const { id, begun_at, sealed_values: sealed, masked } = row;
  const field = { column: 'partner_withdrawals.sealed_values', id };
  const text = begun_at === null || sealed === null ? null : openSealedFieldIfReadable(keys, field, sealed);
  return text === null ? [['to', masked]] : Object.entries(JSON.parse(text) as Record<string, string>);
}
