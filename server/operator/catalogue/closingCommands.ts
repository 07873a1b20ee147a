import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import { changeWithAudit } from '../auditLog.ts';
import {
  createFailure,
  createSuccess,
  formatUsage,
  type CommandResult,
  type OperatorCommand,
  type OperatorContext,
} from '../operatorCommand.ts';
import {
  describeUnknownCurrency,
  describeUnknownPair,
  findPair,
  formatPair,
  type CurrencyPair,
} from './currencyPair.ts';
import { parseSentence } from './parseValue.ts';
import { savePair } from './savePair.ts';

/** What is closed or opened: one direction of a currency, or a pair. */
type ClosingTarget = { currency: Currency; side: 'send' | 'receive' } | { pair: CurrencyPair };

const TARGET_HELP = [
  '<pair>      two codes or aliases separated by a dash, in any case: TRX-SBERRUB',
  '<code>      a currency’s code or alias: all its pairs in one direction',
];

/** Closes a pair, or a currency in one direction, with a sentence for visitors. */
export const closeCommand: OperatorCommand = {
  usage: ['close <pair> "<sentence>"', 'close <code> send|receive "<sentence>"'],
  summary: 'close a pair, or a currency in one direction, with a sentence for visitors',
  help: [
    ...TARGET_HELP,
    '<sentence>  why, in Russian; visitors read it',
    '',
    'Claims that exist go on. `open` opens it again.',
  ],
  examples: [
    'close TRX-SBERRUB "Откроем после обновления сети"',
    'close TRX send "Сеть на обслуживании до вечера"',
  ],
  options: [],
  argumentRange: [2, 3],
  async run(context, args) {
    const target = findTarget(context, args.slice(0, -1));
    if (typeof target === 'string') return createFailure(target);
    if (target === null) return createFailure(formatUsage(closeCommand));
    const sentence = parseSentence(args.at(-1) ?? '');
    return sentence.ok ? setClosed(context, target, sentence.value) : createFailure(`${sentence.problem}.`);
  },
};

/** Opens what `close` closed. */
export const openCommand: OperatorCommand = {
  usage: ['open <pair>', 'open <code> send|receive'],
  summary: 'open a pair, or a currency in one direction, again',
  help: [
    ...TARGET_HELP,
    '',
    'A pair stays closed while one of its currencies is, or without a price or reserve.',
  ],
  examples: ['open TRX-SBERRUB', 'open TRX send'],
  options: [],
  argumentRange: [1, 2],
  async run(context, args) {
    const target = findTarget(context, args);
    if (typeof target === 'string') return createFailure(target);
    return target === null ? createFailure(formatUsage(openCommand)) : setClosed(context, target, null);
  },
};

/** Finds what the arguments name. A sentence if it does not exist, null if the arguments have another form. */
function findTarget(
  { catalogue }: OperatorContext,
  [name = '', side]: readonly string[],
): ClosingTarget | string | null {
  if (side === undefined) {
    const pair = findPair(catalogue, name);
    if (!pair) return name.includes('-') ? describeUnknownPair(name) : null;
    return { pair };
  }
  if (side !== 'send' && side !== 'receive') return null;
  const currency = catalogue.findCurrencyByCode(name);
  return currency ? { currency, side } : describeUnknownCurrency(name);
}

function setClosed(
  context: OperatorContext,
  target: ClosingTarget,
  sentence: string | null,
): Promise<CommandResult> {
  const name = 'pair' in target ? formatPair(target.pair) : `${target.currency.code} ${target.side}`;
  return changeWithAudit(context, async trx => {
    if ('pair' in target) await savePair(trx, target.pair, { closed: sentence });
    else
      await trx
        .updateTable('currencies')
        .set(target.side === 'send' ? { send_closed: sentence } : { receive_closed: sentence })
        .where('id', '=', BigInt(target.currency.id))
        .execute();
    return {
      ...createSuccess(sentence === null ? describeOpened(name, target) : `${name} is closed: ${sentence}`),
      entry: { command: sentence === null ? 'open' : 'close', target: name, detail: { sentence } },
    };
  });
}

/** Says that the target is open, and what still closes a pair. */
function describeOpened(name: string, target: ClosingTarget): string {
  if (!('pair' in target)) return `${name} is open.`;
  const { from, to } = target.pair;
  const closers = [
    ...(from.sendClosed === null ? [] : [`${from.code} send`]),
    ...(to.receiveClosed === null ? [] : [`${to.code} receive`]),
  ];
  return closers.length === 0
    ? `${name} is open.`
    : `${name} is open, but still closed by ${closers.join(' and ')}.`;
}
