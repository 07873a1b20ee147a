import * as v from 'valibot';
import { CLAIM_STATUSES } from '#core/claim/status.ts';
import { isoInstant } from '../calculator.ts';
import { ClaimSide } from '../claim.ts';
import { SUB_PATTERN } from './referralCode.ts';
import { decimal, decimalFromServer } from '../decimal.ts';
import { signedDecimalFromServer } from './signedDecimal.ts';

/** Lengths of what a partner types. */
export const MAX_SHOP_NAME_LENGTH = 60;
export const MAX_SHOP_SITE_LENGTH = 200;
export const MAX_SHOP_LABEL_LENGTH = 40;

/** How many links a partner can save. */
export const MAX_SHOP_LINKS = 100;

/** GET, PATCH users/me/shop/ : labels for the partner's own use; both may be empty. */
export const Shop = v.object({
  name: v.string(),
  site: v.string(),
  /** Why the operator has switched the partner off; null: it is on. */
  switchedOff: v.nullable(v.string()),
});
export type Shop = v.InferOutput<typeof Shop>;

/** PATCH users/me/shop/ : `site` is empty or an http(s) URL. */
export const ShopUpdate = v.object({
  name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_SHOP_NAME_LENGTH, 'too_long'))),
  site: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_SHOP_SITE_LENGTH, 'too_long'))),
});
export type ShopUpdate = v.InferInput<typeof ShopUpdate>;

const shopSub = v.pipe(v.string(), v.regex(SUB_PATTERN, 'sub_format'));
const currencyCode = v.pipe(v.string(), v.maxLength(40));

/** POST users/me/shop/links/ : a link to save. `code` is one of the partner's; empty texts and null: left out of the link. */
export const ShopLinkCreate = v.object({
  code: v.pipe(v.string(), v.maxLength(8)),
  sub: v.optional(shopSub, ''),
  label: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_SHOP_LABEL_LENGTH, 'too_long')), ''),
  cur_from: v.optional(v.nullable(currencyCode), null),
  cur_to: v.optional(v.nullable(currencyCode), null),
  amount: v.optional(v.nullable(decimal), null),
});
export type ShopLinkCreate = v.InferInput<typeof ShopLinkCreate>;

/** A saved link; `url` is complete. */
export const ShopLink = v.object({
  id: v.pipe(v.string(), v.uuid()),
  code: v.string(),
  sub: v.string(),
  label: v.string(),
  cur_from: v.nullable(v.string()),
  cur_to: v.nullable(v.string()),
  amount: v.nullable(decimalFromServer),
  url: v.string(),
  createdAt: isoInstant,
});
export type ShopLink = v.InferOutput<typeof ShopLink>;

/** GET users/me/shop/links/ : the saved links, newest first. `codes`: the partner's codes, the first one is the default. */
export const ShopLinks = v.object({
  codes: v.array(v.object({ code: v.string(), label: v.string() })),
  links: v.array(ShopLink),
});
export type ShopLinks = v.InferOutput<typeof ShopLinks>;

/** One claim with a code of the partner. Contains no data of the client. */
export const ShopHistoryClaim = v.object({
  number: v.string(),
  status: v.picklist(CLAIM_STATUSES),
  from: ClaimSide,
  to: ClaimSide,
  fromSumma: decimalFromServer,
  toSumma: decimalFromServer,
  /** The partner's income from it, USD; null until it is completed. */
  income: v.nullable(signedDecimalFromServer),
  /** Whether the accrual waits until somebody opens the claim (ext). */
  waiting: v.optional(v.boolean()),
  /** Why it has no income, or none yet: an `AccrualReason` or a sentence; null: accrued, or not completed (ext). */
  reason: v.optional(v.nullable(v.string()), null),
  code: v.string(),
  sub: v.string(),
  host: v.string(),
  at: isoInstant,
});
export type ShopHistoryClaim = v.InferOutput<typeof ShopHistoryClaim>;

/**
 * GET users/me/shop/history/ with page, size, status, code, sub, date_from, date_to: newest first. `export/` returns
 * the same claims as CSV.
 */
export const ShopHistory = v.object({
  count: v.number(),
  next: v.nullable(v.string()),
  previous: v.nullable(v.string()),
  results: v.array(ShopHistoryClaim),
});
export type ShopHistory = v.InferOutput<typeof ShopHistory>;

/** Periods and breakdowns of the statistics. */
export const STATISTICS_GROUPS = ['day', 'week', 'month'] as const;
export type StatisticsGroup = (typeof STATISTICS_GROUPS)[number];
export const STATISTICS_BREAKDOWNS = ['link', 'sub', 'pair', 'host'] as const;
export type StatisticsBreakdown = (typeof STATISTICS_BREAKDOWNS)[number];

/** Days that the statistics cover at most, both ends included. */
export const MAX_STATISTICS_DAYS = 732;

/** Counts and sums. `visitors` ≤ `clicks`. `turnover` and `income` in USD; a reversal makes income negative. */
export const StatisticsNumbers = v.object({
  clicks: v.number(),
  visitors: v.number(),
  claims: v.number(),
  completed: v.number(),
  turnover: decimalFromServer,
  income: signedDecimalFromServer,
});
export type StatisticsNumbers = v.InferOutput<typeof StatisticsNumbers>;

/**
 * One row: of a period without `by` (`key` is its first day, YYYY-MM-DD; periods without anything are listed with zeros),
 * else of a code, sub, pair («BTC SBERRUB») or host, the largest turnover first. An empty `key`: unknown or none.
 */
export const StatisticsRow = v.object({ key: v.string(), label: v.string(), ...StatisticsNumbers.entries });
export type StatisticsRow = v.InferOutput<typeof StatisticsRow>;

/** Claims that a partner created for itself. Counted once they are completed. */
export const OwnClaims = v.object({ claims: v.number(), turnover: decimalFromServer });
export type OwnClaims = v.InferOutput<typeof OwnClaims>;

/**
 * GET users/me/shop/statistics/ with date_from, date_to (YYYY-MM-DD in `timezone`, both included; default: this month),
 * group, by. `previous`: the totals of as many days before. `export/` : the rows as CSV.
 */
export const ShopStatistics = v.object({
  timezone: v.string(),
  dateFrom: v.string(),
  dateTo: v.string(),
  /** Until when events are counted; null: nothing was counted yet. */
  countedAt: v.nullable(isoInstant),
  totals: StatisticsNumbers,
  previous: StatisticsNumbers,
  /** The partner's own claims of the period, which no other figure counts (ext). `turnover` in USD. */
  own: v.optional(OwnClaims, { claims: 0, turnover: '0' }),
  rows: v.array(StatisticsRow),
});
export type ShopStatistics = v.InferOutput<typeof ShopStatistics>;
