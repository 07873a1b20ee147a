import * as v from 'valibot';
import { CLAIM_STATUSES } from '#core/claim/status.ts';
import { isoInstant } from '../calculator.ts';
import type { Call, ItemCall } from '../call.ts';
import { exchangedFields } from '../claim.ts';
import { SUB_PATTERN } from './referralCode.ts';
import { decimal, decimalFromServer } from '../decimal.ts';
import { signedDecimalFromServer } from './signedDecimal.ts';
import { pageFields } from '../page.ts';

/** Lengths of what a partner types. */
export const MAX_SHOP_NAME_LENGTH = 60;
export const MAX_SHOP_SITE_LENGTH = 200;
export const MAX_SHOP_LABEL_LENGTH = 40;

/** How many links a partner can save. */
export const MAX_SHOP_LINKS = 100;

/** GET, PATCH users/me/shop/ : labels for the partner's own use; both may be empty. */
export const Shop = v.object({
  /** Name of the shop; may be empty. */
  name: v.string(),
  /** Address of the shop; may be empty. */
  site: v.string(),
  /** Why the operator has switched the partner off; null: it is on. */
  switchedOff: v.nullable(v.string()),
});
export type Shop = v.InferOutput<typeof Shop>;

/** PATCH users/me/shop/ : `site` is empty or an http(s) URL. */
export const ShopUpdate = v.object({
  /** Name of the shop; may be empty. */
  name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_SHOP_NAME_LENGTH, 'too_long'))),
  /** Address of the shop; may be empty. */
  site: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_SHOP_SITE_LENGTH, 'too_long'))),
});
export type ShopUpdate = v.InferInput<typeof ShopUpdate>;

const shopSub = v.pipe(v.string(), v.regex(SUB_PATTERN, 'sub_format'));
const currencyCode = v.pipe(v.string(), v.maxLength(40));

/** POST users/me/shop/links/ : a link to save. `code` is one of the partner's; empty texts and null: left out of the link. */
export const ShopLinkCreate = v.object({
  /** Code of the partner. */
  code: v.pipe(v.string(), v.maxLength(8)),
  /** What follows the code, to tell links apart; may be empty. */
  sub: v.optional(shopSub, ''),
  /** The partner’s name for the link; may be empty. */
  label: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_SHOP_LABEL_LENGTH, 'too_long')), ''),
  /** Code of the currency to send; null: left out. */
  cur_from: v.optional(v.nullable(currencyCode), null),
  /** Code of the currency to receive; null: left out. */
  cur_to: v.optional(v.nullable(currencyCode), null),
  /** Amount to send; null: left out. */
  amount: v.optional(v.nullable(decimal), null),
});
export type ShopLinkCreate = v.InferInput<typeof ShopLinkCreate>;

/** A saved link; `url` is complete. */
export const ShopLink = v.object({
  /** id of the saved link. */
  id: v.pipe(v.string(), v.uuid()),
  /** Code of the partner. */
  code: v.string(),
  /** What follows the code, to tell links apart; may be empty. */
  sub: v.string(),
  /** The partner’s name for the link; may be empty. */
  label: v.string(),
  /** Code of the currency to send; null: left out. */
  cur_from: v.nullable(v.string()),
  /** Code of the currency to receive; null: left out. */
  cur_to: v.nullable(v.string()),
  /** Amount to send; null: left out. */
  amount: v.nullable(decimalFromServer),
  /** The complete link. */
  url: v.string(),
  createdAt: isoInstant,
});
export type ShopLink = v.InferOutput<typeof ShopLink>;

/** GET users/me/shop/links/ : the saved links, newest first. `codes`: the partner's codes, the first one is the default. */
export const ShopLinks = v.object({
  /** Codes of the partner, the oldest first. */
  codes: v.array(
    v.object({
      /** The code. */
      code: v.string(),
      /** The partner’s name for it; may be empty. */
      label: v.string(),
    }),
  ),
  /** Saved links, the newest first. */
  links: v.array(ShopLink),
});
export type ShopLinks = v.InferOutput<typeof ShopLinks>;

/** One claim with a code of the partner. Contains no data of the client. */
export const ShopHistoryClaim = v.object({
  /** Number of the claim. */
  number: v.string(),
  /** Status of the claim. */
  status: v.picklist(CLAIM_STATUSES),
  ...exchangedFields,
  /** What the partner earns with it, US dollars; null until it is completed. */
  income: v.nullable(signedDecimalFromServer),
  /** Whether the claim is completed, and its accrual waits until the client opens it. */
  waiting: v.optional(v.boolean()),
  /** Why it brings nothing, or nothing yet; null: it accrued, or is not completed. */
  reason: v.optional(v.nullable(v.string()), null),
  /** Code of the partner. */
  code: v.string(),
  /** What follows the code, to tell links apart; may be empty. */
  sub: v.string(),
  /** Host of the page with the link or the widget; empty: unknown. */
  host: v.string(),
  at: isoInstant,
});
export type ShopHistoryClaim = v.InferOutput<typeof ShopHistoryClaim>;

/**
 * GET users/me/shop/history/ with page, size, status, code, sub, date_from, date_to: newest first. `export/` returns
 * the same claims as CSV.
 */
