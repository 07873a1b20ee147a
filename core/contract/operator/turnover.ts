import * as v from 'valibot';
import { signedDecimalFromServer } from '../account/signedDecimal.ts';
import type { Call } from '../call.ts';
import { decimalFromServer } from '../decimal.ts';

const figures = {
  /** Claims created in the period. */
  claims: v.number(),
  /** Those of them that are completed by now. */
  completed: v.number(),
  /** Exchanges that were completed in the period. The next four are of these. */
  exchanges: v.number(),
  /** Their value at the prices of their creation, US dollars. */
  turnover: decimalFromServer,
  /**
   * What clients would have received at the source course, less what they received, at the prices of the creation, US
   * dollars. Shares of partners and fees of networks and banks are not deducted.
   */
  profit: signedDecimalFromServer,
  /** Exchanges without a price in dollars: turnover and profit lack them. */
  unpriced: v.number(),
  /** Median time from the first payment to the completion, minutes, rounded up; null without a recorded payment. */
  payoutMinutes: v.nullable(v.number()),
};

/** The figures of some days, or of a pair. */
export const TurnoverRow = v.object({
  /** First day of the days, or the codes of the pair. */
  key: v.string(),
  /** The same for people. */
  label: v.string(),
  ...figures,
});
export type TurnoverRow = v.InferOutput<typeof TurnoverRow>;

/** GET operator/turnover/ (ext): what was exchanged in a period. Simulated claims do not count. */
export const Turnover = v.object({
  /** First and last day by Moscow time, both included. */
  dateFrom: v.string(),
  dateTo: v.string(),
  /** Figures of the whole period. */
  totals: v.object(figures),
  /** Figures by day, week or month, in their order, also without claims. */
  rows: v.array(TurnoverRow),
  /** Figures by pair, the largest turnover first. */
  pairs: v.array(TurnoverRow),
});
export type Turnover = v.InferOutput<typeof Turnover>;

/** What the rows of the export are. */
export const TURNOVER_EXPORTS = ['period', 'pair'] as const;

const TURNOVER = '/api/v1/operator/turnover/';

/**
 * Get the turnover of a period: `date_from`, `date_to` (default: this month until today), `group` (default `day`).
 *
 * @returns The figures.
 * @throws 400 The invalid parameter; `period_invalid`: reversed, or too long.
 */
export const getTurnoverCall: Call<Turnover> = { method: 'GET', path: TURNOVER, response: Turnover };

/**
 * Download the same figures as CSV. `rows`: `period` (default) or `pair`.
 *
 * @returns CSV in UTF-8 with a byte order mark, separated by semicolons.
 * @throws 400 The invalid parameter.
 */
export const exportTurnoverCall: Call = { method: 'GET', path: `${TURNOVER}export/` };
