import { validateAddress } from '#core/exchange/requisites/validateAddress.ts';
import { validateCardNumber } from '#core/exchange/requisites/cardNumber.ts';
import { validatePhone, type RequisiteVerdict } from '#core/exchange/requisites/validateRequisite.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import { OPEN_STATUSES } from '../../claims/claimStatusSets.ts';
import { parsePaymentTarget } from '../../claims/payment/paymentTarget.ts';
import type { PaymentRequisiteRow } from '../../database/catalogueRows.ts';
import { changeWithAudit } from '../auditLog.ts';
import {
  createFailure,
  createSuccess,
  formatColumns,
  formatInstant,
  formatUsage,
  type CommandOptions,
  type CommandResult,
  type OperatorCommand,
  type OperatorContext,
} from '../operatorCommand.ts';
import { describeUnknownCurrency } from './currencyPair.ts';
import { parseSentence } from './parseValue.ts';

/** How the requisites of a kind of currency are called and checked. Cash is paid in a city. */
const kinds: Readonly<
  Partial<
    Record<
      Currency['kind'],
      { kind: PaymentRequisiteRow['kind']; validate: (text: string, code: string) => RequisiteVerdict }
    >
  >
> = {
  crypto: { kind: 'address', validate: (text, code) => validateAddress(code, text) },
  bank: { kind: 'card', validate: validateCardNumber },
  system: { kind: 'phone', validate: validatePhone },
};

/** Lists the requisites that clients pay to. */
export const requisitesCommand: OperatorCommand = {
  usage: ['requisites [code]'],
  summary: 'list the requisites that clients pay to',
  help: [
    '[code]  only those of a currency',
    '',
    'A claim gets the least recently used one that is on. OPEN counts the open claims that are paid to it.',
  ],
  examples: ['requisites LTC'],
  options: [],
  argumentRange: [0, 1],
  async run({ db, catalogue }, [code]) {
    const currency = code === undefined ? null : catalogue.findCurrencyByCode(code);
    if (currency === undefined) return createFailure(describeUnknownCurrency(code ?? ''));
    const rows = await db
      .selectFrom('payment_requisites')
      .innerJoin('currencies', 'currencies.id', 'payment_requisites.currency_id')
      .selectAll('payment_requisites')
      .select('currencies.code')
      .$if(currency !== null, query => query.where('currency_id', '=', BigInt(currency?.id ?? 0)))
      .orderBy('currencies.position')
      .orderBy('payment_requisites.id')
      .execute();
    if (rows.length === 0) return createSuccess('No requisites.');
    const openCounts = await countOpenClaims({ db });
    const lines = rows.map(row => [
      String(row.id),
      row.code,
      row.active === 1n ? 'on' : 'off',
      String(openCounts.get(`${row.currency_id} ${row.value}`) ?? 0),
      row.used_at === 0n ? 'never' : formatInstant(row.used_at),
      row.value + (row.memo === 1n ? ' with a memo' : ''),
      [row.holder, row.bank].filter(Boolean).join(', '),
    ]);
    return createSuccess(
      formatColumns([['ID', 'CODE', 'STATE', 'OPEN', 'LAST USED', 'VALUE', 'HOLDER'], ...lines]),
    );
  },
};

