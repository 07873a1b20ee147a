import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { defineChange, refuse, type Change, type ValueParser, type ChangeContext } from '../defineCommand.ts';
import { oneOf, parseCurrency, parseSentence } from '../parseValue.ts';
import { formatPair, parsePair, savePair, type CurrencyPair } from './currencyPair.ts';

const TARGET_HELP = {
  '<pair>': 'two codes or aliases separated by a dash, in any case: TRX-SBERRUB',
  '<code>': 'a currency’s code or alias: all its pairs in one direction',
};

/** Parses a pair; a currency without its direction is not a valid call. */
const parseClosablePair: ValueParser<CurrencyPair> = (name, source) =>
  name.includes('-') ? parsePair(name, source) : refuse();

const pairValues = { pair: parseClosablePair };
const currencyValues = { code: parseCurrency, action: oneOf('direction', ['send', 'receive']) };

async function setPairClosed(
  context: ChangeContext,
  { pair, sentence = null }: { pair: CurrencyPair; sentence?: string | null },
): Promise<Change> {
  await savePair(context, pair, { closed: sentence });
  const { from, to } = pair;
  const closers = [
    from.sendClosed === null ? '' : `${from.code} send`,
    to.receiveClosed === null ? '' : `${to.code} receive`,
  ].filter(Boolean);
  const still = closers.length === 0 ? '' : `, but still closed by ${closers.join(' and ')}`;
  return describeClosing(formatPair(pair), sentence, still);
}

async function setCurrencyClosed(
  { db }: ChangeContext,
  {
    code: { id, code },
    action: side,
    sentence = null,
  }: { code: Currency; action: 'send' | 'receive'; sentence?: string | null },
): Promise<Change> {
  const change = { [`${side}_closed`]: sentence };
  await db.updateTable('currencies').set(change).where('id', '=', BigInt(id)).execute();
  return describeClosing(`${code} ${side}`, sentence);
}

const describeClosing = (target: string, sentence: string | null, still = ''): Change => ({
  text: sentence === null ? `${target} is open${still}.` : `${target} is closed: ${sentence}`,
  target,
  detail: { sentence },
});

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
