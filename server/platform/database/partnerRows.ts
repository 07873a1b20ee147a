import type { Generated } from 'kysely';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { LedgerKind } from '#core/contract/account/referral.ts';
import type { WithdrawalStatus } from '#core/contract/account/withdrawals.ts';
import type { StatisticsBreakdown } from '#core/contract/account/shop.ts';
import type { WebhookEvent } from '#core/contract/account/shopWebhooks.ts';

/** A partner is paid for the exchanges of its visitors. Created when its account first opens the programme. */
export interface PartnerRow {
  id: string;
  /** Null after the account is deleted. */
  user_id: string | null;
  /** The name and the site of the shop; may be empty. */
  name: string;
  site: string;
  /** When the operator switched the partner off. Its codes attribute no claims after that. */
  switched_off_at: bigint | null;
  switched_off_reason: string | null;
  created_at: bigint;
}

/** A code in the links of a partner. It is never used again. */
export interface ReferralCodeRow {
  /** In the format of PARTNER_CODE_PATTERN. */
  code: string;
  partner_id: string;
  /** The partner's label; may be empty. */
  label: string;
  created_at: bigint;
}

/** The partner that a claim is attributed to. Empty texts: unknown. */
export interface ClaimReferralRow {
  claim_id: string;
  partner_id: string;
  code: string;
  /** The text after the code: `CODE.sub`. */
  sub: string;
  /** Host of the page with the link or the widget. */
  host: string;
  /** Copy of the claim's status. Triggers update it. */
  status: Generated<ClaimStatusCode>;
  /** JSON: name → value of the link's `utm_…` parameters. */
  utm: string | null;
  /** JSON list: keyed hashes of the claim's payment source and payout destination, as `saved_requisites.value_hash`. */
  requisite_hashes: string | null;
  /** Keyed hash of the network of the shop's server that created a claim of the shop API, as `claims.address_hash`. */
  creator_hash: string | null;
  /** Like `creator_hash`, of the network that opened it first; empty: not opened; null: from the site or a widget. */
  opener_hash: string | null;
  /** JSON list: hashes of further networks that have opened the claim, at most 16. */
  network_hashes: string | null;
  /** The partner's counted income from it, units of 1/10,000 USD; null: nothing was accrued yet. */
  income: bigint | null;
  created_at: bigint;
}

/** All kinds of events. `claim.created` is only for the statistics; webhooks report it as `claim.status`. */
export type PartnerEventKind = 'claim.created' | WebhookEvent;

/**
 * An event of a partner's claims or money, written in the transaction of the change. Jobs count it in the statistics
 * and queue it for webhooks.
 */
export interface PartnerEventRow {
  id: Generated<bigint>;
  partner_id: string;
  kind: PartnerEventKind;
  /** `test`: an event of a test key. */
  mode: 'live' | 'test';
  /** The claim, or the test claim. */
  claim_id: string | null;
  /** JSON of the event's own data. */
  data: string;
  at: bigint;
  counted_at: bigint | null;
  queued_at: bigint | null;
}

/**
 * Dimension of a row in `referral_days`. `total`: everything of the day. Its key is empty, or `OWN_CLAIMS_KEY` for the
 * partner's own claims, which no other row counts.
 */
export type StatisticsDimension = 'total' | StatisticsBreakdown;

/** A partner's statistics of one day: in total, and by link, sub, pair and host. The figures of `StatisticsNumbers`. */
export interface ReferralDayRow {
  partner_id: string;
  dimension: StatisticsDimension;
  /** By Moscow time: 2026-11-01. */
  day: string;
  /** The code, the sub, the pair («BTC SBERRUB») or the host; empty: none or unknown, or everything. */
  key: string;
  clicks: bigint;
  visitors: bigint;
  /** Number of claims created on this day. */
  claims: bigint;
  /** Number of claims completed on this day. */
  completed: bigint;
  /** Turnover of the claims completed on this day, US cents. */
  turnover: bigint;
  /** Accruals minus reversals of this day, units of 1/10,000 USD. */
  income: bigint;
}