/** Counts the open claims of each requisite, by currency and value. */
async function countOpenClaims({ db }: Pick<OperatorContext, 'db'>): Promise<Map<string, number>> {
  const claims = await db
    .selectFrom('claims')
    .select(['from_id', 'pay_to'])
    .where('status', 'in', OPEN_STATUSES)
    .where('pay_to', 'is not', null)
    .execute();
  const counts = new Map<string, number>();
  for (const { from_id, pay_to } of claims) {
    const target = parsePaymentTarget(pay_to);
    if (target === null || target.kind === 'merchant') continue;
    const key = `${from_id} ${target.value}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Adds a requisite, or switches one on or off. */
export const requisiteCommand: OperatorCommand = {
  usage: ['requisite add <code> <value> [--holder <name>] [--bank <name>]', 'requisite <id> on|off'],
  summary: 'add a requisite that clients pay to, or switch one on or off',
  help: [
    '<code>    a currency’s code or alias, in any case; cash is paid in a city: `city`',
    '<value>   an address of a coin, a card of a bank, a phone of a transfer system',
    '--holder, --bank',
    '          the recipient’s name and bank, which the client sees: mandatory for a card and a phone',
    '<id>      the number that `requisites` lists',
    '',
    'XRP and TON need one address: each claim gets a tag or comment of its own. Other coins need several:',
    'open claims for equal sums get different ones.',
    'Claims that exist keep their requisite, also when it is switched off.',
  ],
  examples: [
    'requisite add LTC LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
    'requisite add TON EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2',
    'requisite add SBERRUB 2200000000000004 --holder "ИВАН П." --bank Сбербанк',
    'requisite 3 off',
  ],
  options: ['holder', 'bank'],
  argumentRange: [2, 3],
  async run(context, [first = '', second = '', value], options) {
    if (first === 'add' && value !== undefined) return addRequisite(context, second, value, options);
    const hasOptions = Object.values(options).some(option => option !== undefined);
    if (
      !/^\d{1,15}$/.test(first) ||
      (second !== 'on' && second !== 'off') ||
      value !== undefined ||
      hasOptions
    )
      return createFailure(formatUsage(requisiteCommand));
    return switchRequisite(context, BigInt(first), second);
  },
};

async function addRequisite(
  context: OperatorContext,
  code: string,
  text: string,
  options: CommandOptions,
): Promise<CommandResult> {
  const currency = context.catalogue.findCurrencyByCode(code);
  if (!currency) return createFailure(describeUnknownCurrency(code));
  const parsed = parseRequisite(currency, text, options);
  if (!parsed.ok) return createFailure(`${parsed.problem} Nothing was changed.`);
  const { requisite } = parsed;
  return changeWithAudit(context, async trx => {
    const known = await trx
      .selectFrom('payment_requisites')
      .select('id')
      .where('currency_id', '=', requisite.currency_id)
      .where('value', '=', requisite.value)
      .executeTakeFirst();
    if (known)
      return createFailure(`${currency.code} has this requisite already: ${known.id}. Switch it on or off.`);
    const { id } = await trx
      .insertInto('payment_requisites')
      .values(requisite)
      .returning('id')
      .executeTakeFirstOrThrow();
    const { count } = await trx
      .selectFrom('claims')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('from_id', '=', requisite.currency_id)
      .where('status', '=', 'requisites')
      .executeTakeFirstOrThrow();
    const hint =
      Number(count) === 0
        ? ''
        : ` ${count} claims wait for one: list them with claims --status requisites, then claim <id> waiting.`;
    return {
      ...createSuccess(`Requisite ${id} of ${currency.code} is on: ${requisite.value}.${hint}`),
      entry: { command: 'requisite add', target: String(id), detail: { currency: currency.code } },
    };
  });
}

type ParsedRequisite =
  { ok: true; requisite: Omit<PaymentRequisiteRow, 'id'> } | { ok: false; problem: string };

function parseRequisite(
  { id, code, kind, network }: Currency,
  text: string,
  { holder, bank }: CommandOptions,
): ParsedRequisite {
  const requisiteKind = kinds[kind];
  if (!requisiteKind)
    return { ok: false, problem: `${code} is paid in a city: change it with the command city.` };
  const verdict = requisiteKind.validate(text, code);
  if (!verdict.ok)
    return {
      ok: false,
      problem: `“${text}” is not a valid ${requisiteKind.kind} of ${code} (${verdict.code}).`,
    };
  const names = [holder, bank];
  const needsNames = requisiteKind.kind !== 'address';
  if (names.some(name => (name !== undefined) !== needsNames))
    return {
      ok: false,
      problem: needsNames
        ? `A ${requisiteKind.kind} needs --holder and --bank: the client sees them.`
        : 'An address has no --holder and no --bank.',
    };
  const sentences = names.map(name => (name === undefined ? null : parseSentence(name)));
  const invalid = sentences.find(sentence => sentence && !sentence.ok);
  if (invalid && !invalid.ok) return { ok: false, problem: `${invalid.problem}.` };
  const [holderName = null, bankName = null] = sentences.map(sentence =>
    sentence?.ok ? sentence.value : null,
  );
  return {
    ok: true,
    requisite: {
      currency_id: BigInt(id),
      kind: requisiteKind.kind,
      value: verdict.value,
      holder: holderName,
      bank: bankName,
      memo: code === 'XRP' || code === 'TON' || network === 'TON' ? 1n : 0n,
      active: 1n,
      used_at: 0n,
    },
  };
}

function switchRequisite(context: OperatorContext, id: bigint, state: 'on' | 'off'): Promise<CommandResult> {
  return changeWithAudit(context, async trx => {
    const row = await trx
      .selectFrom('payment_requisites')
      .innerJoin('currencies', 'currencies.id', 'payment_requisites.currency_id')
      .select(['payment_requisites.currency_id', 'payment_requisites.value', 'currencies.code'])
      .where('payment_requisites.id', '=', id)
      .executeTakeFirst();
    if (!row) return createFailure(`There is no requisite ${id}. List them: requisites.`);
    await trx
      .updateTable('payment_requisites')
      .set({ active: state === 'on' ? 1n : 0n })
      .where('id', '=', id)
      .execute();
    const { count } = await trx
      .selectFrom('payment_requisites')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('currency_id', '=', row.currency_id)
      .where('active', '=', 1n)
      .executeTakeFirstOrThrow();
    const warning =
      Number(count) === 0 ? ` ${row.code} has no other: its new claims wait for a requisite.` : '';
    return {
      ...createSuccess(`Requisite ${id} of ${row.code} is ${state}: ${row.value}.${warning}`),
      entry: { command: 'requisite', target: String(id), detail: { currency: row.code, set: state } },
    };
  });
}
