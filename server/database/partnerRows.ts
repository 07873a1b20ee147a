import type { Generated } from 'kysely';
import type { StatisticsBreakdown } from '#core/contract/account/shop.ts';

/** Who brings visitors, and is paid for their exchanges. Created when its account first opens the programme. */
export interface PartnerRow {
  id: string;
  /** Null once the account is deleted. */
  user_id: string | null;
  /** The name and the site of the shop; may be empty. */
  name: string;
  site: string;
  /** When the operator switched it off: its codes attribute no claims any more. */
  switched_off_at: bigint | null;
  switched_off_reason: string | null;
  created_at: bigint;
}

/** A code in the links of a partner. It is never used again. */
export interface ReferralCodeRow {
  /** `[A-Z2-9]{8}`. */
  code: string;
  partner_id: string;
  /** The partner's name for it; may be empty. */
  label: string;
  created_at: bigint;
}

/** The partner that a claim is attributed to. Empty texts: unknown. */
export interface ClaimReferralRow {
  claim_id: string;
  partner_id: string;
  code: string;
  /** What follows the code: `CODE.sub`. */
  sub: string;
  /** Host of the page with the link or the widget. */
  host: string;
  /** JSON: name → value of the link's `utm_…` parameters. */
  utm: string | null;
  /** JSON list: keyed hashes of where the claim's money comes from and goes to, as `saved_requisites.value_hash`. */
  requisite_hashes: string | null;
  /** What the partner earns with it, units of 1/10,000 USD, as far as counted; null: nothing was accrued yet. */
  income: bigint | null;
  created_at: bigint;
}

/** All kinds of events. `claim.created` is for the statistics; webhooks report it as `claim.status`. */
export type PartnerEventKind =
  'claim.created' | 'claim.status' | 'accrual.created' | 'accrual.voided' | 'withdrawal.status';

/**
 * What happened to a partner's claims and money, written in the transaction of the change. Jobs count it in the statistics
 * and queue it for webhooks.
 */
export interface PartnerEventRow {
  id: Generated<bigint>;
  partner_id: string;
  kind: PartnerEventKind;
  /** `test`: of a test key. */
  mode: 'live' | 'test';
  /** The claim, or the test claim. */
  claim_id: string | null;
  /** JSON of the event's own data. */
  data: string;
  at: bigint;
  counted_at: bigint | null;
  queued_at: bigint | null;
}

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
