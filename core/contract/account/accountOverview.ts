import * as v from 'valibot';
import { sideFields } from '../claim.ts';
import { isoInstant } from '../calculator.ts';
import type { Call } from '../call.ts';
import { decimalFromServer } from '../decimal.ts';
import { DiscountTier } from '../discount.ts';

/**
 * GET users/me/statistics/ : the account's claims, its turnover in 12 months, and the discount that follows from it. All
 * fields are ext: another backend may send others.
 */
export const AccountStatistics = v.object({
  /** Number of claims. */
  claims: v.optional(
    v.object({
      /** All claims. */
      count: v.number(),
      /** Completed claims. */
      completed: v.number(),
      /** Claims that are not closed. */
      open: v.number(),
    }),
  ),
  /** Value of the completed claims of the last 12 months, US dollars. */
  turnover: v.optional(decimalFromServer),
  /** Currency of the turnover; always USD. */
  currency: v.optional(v.literal('USD')),
  /** The discount that follows from the turnover. */
  discount: v.optional(
    v.object({
      /** Discount, percent of the course. */
      percent: decimalFromServer,
      /** The next tier; null at the highest one. */
      next: v.nullable(
        v.object({
          /** Discount, percent of the course. */
          percent: decimalFromServer,
          /** Turnover in 12 months from which on the discount counts, US dollars. */
          turnover: decimalFromServer,
          /** Turnover that is missing, US dollars. */
          left: decimalFromServer,
        }),
      ),
      /** All tiers by ascending turnover. */
      tiers: v.array(DiscountTier),
    }),
  ),
  // Absent in an older backend.
  /** The money of the referral programme. */
  refferal: v.optional(
    v.object({
      /** What can be withdrawn, USD. */
      available: decimalFromServer,
    }),
  ),
});
export type AccountStatistics = v.InferOutput<typeof AccountStatistics>;

/** A direction with its current course; `bonus`: the discount in percent that it includes. */
export const BestPair = v.object({
  /** id of the payment system to send from. */
  fromPs: v.number(),
  /** id of the payment system to receive in. */
  toPs: v.number(),
  ...sideFields,
  /** Units received for 1 unit sent. */
  course: decimalFromServer,
  /** Discount that the course includes, percent; null without one. */
  bonus: v.nullable(decimalFromServer),
  // ext: absent in another backend.
  /** Whether it is one of the account’s own; false: the account has none, and everybody exchanges it most. */
  isOwn: v.optional(v.boolean()),
});
export type BestPair = v.InferOutput<typeof BestPair>;

/** GET users/pairs/best : at most 6, the most used first: the account's own, else everybody's in 30 days. */
export const BestPairs = v.array(BestPair);

/** A promocode of the account. */
export const AccountPromocode = v.object({
  /** The promocode, in upper case. */
  code: v.string(),
  /** Share of the margin that the client gets back, percent. */
  percent: decimalFromServer,
  /** Whether it is for one claim. */
  singleUse: v.boolean(),
  /** Until when it can be used; null: without end. */
  validUntil: v.nullable(isoInstant),
  /** Whether it can be used now. */
  status: v.picklist(['active', 'used', 'expired']),
  /** Why it cannot be used, for people; null if it can. */
  reason: v.nullable(v.string()),
});
export type AccountPromocode = v.InferOutput<typeof AccountPromocode>;

/** GET users/me/promocodes/ : the newest first. POST adds one (ext) and returns it. */
export const AccountPromocodes = v.array(AccountPromocode);

/** POST users/me/promocodes/ (ext). */
export const PromocodeAdd = v.object({
  /** The promocode, in any case. */
  code: v.pipe(v.string(), v.trim(), v.maxLength(64)),
});
export type PromocodeAdd = v.InferInput<typeof PromocodeAdd>;

/**
 * List at most six open directions: those that the account exchanges most, else everybody.
 *
 * @returns The directions with the account’s course.
 */
export const listBestPairsCall: Call<BestPair[]> = {
  method: 'GET',
  // The API's own path has no slash at its end.
  path: '/api/v1/users/pairs/best',
  response: BestPairs,
};

const PROMOCODES = '/api/v1/users/me/promocodes/';

/**
 * Get the number of claims, the turnover in 12 months, and the discount.
 *
 * @returns The statistics.
 */
export const getAccountStatisticsCall: Call<AccountStatistics> = {
  method: 'GET',
  path: '/api/v1/users/me/statistics/',
  response: AccountStatistics,
};

/**
 * List the promocodes that the account keeps, the newest first.
 *
 * @returns The promocodes.
 */
export const listPromocodesCall: Call<AccountPromocode[]> = {
  method: 'GET',
  path: PROMOCODES,
  response: AccountPromocodes,
};

/**
 * Keep a promocode in the account.
 *
 * @returns The promocode.
 * @throws 400 `promocode_invalid`, `promocode_used`, `promocode_expired` or `promocodes_limit` on the field `code`.
 * @throws 429 `too_many_requests` with Retry-After: too many attempts to use promocodes.
 */
export const addPromocodeCall: Call<AccountPromocode, PromocodeAdd> = {
  method: 'POST',
  path: PROMOCODES,
  response: AccountPromocode,
};