/** A click on a partner's link, or a view of its widget, stored to count it only once. Empty texts: none or unknown. */
export interface ReferralClickRow {
  id: Generated<bigint>;
  partner_id: string;
  code: string;
  sub: string;
  host: string;
  /** Keyed hash of the visitor, the day, the code, the sub and the host: each is counted once. */
  click_hash: string;
  /** Keyed hash of the visitor, the day and the code. */
  visitor_hash: string;
  /** Keyed hash of the network, the day and the code; null in rows of the previous version. */
  network_hash: string | null;
  at: bigint;
  /** When it was counted in the day's statistics; null: not yet. */
  counted_at: bigint | null;
}

/** A link that a partner has saved. */
export interface ShopLinkRow {
  id: string;
  partner_id: string;
  code: string;
  sub: string;
  label: string;
  /** Codes of currencies, and an amount to send as decimal text; null: not part of the link. */
  cur_from: string | null;
  cur_to: string | null;
  amount: string | null;
  created_at: bigint;
}

/** Balance of a partner, units of 1/10,000 USD: sum of its entries. Negative if a reversal of paid money exceeds it. */
export interface PartnerBalanceRow {
  partner_id: string;
  balance: bigint;
}

/** Append-only ledger of a partner. The sum of `amount` equals the balance. */
export interface PartnerEntryRow {
  id: Generated<bigint>;
  partner_id: string;
  /** A reversal refers to the claim of its accrual, or to the cancelled withdrawal. */
  kind: LedgerKind;
  /** Units of 1/10,000 USD; negative for a deduction, 0 for an accrual that was never valid. */
  amount: bigint;
  /** Exactly one of `claim_id` and `withdrawal_id` is set. */
  claim_id: string | null;
  withdrawal_id: string | null;
  /** Why an accrual is void or was reversed, or a withdrawal cancelled. */
  reason: string | null;
  /** JSON of an accrual's `Reckoning`. */
  reckoning: string | null;
  /** When the money becomes available. A reversal has the time of its accrual, so that both cancel out at any time. */
  available_at: bigint;
  at: bigint;
}

/** A withdrawal that a partner has requested. */
export interface PartnerWithdrawalRow {
  id: string;
  partner_id: string;
  /** 0n in process, 1n paid, 2n cancelled. */
  status: bigint;
  /** The amount that is deducted from the balance, including the fee, and the fee: units of 1/10,000 USD. */
  amount: bigint;
  fee: bigint;
  currency_id: bigint;
  /** Units of the currency for 1 USD, decimal text. */
  course: string;
  /** The amount to pay out, units of the currency. */
  payout: bigint;
  /** The payout requisite, masked. */
  masked: string;
  /** The payout requisite: encrypted JSON, field name → value; null after the decision. */
  sealed_values: string | null;
  idempotency_key: string | null;
  /** Keyed hash of the request's body; empty for an automatic withdrawal (`auto_withdrawals`). */
  body_hash: string;
  /** The transaction or the bank's number of the payment. */
  reference: string | null;
  /** The reason of the cancellation. */
  reason: string | null;
  created_at: bigint;
  decided_at: bigint | null;
  /** When the operator began the payment. After that the partner cannot cancel the withdrawal. */
  begun_at: bigint | null;
}

/** Whether a withdrawal is automatic. */
export const isAutomaticWithdrawal = ({ body_hash }: Pick<PartnerWithdrawalRow, 'body_hash'>): boolean =>
  body_hash === '';

/** A rule that withdraws the available balance as soon as it reaches a threshold. */
export interface AutoWithdrawalRow {
  partner_id: string;
  /** The saved requisite for the payout. */
  requisite_id: string;
  /** The threshold, units of 1/10,000 USD. */
  amount: bigint;
  created_at: bigint;
}

/** A network in which the account of a partner, or a live key of its shop, was used. */
export interface PartnerNetworkRow {
  id: Generated<bigint>;
  partner_id: string;
  /** As `claims.address_hash`. */
  network_hash: string;
  /** When the account and a key were last used in it; 0: never. */
  seen_at: bigint;
  server_seen_at: Generated<bigint>;
}

/** The operator's settings for withdrawals in a currency. Without a row, the default of the currency applies. */
export interface WithdrawalMethodRow {
  currency_id: bigint;
  /** Units of 1/10,000 USD. */
  fee: bigint;
  /** Why withdrawals in it are closed now, a sentence for partners; null: open. */
  closed: string | null;
}

/** Converts the status of a withdrawal from its column. */
export const toWithdrawalStatus = (status: bigint) => Number(status) as WithdrawalStatus;
