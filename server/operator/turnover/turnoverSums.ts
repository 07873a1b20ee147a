import { REFERRAL_DECIMALS } from '#core/contract/account/referral.ts';
import type { Turnover } from '#core/contract/operator/turnover.ts';
import { unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import { computePayoutMinutes } from '#server/exchange/claims/completedExchanges.ts';
import { formatTurnover } from '#server/exchange/claims/turnover.ts';

/** What is counted of some days, or of a pair. */
export interface TurnoverSums {
  claims: number;
  completed: number;
  exchanges: number;
  /** US cents. */
  turnover: Units;
  /** As from `calculateProfit`. */
  profit: Units;
  unpriced: number;
  /** From the first payment to the completion, milliseconds. */
  durations: number[];
}

export const createSums = (): TurnoverSums => ({
  claims: 0,
  completed: 0,
  exchanges: 0,
  turnover: 0n,
  profit: 0n,
  unpriced: 0,
  durations: [],
});

/** An exchange; turnover and profit are null without a price in USD. */
export interface CountedExchange {
  turnover: Units | null;
  profit: Units | null;
  /** Milliseconds; null without a recorded payment. */
  duration: number | null;
}

/** Adds an exchange to sums. */
export function addExchange(sums: TurnoverSums, { turnover, profit, duration }: CountedExchange): void {
  sums.exchanges++;
  if (turnover === null || profit === null) sums.unpriced++;
  else {
    sums.turnover += turnover;
    sums.profit += profit;
  }
  if (duration !== null) sums.durations.push(duration);
}

/** Formats sums for the API: they are exact, because each exchange was rounded for itself. */
export const formatSums = ({ turnover, profit, durations, ...counts }: TurnoverSums): Turnover['totals'] => ({
  ...counts,
  turnover: formatTurnover(turnover),
  profit: unitsToDecimal(profit, REFERRAL_DECIMALS),
  payoutMinutes: computePayoutMinutes(durations),
});
