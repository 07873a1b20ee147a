import { unitsToDecimal } from '#core/exchange/amount.ts';
import { MAX_DISCOUNT_PERCENT } from '#server/exchange/courses/discount.ts';
import { isGreaterFraction, parsePercent } from '#server/exchange/courses/prices/fraction.ts';
import { calculateTerms } from '#server/exchange/courses/pricing.ts';
import { defineCall } from '../defineCommand.ts';
import { formatColumns } from '../formatText.ts';
import {
  NO_VALUE,
  parseDiscount,
  parseOptional,
  parsePercentValue,
  parsePositiveAmount,
} from '../parseValue.ts';
import { describeNewlyCapped, findCapProblem } from './capCheck.ts';
import {
  formatPair,
  pairRows,
  parsePair,
  replacePairRow,
  type CurrencyPair,
  type PairRowWithCurrencies,
} from './currencyPair.ts';
import {
  createDoubt,
  createField,
  defineSetCall,
  describeFields,
  type EditableTable,
  type StaffTable,
} from '../editableTable.ts';

/** A larger margin is probably a typing error: 5 %. */
const LARGE_MARGIN = '5';

const formatPercent = (percent: string | null) => (percent === null ? NO_VALUE : `${percent} %`);

const fields: EditableTable<CurrencyPair, PairRowWithCurrencies>['fields'] = {
  margin: createField('margin', text => parseOptional(text, parsePercentValue), formatPercent, [
    '<percent>|none',
    'what the exchange keeps; none: the setting margin_sell, margin_buy or margin_swap',
  ]),
  discount: createField('discount', text => parseOptional(text, parseDiscount), formatPercent, [
    '<percent>|none',
    `the pair’s own discount, at most ${MAX_DISCOUNT_PERCENT} %`,
  ]),
  max: createField(
    'max',
    (text, { pair: { from } }) =>
      parseOptional(text, given => parsePositiveAmount(given, from.decimals, from.code)),
    (max, { pair: { from } }) =>
      max === null ? NO_VALUE : `${unitsToDecimal(max, from.decimals)} ${from.ticker}`,
    ['<amount>|none', 'the largest amount to send'],
  ),
};

/** The margins, discounts and maximums of pairs. */
export const pairTable: StaffTable<CurrencyPair, PairRowWithCurrencies> = {
  ...pairRows,
  fields,
  findDoubt({ key: { from }, field, after, context }) {
    const { max, margin } = after;
    const minimum = `${unitsToDecimal(from.min, from.decimals)} ${from.ticker}`;
    if (field === 'max')
      return max !== null && max < from.min
        ? createDoubt(`The maximum would be below the minimum of ${minimum}.`, 'max_below_min', {
            min: minimum,
          })
        : null;
    const isLarge = margin !== null && isGreaterFraction(parsePercent(margin), parsePercent(LARGE_MARGIN));
    if (field === 'margin' && isLarge)
      return createDoubt(`A margin of ${margin} % is above ${LARGE_MARGIN} %.`, 'margin_large', {
        max: LARGE_MARGIN,
      });
    return findCapProblem(context.catalogue.getSnapshot(), replacePairRow(context, after));
  },
  describeEffect: ({ after, context }) => describeNewlyCapped(context, replacePairRow(context, after)),
};

/** Shows a pair's margin, discount and maximum, or changes one. */
export const pairCommands = [
  {
    name: 'pair',
    summary: 'show a pair, or change its margin, its discount or its maximum',
    help: {
      '<pair>': 'two codes or aliases separated by a dash, in any case: BTC-SBERRUB',
      ...describeFields(fields),
      '--force': `a margin above ${LARGE_MARGIN} %, a course that margin_min caps, or a maximum below the minimum`,
    },
    notes: 'Claims that exist keep their course. `close` closes a pair, `rate freeze` fixes its course.',
    examples: ['pair BTC-SBERRUB', 'pair BTC-SBERRUB margin 0.65', 'pair BTC-SBERRUB margin none'],
  },
  defineCall('pair <pair>', { pair: parsePair }, async (context, { pair }) => {
    const row = await pairTable.find(context, pair);
    const terms = calculateTerms(context, pair.from.id, pair.to.id);
    return formatColumns([
      ['pair', formatPair(pair)],
      ['market', terms.ok ? terms.sourceCourse : ''],
      ['course', terms.ok ? terms.courses.default.course : terms.detail],
      ['course of a verified card', terms.ok ? (terms.courses.verification?.course ?? NO_VALUE) : ''],
      ...Object.entries(fields).map(([name, { format }]) => [name, format(row)]),
      ['margin in use', terms.ok ? `${terms.margin} %` : ''],
      ['frozen course', row.frozen_course ?? NO_VALUE],
      ['state', terms.ok && terms.closed ? `closed: ${terms.closed.detail}` : 'open'],
    ]);
  }),
  defineSetCall('pair <pair> <field> <value> [--force]', pairTable),
];
