import type { Generated } from 'kysely';
import type { StatisticsBreakdown } from '#core/contract/account/shop.ts';

/** What a row of `referral_days` counts by. `total`: everything of the day; its key is empty. */
export type StatisticsDimension = 'total' | StatisticsBreakdown;

/** What a partner brought on one day: all of it, and by link, sub, pair and host. */
export interface ReferralDayRow {
  partner_id: string;
  dimension: StatisticsDimension;
  /** By Moscow time: 2026-11-01. */
  day: string;
  /** The code, the sub, the pair («BTC SBERRUB») or the host; empty: none or unknown. */
  key: string;
  clicks: bigint;
  visitors: bigint;
  /** Created on this day. */
  claims: bigint;
  /** Completed on this day. */
  completed: bigint;
  /** Of the claims completed on this day, US cents. */
  turnover: bigint;
  /** Accrued less reversed on this day, units of 1/10,000 USD. */
  income: bigint;
}

/** A click on a partner's link, or a view of its widget, kept to count it once. Empty texts: none or unknown. */
export interface ReferralClickRow {
  id: Generated<bigint>;
  partner_id: string;
  code: string;
  sub: string;
  host: string;
  /** Keyed hashes of the visitor, the day and what counts once: the code, the sub and the host, or the code alone. */
  click_hash: string;
  visitor_hash: string;
  at: bigint;
  /** When it was added to the day; null: not yet. */
  counted_at: bigint | null;
}

/** A link that a partner has saved. */
export interface ShopLinkRow {
  id: string;
  partner_id: string;
  code: string;
  sub: string;
  label: string;
  /** Codes of currencies, and an amount to send as decimal text; null: left out of the link. */
  cur_from: string | null;
  cur_to: string | null;
  amount: string | null;
  created_at: bigint;
}
