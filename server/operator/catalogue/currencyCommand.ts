import type { Selectable } from 'kysely';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { parseTextList } from '../../catalogue/rowValidation.ts';
import type { CurrencyRow } from '../../database/catalogueRows.ts';
import { changeWithAudit } from '../auditLog.ts';
import {
  createFailure,
  createSuccess,
  formatColumns,
  formatUsage,
  type CommandResult,
  type OperatorCommand,
  type OperatorContext,
} from '../operatorCommand.ts';
import { describeUnknownCurrency } from './currencyPair.ts';
import {
  NO_VALUE,
  parseAmount,
  parseOptional,
  parseSentence,
  parseWords,
  type ParsedValue,
} from './parseValue.ts';

type Row = Selectable<CurrencyRow>;

/** A value of a currency that the operator may change. */
interface CurrencyField {
  hint: string;
  help: string;
  /** Parses the argument to the change of the row. */
  parse: (text: string, row: Row) => ParsedValue<Partial<Row>>;
  format: (row: Row) => string;
}

const formatAmount = (units: bigint | null, { decimals, ticker }: Row) =>
  units === null ? NO_VALUE : `${unitsToDecimal(units, Number(decimals))} ${ticker}`;

/** Creates a field that is an amount. “none” removes it, except for `min`. */
function createAmountField(
  column: 'min' | 'min_verification' | 'max' | 'default_amount',
  help: string,
): CurrencyField {
  return {
    hint: column === 'min' ? '<amount>' : '<amount>|none',
    help,
    parse(text, row) {
      const parse = (given: string) => parseAmount(given, Number(row.decimals));
      const parsed = column === 'min' ? parse(text) : parseOptional(text, parse);
      return parsed.ok ? { ok: true, value: { [column]: parsed.value } } : parsed;
    },
    format: row => formatAmount(row[column], row),
  };
}

const fields: Readonly<Record<string, CurrencyField>> = {
  min: createAmountField('min', 'the smallest amount to send or receive'),
  'min-verification': createAmountField(
    'min_verification',
    'the smallest amount at the course of a verified card; none: min',
  ),
  max: createAmountField('max', 'the largest amount; none: only the reserve limits it'),
  default: createAmountField('default_amount', 'the amount to send that a form starts with; none: min'),
  note: {
    hint: '"<sentence>"|none',
    help: 'a plain text below the field',
    parse(text) {
      const parsed = parseOptional(text, parseSentence);
      return parsed.ok ? { ok: true, value: { notify: parsed.value } } : parsed;
    },
    format: ({ notify }) => notify ?? NO_VALUE,
  },
  congestion: {
    hint: '0|1|2|3',
    help: 'the load of the network, from 0 (none) to 3 (high)',
    parse: text =>
      /^[0-3]$/.test(text)
        ? { ok: true, value: { congestion: BigInt(text) } }
        : { ok: false, problem: `“${text}” is not 0, 1, 2 or 3` },
    format: ({ congestion }) => String(congestion),
  },
  words: {
    hint: '"<word>, <word>"|none',
    help: 'the words by which visitors find the currency besides its name, all of them; Russian and Latin spellings are equal',
    parse(text) {
      const parsed = parseOptional(text, parseWords);
      return parsed.ok ? { ok: true, value: { search_words: JSON.stringify(parsed.value ?? []) } } : parsed;
    },
    format: ({ search_words }) => parseTextList(search_words)?.join(', ') || NO_VALUE,
  },
};

/** Shows a currency's limits and texts, or changes one. */
export const currencyCommand: OperatorCommand = {
  usage: ['currency [code]', 'currency <code> <field> <value>'],
  summary: 'list the currencies, show one, or change a limit, its note, its congestion or its search words',
  help: [
    '<code>   a currency’s code or alias, in any case',
    ...Object.entries(fields).map(([name, { hint, help }]) => `${name} ${hint}: ${help}`),
    '',
    'Claims that exist keep their amounts. `close` closes a currency.',
  ],
  examples: ['currency SBERRUB', 'currency SBERRUB min 5000', 'currency SBERRUB note "Только до 22:00"'],
  options: [],
  argumentRange: [0, 3],
  async run(context, [code, name, text]) {
    if (code === undefined) return createSuccess(await formatList(context));
    const currency = context.catalogue.findCurrencyByCode(code);
    if (!currency) return createFailure(describeUnknownCurrency(code));
    const id = BigInt(currency.id);
    if (name === undefined) {
      const row = await context.db
        .selectFrom('currencies')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return createSuccess(
        formatColumns([
          ['code', row.code],
          ['name', row.name],
          ['aliases', currency.aliases.join(', ')],
          ...listValues(row),
        ]),
      );
    }
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field || text === undefined)
      return createFailure(`${formatUsage(currencyCommand)}. Fields: ${Object.keys(fields).join(', ')}.`);
    return changeField(context, id, { name, field, text });
  },
};

async function formatList({ db }: OperatorContext): Promise<string> {
  const rows = await db.selectFrom('currencies').selectAll().orderBy('position').execute();
  const lines = rows.map(row => [
    row.code,
    [row.name, row.network].filter(Boolean).join(' '),
    formatAmount(row.min, row),
    formatAmount(row.max, row),
    row.send_closed === null ? 'open' : 'closed',
    row.receive_closed === null ? 'open' : 'closed',
  ]);
  return formatColumns([['CODE', 'NAME', 'MIN', 'MAX', 'SEND', 'RECEIVE'], ...lines]);
}

function listValues(row: Row): string[][] {
  const closed = [
    ['send', row.send_closed],
    ['receive', row.receive_closed],
  ].map(([side = '', reason]) => [side ?? '', reason === null ? 'open' : `closed: ${reason}`]);
  return [...Object.entries(fields).map(([name, { format }]) => [name, format(row)]), ...closed];
}

function changeField(
  context: OperatorContext,
  id: bigint,
  { name, field, text }: { name: string; field: CurrencyField; text: string },
): Promise<CommandResult> {
  return changeWithAudit(context, async trx => {
    const row = await trx.selectFrom('currencies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const parsed = field.parse(text, row);
    if (!parsed.ok) return createFailure(`${parsed.problem}. Nothing was changed.`);
    const changed = { ...row, ...parsed.value };
    const problem = findLimitProblem(changed);
    if (problem !== null) return createFailure(`${problem} Nothing was changed.`);
    await trx.updateTable('currencies').set(parsed.value).where('id', '=', id).execute();
    const [from, to] = [field.format(row), field.format(changed)];
    return {
      ...createSuccess(`${row.code} ${name}: ${from} → ${to}.`),
      entry: { command: 'currency', target: row.code, detail: { field: name, from, to } },
    };
  });
}

/** Why the amounts contradict each other; null if they do not. */
function findLimitProblem(row: Row): string | null {
  const smallest =
    row.min_verification !== null && row.min_verification < row.min ? row.min_verification : row.min;
  if (
    row.max !== null &&
    [row.min, row.min_verification ?? row.min].some(min => row.max !== null && min > row.max)
  )
    return `min or min-verification would be above max, ${formatAmount(row.max, row)}.`;
  const isDefaultOutside =
    row.default_amount !== null &&
    (row.default_amount < smallest || (row.max !== null && row.default_amount > row.max));
  return isDefaultOutside
    ? `The default amount of ${formatAmount(row.default_amount, row)} would be outside the limits.`
    : null;
}