export const ShopHistory = v.object({
  ...pageFields,
  /** Claims of this page. */
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
  /** Clicks on links and views of widgets: one a visitor, day, link, sub and host. */
  clicks: v.number(),
  /** Visitors: one a day and code. */
  visitors: v.number(),
  /** Claims created. */
  claims: v.number(),
  /** Claims completed. */
  completed: v.number(),
  /** Value of the completed claims, US dollars. */
  turnover: decimalFromServer,
  /** Accrued less reversed, US dollars. */
  income: signedDecimalFromServer,
});
export type StatisticsNumbers = v.InferOutput<typeof StatisticsNumbers>;

/**
 * One row: of a period without `by` (`key` is its first day, YYYY-MM-DD; periods without anything are listed with zeros),
 * else of a code, sub, pair («BTC SBERRUB») or host, the largest turnover first. An empty `key`: unknown or none.
 */
export const StatisticsRow = v.object({
  /** First day of the period; or the code, sub, pair or host; empty: unknown or none. */
  key: v.string(),
  /** The same for people. */
  label: v.string(),
  ...StatisticsNumbers.entries,
});
export type StatisticsRow = v.InferOutput<typeof StatisticsRow>;

/** Claims that a partner created for itself. Counted once they are completed. */
export const OwnClaims = v.object({
  /** Own claims created in the period and completed. */
  claims: v.number(),
  /** Value of those completed in the period, US dollars. */
  turnover: decimalFromServer,
});
export type OwnClaims = v.InferOutput<typeof OwnClaims>;

/**
 * GET users/me/shop/statistics/ with date_from, date_to (YYYY-MM-DD in `timezone`, both included; default: this month),
 * group, by. `previous`: the totals of as many days before. `export/` : the rows as CSV.
 */
export const ShopStatistics = v.object({
  /** Time zone of the days. */
  timezone: v.string(),
  /** First day. */
  dateFrom: v.string(),
  /** Last day. */
  dateTo: v.string(),
  /** Until when events are counted; null: nothing was counted yet. */
  countedAt: v.nullable(isoInstant),
  /** All of the period. */
  totals: StatisticsNumbers,
  /** All of as many days before. */
  previous: StatisticsNumbers,
  /** The partner’s own claims, which no other figure counts. */
  own: v.optional(OwnClaims, { claims: 0, turnover: '0' }),
  /** By period; or with `by` the 500 rows with the largest turnover. */
  rows: v.array(StatisticsRow),
});
export type ShopStatistics = v.InferOutput<typeof ShopStatistics>;

const SHOP = '/api/v1/users/me/shop/';

/**
 * Get the shop of the account.
 *
 * @returns The shop.
 */
export const getShopCall: Call<Shop> = { method: 'GET', path: SHOP, response: Shop };

/**
 * Change the name or the site of the shop.
 *
 * @returns The shop.
 * @throws 400 `too_long`, or `site_format` on the field `site`.
 */
export const updateShopCall: Call<Shop, ShopUpdate> = { method: 'PATCH', path: SHOP, response: Shop };

/**
 * List the codes and the saved links.
 *
 * @returns Codes and links.
 */
export const listShopLinksCall: Call<ShopLinks> = {
  method: 'GET',
  path: `${SHOP}links/`,
  response: ShopLinks,
};

/**
 * Save a link.
 *
 * @returns The link.
 * @throws 400 Errors by field; `links_limit`: there are 100 links already.
 */
export const createShopLinkCall: Call<ShopLink, ShopLinkCreate> = {
  method: 'POST',
  path: `${SHOP}links/`,
  response: ShopLink,
};

/**
 * Delete a saved link; it keeps working.
 *
 * @returns Deleted.
 * @throws 404 `not_found`: no such link.
 */
export const deleteShopLinkCall: ItemCall = { method: 'DELETE', path: `${SHOP}links/{id}/` };

/**
 * List the claims that the partner has brought, newest first.
 *
 * @returns One page of claims, without data of the clients.
 * @throws 400 The invalid parameter.
 */
export const listShopHistoryCall: Call<ShopHistory> = {
  method: 'GET',
  path: `${SHOP}history/`,
  response: ShopHistory,
};

/**
 * Download the filtered history as CSV.
 *
 * @returns CSV in UTF-8 with a byte order mark, separated by semicolons.
 * @throws 400 The invalid parameter.
 */
export const exportShopHistoryCall: Call = { method: 'GET', path: `${SHOP}history/export/` };

/**
 * Get what the partner brought in a period.
 *
 * @returns The statistics.
 * @throws 400 The invalid parameter; `period_invalid`: reversed, or too long.
 */
export const getShopStatisticsCall: Call<ShopStatistics> = {
  method: 'GET',
  path: `${SHOP}statistics/`,
  response: ShopStatistics,
};

/**
 * Download the rows of the statistics as CSV.
 *
 * @returns CSV in UTF-8 with a byte order mark, separated by semicolons.
 * @throws 400 The invalid parameter.
 */
export const exportShopStatisticsCall: Call = { method: 'GET', path: `${SHOP}statistics/export/` };
