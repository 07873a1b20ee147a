import { trimTrailingZeros, type Units } from '#core/exchange/amount.ts';
import { TURNOVER_DECIMALS, formatTurnover } from '#server/exchange/claims/turnover.ts';
import { MAX_DISCOUNT_PERCENT } from '#server/exchange/courses/discount.ts';
import { isGreaterFraction, parsePercent } from '#server/exchange/courses/prices/fraction.ts';
import { createFieldProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import { selectRows } from '../selectRows.ts';
import { defineCall, refuse } from '../defineCommand.ts';
import { formatTable } from '../formatText.ts';
import { NO_VALUE, parseDiscount, parseOptional, parsePositiveAmount } from '../parseValue.ts';
import { createCapCounter, createTierGrant, describeGrantCaps, requireGiven } from './capCheck.ts';
import { createField, defineSetCall, type StaffTable } from '../editableTable.ts';
import type { OperatorContext } from '../operatorContext.ts';

const formatUsdTurnover = (cents: Units) => `${formatTurnover(cents)} USD`;

/** The discounts by turnover. A tier without a discount is not stored. */
export const tierTable: StaffTable<Units, { turnover: Units; percent: string | null }> = {
  parseKey: text => parsePositiveAmount(text, TURNOVER_DECIMALS, 'US dollars'),
  formatKey: formatUsdTurnover,
  fields: {
    percent: createField(
      'percent',
      text => parseOptional(text, parseDiscount),
      percent => percent ?? NO_VALUE,
    ),
  },
  async find({ db }, turnover) {
    const row = await selectRows(db, 'discount_tiers', { turnover }).executeTakeFirst();
    return row ?? { turnover, percent: null };
  },
  async save({ before, after: { turnover, percent }, context: { db, catalogue } }) {
    if (percent === null) {
      if (before.percent === null)
        refuse(`There is no tier from ${formatUsdTurnover(turnover)}. List them: tiers.`, notFoundProblem);
      return db.deleteFrom('discount_tiers').where('turnover', '=', turnover).execute();
    }
    requireGiven(catalogue.getSnapshot(), createTierGrant(percent), {
      offer: `a discount of ${percent} %`,
      field: 'value',
    });
    const rows = await selectRows(db, 'discount_tiers').execute();
    const conflicting = rows.find(row => {
      if (row.turnover === turnover) return false;
      const [lower, higher] = row.turnover < turnover ? [row.percent, percent] : [percent, row.percent];
      return isGreaterFraction(parsePercent(lower), parsePercent(higher));
    });
    if (conflicting)
      refuse(
        `${formatUsdTurnover(conflicting.turnover)} has ${conflicting.percent} %: a higher turnover would have a lower discount. Nothing was changed.`,
        createFieldProblem({
          value: {
            code: 'tier_order',
            wanted: trimTrailingZeros(formatTurnover(conflicting.turnover)),
            max: conflicting.percent,
          },
        }),
      );
    return db
      .insertInto('discount_tiers')
      .values({ turnover, percent })
      .onConflict(conflict => conflict.column('turnover').doUpdateSet({ percent }))
      .execute();
  },
  describe({ before, after: { turnover, percent }, context }) {
    const caps =
      percent === null ? [] : describeGrantCaps(context.catalogue.getSnapshot(), createTierGrant(percent));
    const name = formatUsdTurnover(turnover);
    const text = percent === null ? `The tier from ${name} is removed.` : `From ${name}: ${percent} %.`;
    return { text: [text, ...caps].join('\n'), detail: { from: before.percent, to: percent } };
  },
};

/** Lists the tiers, the lowest turnover first, each with the number of pairs that do not give it in full. */
export async function listTiers({ db, catalogue }: Pick<OperatorContext, 'db' | 'catalogue'>) {
  const rows = await selectRows(db, 'discount_tiers').orderBy('turnover').execute();
  const countCapped = createCapCounter(catalogue.getSnapshot());
  return rows.map(({ turnover, percent }) => ({
    turnover: formatTurnover(turnover),
    percent,
    capped: countCapped(createTierGrant(percent)),
  }));
}

/** List the discount tiers, and set or remove one. */
export const tierCommands = [
  { name: 'tiers', summary: 'list the discount tiers by turnover', notes: 'The page /discounts shows them.' },
  defineCall('tiers', {}, async context =>
    formatTable(await listTiers(context), 'No tiers.', {
      FROM: ({ turnover }) => `${turnover} USD`,
      DISCOUNT: ({ percent }) => `${percent} %`,
    }),
  ),
  {
    name: 'tier',
    summary: 'set the discount from a turnover on, or remove the tier',
    help: {
      '<turnover>': 'US dollars in 12 months: 1000',
      '<percent>': `the discount, at most ${MAX_DISCOUNT_PERCENT} %; a higher turnover never has a lower one`,
    },
    examples: ['tier 25000 0.15', 'tier 25000 none'],
  },
  defineSetCall('tier <turnover> <percent>|none', tierTable, 'percent'),
];
