import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import type { CurrencyRow } from '#server/platform/database/catalogueRows.ts';
import { defineChange, refuse, type ValueParser, type ChangeContext } from '../defineCommand.ts';
import { changeRow, createField, type StaffTable } from '../editableTable.ts';
import { NO_VALUE, oneOf, parseCurrency, parseSentence } from '../parseValue.ts';
import { currencyRows } from './currencyCommand.ts';
import {
  formatPair,
  pairRows,
  parsePair,
  type CurrencyPair,
  type PairRowWithCurrencies,
} from './currencyPair.ts';

const TARGET_HELP = {
  '<pair>': 'two codes or aliases separated by a dash, in any case: TRX-SBERRUB',
  '<code>': 'a currency’s code or alias: all its pairs in one direction',
};

/** Parses a pair; a currency without its direction is not a valid call. */
const parseClosablePair: ValueParser<CurrencyPair> = (name, source) =>
  name.includes('-') ? parsePair(name, source) : refuse();

const pairValues = { pair: parseClosablePair };
const currencyValues = { code: parseCurrency, action: oneOf('direction', ['send', 'receive']) };

/** Parses a reason; empty: open. */
export const parseClosing = (text: string) => (text === '' ? null : parseSentence(text));

/** Formats a reason; null: open. */
export const formatClosing = (sentence: string | null) => sentence ?? NO_VALUE;

/** Describes a closing or an opening. `still`: what keeps it closed. */
const describeClosing = (target: string, sentence: string | null, still = '') => ({
  command: sentence === null ? 'open' : 'close',
  text: sentence === null ? `${target} is open${still}.` : `${target} is closed: ${sentence}`,
  target,
  detail: { sentence },
});

/** Why pairs are closed. */
export const pairClosingTable: StaffTable<CurrencyPair, PairRowWithCurrencies> = {
  ...pairRows,
  fields: { closed: createField('closed', parseClosing, formatClosing) },
  describe({ key, after: { closed } }) {
    const { from, to } = key;
    const closers = [
      from.sendClosed === null ? '' : `${from.code} send`,
      to.receiveClosed === null ? '' : `${to.code} receive`,
    ].filter(Boolean);
    const still = closers.length === 0 ? '' : `, but still closed by ${closers.join(' and ')}`;
    return describeClosing(formatPair(key), closed, still);
  },
};

/** Why currencies are closed in each direction. */
export const currencyClosingTable: StaffTable<Currency, CurrencyRow> = {
  ...currencyRows,
  fields: {
    send: createField('send_closed', parseClosing, formatClosing),
    receive: createField('receive_closed', parseClosing, formatClosing),
  },
  describe: ({ key: { code }, field, after }) =>
    describeClosing(`${code} ${field}`, field === 'send' ? after.send_closed : after.receive_closed),
};

const setPairClosed = (
  context: ChangeContext,
  { pair, sentence = '' }: { pair: CurrencyPair; sentence?: string },
) => changeRow(context, pairClosingTable, { key: pair, field: 'closed', value: sentence });

const setCurrencyClosed = (
  context: ChangeContext,
  { code, action, sentence = '' }: { code: Currency; action: 'send' | 'receive'; sentence?: string },
) => changeRow(context, currencyClosingTable, { key: code, field: action, value: sentence });

/** Close a pair, or a currency in one direction, with a sentence for visitors, and open it again. */
export const closingCommands = [
  {
    name: 'close',
    summary: 'close a pair, or a currency in one direction, with a sentence for visitors',
    help: { ...TARGET_HELP, '<sentence>': 'why, in Russian; visitors read it' },
    notes: 'Claims that exist go on. `open` opens it again.',
    examples: [
      'close TRX-SBERRUB "Откроем после обновления сети"',
      'close TRX send "Сеть на обслуживании до вечера"',
    ],
  },
  defineChange('close <pair> "<sentence>"', { ...pairValues, sentence: parseSentence }, setPairClosed),
  defineChange(
    'close <code> send|receive "<sentence>"',
    { ...currencyValues, sentence: parseSentence },
    setCurrencyClosed,
  ),
  {
    name: 'open',
    summary: 'open a pair, or a currency in one direction, again',
    help: TARGET_HELP,
    notes: 'A pair stays closed while one of its currencies is, or without a price or reserve.',
    examples: ['open TRX-SBERRUB', 'open TRX send'],
  },
  defineChange('open <pair>', pairValues, setPairClosed),
  defineChange('open <code> send|receive', currencyValues, setCurrencyClosed),
];
