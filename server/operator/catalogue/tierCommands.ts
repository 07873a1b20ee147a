import type { Selectable } from 'kysely';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import type { DiscountTierRow } from '../../database/catalogueRows.ts';
import { MAX_DISCOUNT_PERCENT } from '../../rates/discount.ts';
import { isGreaterFraction, parsePercent } from '../../rates/fraction.ts';
import { changeWithAudit } from '../auditLog.ts';
import {
  createFailure,
  createSuccess,
  formatColumns,
  type CommandResult,
  type OperatorCommand,
  type OperatorContext,
} from '../operatorCommand.ts';
import { parseAmountArgument } from '../parseAmountArgument.ts';
import { createTierGrant, describeGrantCaps, isGrantGiven } from './capCheck.ts';
import { parseDiscountArgument, parseOptional } from './parseValue.ts';

/** Turnovers are in US cents. */
const TURNOVER_DECIMALS = 2;

const formatTurnover = (cents: bigint) => `${unitsToDecimal(cents, TURNOVER_DECIMALS)} USD`;

/** Lists the discount tiers. */
export const tiersCommand: OperatorCommand = {
  usage: ['tiers'],
  summary: 'list the discount tiers by turnover',
  help: ['The page /discounts shows them.'],
  examples: ['tiers'],
  options: [],
  argumentRange: [0, 0],
  async run({ db }) {
    const rows = await db.selectFrom('discount_tiers').selectAll().orderBy('turnover').execute();
    const lines = rows.map(({ turnover, percent }) => [formatTurnover(turnover), `${percent} %`]);
    return createSuccess(formatColumns([['FROM', 'DISCOUNT'], ...lines]));
  },
};

/** Sets or removes a discount tier. */
export const tierCommand: OperatorCommand = {
  usage: ['tier <turnover> <percent>|none'],
  summary: 'set the discount from a turnover on, or remove the tier',
  help: [
    '<turnover>  US dollars in 12 months: 1000',
    `<percent>   the discount, at most ${MAX_DISCOUNT_PERCENT} %; a higher turnover never has a lower one`,
  ],
  examples: ['tier 25000 0.15', 'tier 25000 none'],
  options: [],
  argumentRange: [2, 2],
  async run(context, [turnoverText = '', percentText = '']) {
    const turnover = parseAmountArgument(turnoverText, TURNOVER_DECIMALS);
    if (!turnover) return createFailure(`“${turnoverText}” is not a positive amount of US dollars.`);
    const percent = parseOptional(percentText, parseDiscountArgument);
    if (!percent.ok) return createFailure(`${percent.problem}.`);
    return percent.value === null
      ? removeTier(context, turnover)
      : setTier(context, { turnover, percent: percent.value });
  },
};

function setTier(context: OperatorContext, tier: Selectable<DiscountTierRow>): Promise<CommandResult> {
  const { turnover, percent } = tier;
  const snapshot = context.catalogue.getSnapshot();
  const grant = createTierGrant(percent);
  if (!isGrantGiven(snapshot, grant))
    return Promise.resolve(
      createFailure(
        `No pair gives a discount of ${percent} %: all have margins up to margin_min, or a discount as large. Nothing was changed.`,
      ),
    );
  return changeWithAudit(context, async trx => {
    const rows = await trx.selectFrom('discount_tiers').selectAll().execute();
    const conflicting = rows.find(row => {
      const [lower, higher] = row.turnover < turnover ? [row, tier] : [tier, row];
      return (
        row.turnover !== turnover &&
        isGreaterFraction(parsePercent(lower.percent), parsePercent(higher.percent))
      );
    });
    if (conflicting)
      return createFailure(
        `${formatTurnover(conflicting.turnover)} has ${conflicting.percent} %: a higher turnover would have a lower discount. Nothing was changed.`,
      );
    await trx
      .insertInto('discount_tiers')
      .values(tier)
      .onConflict(conflict => conflict.column('turnover').doUpdateSet({ percent }))
      .execute();
    const from = rows.find(row => row.turnover === turnover)?.percent ?? null;
    return {
      ...createSuccess(
        [`From ${formatTurnover(turnover)}: ${percent} %.`, ...describeGrantCaps(snapshot, grant)].join('\n'),
      ),
      entry: { command: 'tier', target: formatTurnover(turnover), detail: { from, to: percent } },
    };
  });
}

function removeTier(context: OperatorContext, turnover: bigint): Promise<CommandResult> {
  return changeWithAudit(context, async trx => {
    const removed = await trx
      .deleteFrom('discount_tiers')
      .where('turnover', '=', turnover)
      .returning('percent')
      .executeTakeFirst();
    if (!removed)
      return createFailure(`There is no tier from ${formatTurnover(turnover)}. List them: tiers.`);
    return {
      ...createSuccess(`The tier from ${formatTurnover(turnover)} is removed.`),
      entry: {
        command: 'tier',
        target: formatTurnover(turnover),
        detail: { from: removed.percent, to: null },
      },
    };
  });
}
