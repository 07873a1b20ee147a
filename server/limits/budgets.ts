import type { Config } from '../config.ts';

/** How much a client network may do: `capacity` tokens at once, and on average `rate` per `period` milliseconds. */
export interface RateLimitBudget {
  capacity: number;
  rate: number;
  period: number;
}

/** How many times a client may repeat a creation for each one that it may start. */
const REPEATS_PER_CLAIM = 6;

/** What follows from the configured limits. */
type CreateBudget = (limits: Config['limits']) => RateLimitBudget;

const hourly = (rate: number): RateLimitBudget => ({ capacity: rate, rate, period: 3_600_000 });
const perMinute = (rate: number, burst: number): RateLimitBudget => ({
  capacity: rate + burst,
  rate,
  period: 60_000,
});

/** All budgets of a client network. */
const budgets = {
  /** Reads of public data. */
  read: limits => perMinute(limits.readsPerMinute, limits.readsBurst),
  /** Attempts to use a promocode. */
  calculator: limits => perMinute(limits.calculatorPerMinute, limits.calculatorBurst),
  /** Attempts to create a claim. */
  claim: limits => hourly(limits.claimsPerHour),
  /** Repetitions of a creation that succeeded. */
  repeat: limits => hourly(limits.claimsPerHour * REPEATS_PER_CLAIM),
  /** Other writes. */
  action: limits => perMinute(limits.actionsPerMinute, limits.actionsPerMinute),
  /** Uploaded files. */
  upload: limits => hourly(limits.uploadsPerHour),
} satisfies Record<string, CreateBudget>;

/** Names of the budgets. */
export type BudgetName = keyof typeof budgets;

/** The configured budget. */
export function createBudget(name: BudgetName, limits: Config['limits']): RateLimitBudget {
  return budgets[name](limits);
}
