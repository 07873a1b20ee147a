import * as v from 'valibot';
import { ClaimSide } from '../claim.ts';
import { isoInstant } from '../calculator.ts';
import { decimalFromServer } from '../decimal.ts';
import { DiscountTier } from '../discount.ts';

/**
 * GET users/me/statistics/ : the account's claims, its turnover in 12 months, and the discount that follows from it. All
 * fields are ext: another backend may send others.
 */
export const AccountStatistics = v.object({
  claims: v.optional(v.object({ count: v.number(), completed: v.number(), open: v.number() })),
  turnover: v.optional(decimalFromServer),
  currency: v.optional(v.literal('USD')),
  discount: v.optional(
    v.object({
      /** "0" without a discount. */
      percent: decimalFromServer,
      /** The next tier, and the turnover that is missing to it; null: this is the highest. */
      next: v.nullable(
        v.object({ percent: decimalFromServer, turnover: decimalFromServer, left: decimalFromServer }),
      ),
      tiers: v.array(DiscountTier),
    }),
  ),
  /** The sum that the account can withdraw as a partner, USD; absent in an older backend. */
  refferal: v.optional(v.object({ available: decimalFromServer })),
});
export type AccountStatistics = v.InferOutput<typeof AccountStatistics>;

/** A direction with its current course; `bonus`: the discount in percent that it includes. */
export const BestPair = v.object({
  fromPs: v.number(),
  toPs: v.number(),
  from: ClaimSide,
  to: ClaimSide,
  course: decimalFromServer,
  bonus: v.nullable(decimalFromServer),
  /** ext: whether the account itself uses the pair most; false: all clients together do. Absent in another backend. */
  isOwn: v.optional(v.boolean()),
});
export type BestPair = v.InferOutput<typeof BestPair>;

/** GET users/pairs/best : at most 6, the most used first: the account's own, else everybody's in 30 days. */
export const BestPairs = v.array(BestPair);

/** A promocode of the account. */
export const AccountPromocode = v.object({
  code: v.string(),
  /** The share of the margin that the client gets back, percent. */
  percent: decimalFromServer,
  singleUse: v.boolean(),
  validUntil: v.nullable(isoInstant),
  status: v.picklist(['active', 'used', 'expired']),
  /** Why it cannot be used, a sentence; null if it can. */
  reason: v.nullable(v.string()),
});
export type AccountPromocode = v.InferOutput<typeof AccountPromocode>;

/** GET users/me/promocodes/ : the newest first. POST adds one (ext) and returns it. */
export const AccountPromocodes = v.array(AccountPromocode);

/** POST users/me/promocodes/ (ext). */
export const PromocodeAdd = v.object({ code: v.pipe(v.string(), v.trim(), v.maxLength(64)) });
export type PromocodeAdd = v.InferInput<typeof PromocodeAdd>;
