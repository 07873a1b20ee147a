import { unitsToDecimal } from '#core/exchange/amount.ts';
import { formatCurrencyName, type Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import {
  findPaymentNetwork,
  findPublishedContract,
  getRequiredConfirmations,
  isNetworkCoin,
} from '#server/exchange/catalogue/paymentNetworks.ts';
import { parseTextList } from '#server/exchange/catalogue/rowValidation.ts';
import type { CurrencyRow } from '#server/platform/database/catalogueRows.ts';
import { selectRows } from '../selectRows.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import { defineCall, optional, refuse, type Refusal } from '../defineCommand.ts';
import { formatColumns, formatTable } from '../formatText.ts';
import {
  createValueProblem,
  NO_VALUE,
  parseCurrency,
  parseOptional,
  parsePositiveAmount,
  parseSentence,
  parseWords,
} from '../parseValue.ts';
import {
  createField,
  defineSetCall,
  describeFields,
  type EditableTable,
  type StaffTable,
} from '../editableTable.ts';

const formatAmount = (units: bigint | null, { decimals, ticker }: CurrencyRow) =>
  units === null ? NO_VALUE : `${unitsToDecimal(units, Number(decimals))} ${ticker}`;

const parseRowAmount = (text: string, { decimals, code }: CurrencyRow) =>
  parsePositiveAmount(text, decimals, code);

/** Creates a field for an amount, which “none” removes. */
const createAmountField = (column: 'min_verification' | 'max' | 'default_amount', help: string) =>
  createField<CurrencyRow, typeof column>(
    column,
    (text, row) => parseOptional(text, given => parseRowAmount(given, row)),
    formatAmount,
    ['<amount>|none', help],
  );

/** The largest number of confirmations. A source stores the hashes of more blocks than that. */
const MAX_CONFIRMATIONS = 100;

const parseConfirmations = (text: string): bigint =>
  /^[1-9]\d{0,2}$/.test(text) && Number(text) <= MAX_CONFIRMATIONS
    ? BigInt(text)
    : refuse(
        `“${text}” is not a whole number from 1 to ${MAX_CONFIRMATIONS}. Nothing was changed.`,
        createFieldProblem({ value: { code: 'confirmations_range', max: MAX_CONFIRMATIONS } }),
      );

/** How the contract of a currency is checked; null: it has none here. */
export function getContractCheck(row: CurrencyRow) {
  const network = findPaymentNetwork(row);
  return network?.validateContract && !isNetworkCoin(network, row) ? network.validateContract : null;
}

/** Parses the contract of a token, with the check of its network. */
function parseContract(text: string, row: CurrencyRow): string {
  const validate = getContractCheck(row);
  if (!validate)
    return refuse(
      `${row.code} is no token whose payments a node reports. Nothing was changed.`,
      createValueProblem('field_unknown'),
    );
  const verdict = validate(text);
  return verdict.ok
    ? verdict.value
    : refuse(
        `“${text}” is not a valid address (${verdict.code}). Nothing was changed.`,
        createFieldProblem({ value: verdict }),
      );
}

const fields: EditableTable<Currency, CurrencyRow>['fields'] = {
  min: createField('min', parseRowAmount, formatAmount, [
    '<amount>',
    'the smallest amount to send or receive',
  ]),
  'min-verification': createAmountField(
    'min_verification',
    'the smallest amount at the course of a verified card; none: min',
  ),
  max: createAmountField('max', 'the largest amount; none: only the reserve limits it'),
  default: createAmountField('default_amount', 'the amount to send that a form starts with; none: min'),
  note: createField(
    'notify',
    text => parseOptional(text, parseSentence),
    notify => notify ?? NO_VALUE,
    ['"<sentence>"|none', 'a plain text below the field'],
  ),
  congestion: createField(
    'congestion',
    text =>
      /^[0-3]$/.test(text)
        ? BigInt(text)
        : refuse(`“${text}” is not 0, 1, 2 or 3. Nothing was changed.`, createValueProblem('option_unknown')),
    String,
    ['0|1|2|3', 'the load of the network, from 0 (none) to 3 (high)'],
  ),
  words: createField(
    'search_words',
    text => JSON.stringify(parseOptional(text, parseWords) ?? []),
    words => parseTextList(words)?.join(', ') || NO_VALUE,
    [
      '"<word>, <word>"|none',
      'the words by which visitors find the currency besides its name, all of them; Russian and Latin spellings are equal',
    ],
  ),
  confirmations: createField(
    'confirmations',
    (text, row) =>
      findPaymentNetwork(row)
        ? parseOptional(text, parseConfirmations)
        : refuse(
            `No node reports payments in ${row.code}. Nothing was changed.`,
            createValueProblem('field_unknown'),
          ),
    (_, row) => String(getRequiredConfirmations(row) ?? NO_VALUE),
    [
      '<count>|none',
      'the confirmations after which a payment that a node reports is recorded; none: as its network needs',
    ],
  ),
  contract: createField(
    'contract',
    (text, row) => parseOptional(text, given => parseContract(given, row)),
    (contract, row) => contract ?? findPublishedContract(row)?.address ?? NO_VALUE,
    ['<address>|none', 'the contract of a token whose payments a node reports; none: the published one'],
  ),
};

/** What each table of currencies has. */
export const currencyRows: Pick<
  StaffTable<Currency, CurrencyRow>,
  'parseKey' | 'formatKey' | 'find' | 'save'
> = {
  parseKey: parseCurrency,
  formatKey: ({ code }) => code,
  find: ({ db }, { id }) => selectRows(db, 'currencies', { id: BigInt(id) }).executeTakeFirstOrThrow(),
  save: ({ after, context: { db } }, values) =>
    db.updateTable('currencies').set(values).where('id', '=', after.id).execute(),
};

/** The limits and texts of the currencies. */
export const currencyTable: StaffTable<Currency, CurrencyRow> = {
  ...currencyRows,
  fields,
  save(change, values) {
    const problem = findLimitProblem(change.after);
    if (problem !== null) refuse(`${problem.text} Nothing was changed.`, problem.problem);
    return currencyRows.save(change, values);
  },
};

/** Shows the currencies, or a currency's limits and texts, or changes one. */
export const currencyCommands = [
  {
    name: 'currency',
    summary: 'list the currencies, show one, or change a limit, its note, its congestion or its search words',
    help: { '<code>': 'a currency’s code or alias, in any case', ...describeFields(fields) },
    notes: 'Claims that exist keep their amounts. `close` closes a currency.',
    examples: ['currency SBERRUB', 'currency SBERRUB min 5000', 'currency SBERRUB note "Только до 22:00"'],
  },
  defineCall('currency [code]', { code: optional(parseCurrency) }, async (context, { code: currency }) => {
    if (currency) return formatCurrency(currency, await currencyTable.find(context, currency));
    const rows = await selectRows(context.db, 'currencies').orderBy('position').execute();
    return formatTable(rows, 'No currencies.', {
      CODE: row => row.code,
      NAME: formatCurrencyName,
      MIN: row => formatAmount(row.min, row),
      MAX: row => formatAmount(row.max, row),
      SEND: row => (row.send_closed === null ? 'open' : 'closed'),
      RECEIVE: row => (row.receive_closed === null ? 'open' : 'closed'),
    });
  }),
  defineSetCall('currency <code> <field> <value>', currencyTable),
];

function formatCurrency({ aliases }: Currency, row: CurrencyRow): string {
  const formatState = (reason: string | null) => (reason === null ? 'open' : `closed: ${reason}`);
  return formatColumns([
    ['code', row.code],
    ['name', row.name],
    ['aliases', aliases.join(', ')],
    ...Object.entries(fields).map(([name, { format }]) => [name, format(row)]),
    ['send', formatState(row.send_closed)],
    ['receive', formatState(row.receive_closed)],
  ]);
}

/** Returns why the amounts contradict each other; null if they do not. */
function findLimitProblem(row: CurrencyRow): Refusal | null {
  const { min, max, min_verification: minVerification, default_amount: initial } = row;
  const minimums = [min, minVerification ?? min];
  if (max !== null && minimums.some(amount => amount > max)) {
    const shown = formatAmount(max, row);
    return {
      text: `min or min-verification would be above max, ${shown}.`,
      problem: createFieldProblem({ value: { code: 'limits_crossed', max: shown } }),
    };
  }
  if (initial === null || (minimums.some(amount => initial >= amount) && (max === null || initial <= max)))
    return null;
  const shown = formatAmount(initial, row);
  return {
    text: `The default amount of ${shown} would be outside the limits.`,
    problem: createFieldProblem({ value: { code: 'default_outside', shown } }),
  };
}
