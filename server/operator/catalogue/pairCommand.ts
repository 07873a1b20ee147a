import type { Selectable } from 'kysely';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { formatPairKey, type CatalogueSnapshot } from '../../catalogue/catalogueSnapshot.ts';
import type { PairRow } from '../../database/catalogueRows.ts';
import { MAX_DISCOUNT_PERCENT } from '../../rates/discount.ts';
import { isGreaterFraction, parsePercent } from '../../rates/fraction.ts';
import { calculateTerms } from '../../rates/pricing.ts';
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
import { describeUnknownPair, findPair, formatPair, type CurrencyPair } from './currencyPair.ts';
import { describeNewlyCapped, findCapProblem } from './capCheck.ts';
import {
  NO_VALUE,
  parseAmount,
  parseDiscountArgument,
  parseOptional,
  parsePercentArgument,
  type ParsedValue,
} from './parseValue.ts';
import { savePair, UNCHANGED_PAIR } from './savePair.ts';

/** A larger margin is probably a typing error: 5 %. */
const LARGE_MARGIN = '5';

const FIELDS = ['margin', 'discount', 'max'] as const;
type FieldName = (typeof FIELDS)[number];
type FieldValues = Pick<Selectable<PairRow>, FieldName>;

/** Shows a pair's margin, discount and maximum, or changes one. */
export const pairCommand: OperatorCommand = {
  usage: ['pair <pair>', 'pair <pair> <field> <value> [--force]'],
  summary: 'show a pair, or change its margin, its discount or its maximum',
  help: [
    '<pair>    two codes or aliases separated by a dash, in any case: BTC-SBERRUB',
    'margin <percent>|none: what the exchange keeps; none: the setting margin_sell, margin_buy or margin_swap',
    `discount <percent>|none: the pair’s own discount, at most ${MAX_DISCOUNT_PERCENT} %`,
    'max <amount>|none: the largest amount to send',
    `--force   a margin above ${LARGE_MARGIN} %, a course that margin_min caps, or a maximum below the minimum`,
    '',
    'Claims that exist keep their course. `close` closes a pair, `rate freeze` fixes its course.',
  ],
  examples: ['pair BTC-SBERRUB', 'pair BTC-SBERRUB margin 0.65', 'pair BTC-SBERRUB margin none'],
  options: ['force'],
  argumentRange: [1, 3],
  async run(context, [pairName = '', name, text], { force = false }) {
    const pair = findPair(context.catalogue, pairName);
    if (!pair) return createFailure(describeUnknownPair(pairName));
    if (name === undefined && !force) return createSuccess(formatTerms(context, pair));
    if (!isFieldName(name) || text === undefined)
      return createFailure(`${formatUsage(pairCommand)}. Fields: ${FIELDS.join(', ')}.`);
    const parsed = parseField(name, text, pair);
    if (!parsed.ok) return createFailure(`${parsed.problem}. Nothing was changed.`);
    return changePair(context, pair, { name, change: parsed.value, force });
  },
};

const isFieldName = (text: string | undefined): text is FieldName =>
  text !== undefined && (FIELDS as readonly string[]).includes(text);

function parseField(
  name: FieldName,
  text: string,
  { from }: CurrencyPair,
): ParsedValue<Partial<FieldValues>> {
  const parsed =
    name === 'max'
      ? parseOptional(text, given => parseAmount(given, from.decimals))
      : parseOptional(text, name === 'discount' ? parseDiscountArgument : parsePercentArgument);
  return parsed.ok ? { ok: true, value: { [name]: parsed.value } } : parsed;
}

function changePair(
  context: OperatorContext,
  pair: CurrencyPair,
  { name, change, force }: { name: FieldName; change: Partial<FieldValues>; force: boolean },
): Promise<CommandResult> {
  const key = { from_id: BigInt(pair.from.id), to_id: BigInt(pair.to.id) };
  return changeWithAudit(context, async trx => {
    const stored = await trx
      .selectFrom('pairs')
      .selectAll()
      .where('from_id', '=', key.from_id)
      .where('to_id', '=', key.to_id)
      .executeTakeFirst();
    const row = stored ?? { ...key, ...UNCHANGED_PAIR };
    const changed = { ...row, ...change };
    const problem = force ? null : findProblem(context, pair, name, changed);
    if (problem !== null) return createFailure(`${problem} Nothing was changed. Add --force to set it.`);
    await savePair(trx, pair, change);
    const [from, to] = [formatField(name, row, pair), formatField(name, changed, pair)];
    const target = formatPair(pair);
    return {
      ...createSuccess(
        `${target} ${name}: ${from} → ${to}.${describeNewlyCapped(context, changePairRow(context, pair, changed))}`,
      ),
      entry: { command: 'pair', target, detail: { field: name, from, to } },
    };
  });
}

/** Why the change is suspicious; null if it is not. */
function findProblem(
  context: OperatorContext,
  pair: CurrencyPair,
  name: FieldName,
  row: Selectable<PairRow>,
): string | null {
  const { from } = pair;
  if (name === 'max')
    return row.max !== null && row.max < from.min
      ? `The maximum would be below the minimum of ${unitsToDecimal(from.min, from.decimals)} ${from.ticker}.`
      : null;
  if (
    name === 'margin' &&
    row.margin !== null &&
    isGreaterFraction(parsePercent(row.margin), parsePercent(LARGE_MARGIN))
  )
    return `A margin of ${row.margin} % is above ${LARGE_MARGIN} %.`;
  return findCapProblem(context.catalogue.getSnapshot(), changePairRow(context, pair, row));
}

/** The catalogue with a changed row of the pair. */
function changePairRow(
  { catalogue }: OperatorContext,
  { from, to }: CurrencyPair,
  row: Selectable<PairRow>,
): CatalogueSnapshot {
  const snapshot = catalogue.getSnapshot();
  return { ...snapshot, pairs: new Map(snapshot.pairs).set(formatPairKey(from.id, to.id), row) };
}

function formatField(name: FieldName, row: FieldValues, { from }: CurrencyPair): string {
  if (name === 'max')
    return row.max === null ? NO_VALUE : `${unitsToDecimal(row.max, from.decimals)} ${from.ticker}`;
  const percent = row[name];
  return percent === null ? NO_VALUE : `${percent} %`;
}

function formatTerms({ catalogue, ...context }: OperatorContext, pair: CurrencyPair): string {
  const row = catalogue.getPairSettings(pair.from.id, pair.to.id);
  const terms = calculateTerms({ catalogue, ...context }, pair.from.id, pair.to.id);
  const values: FieldValues = row ?? UNCHANGED_PAIR;
  return formatColumns([
    ['pair', formatPair(pair)],
    ['market', terms.ok ? terms.sourceCourse : ''],
    ['course', terms.ok ? terms.courses.default.course : terms.detail],
    ['course of a verified card', terms.ok ? (terms.courses.verification?.course ?? NO_VALUE) : ''],
    ...FIELDS.map(name => [name, formatField(name, values, pair)]),
    ['margin in use', terms.ok ? `${terms.margin} %` : ''],
    ['frozen course', row?.frozen_course ?? NO_VALUE],
    ['state', terms.ok && terms.closed ? `closed: ${terms.closed.detail}` : 'open'],
  ]);
}
