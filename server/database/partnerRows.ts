import type { Generated } from 'kysely';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { LedgerKind, WithdrawalStatus } from '#core/contract/account/referral.ts';
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
  /** As PARTNER_CODE_PATTERN. */
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
  /** Copy of the claim's status. Triggers keep it. */
  status: Generated<ClaimStatusCode>;
  /** JSON: name → value of the link's `utm_…` parameters. */
  utm: string | null;
  /** JSON list: keyed hashes of where the claim's money comes from and goes to, as `saved_requisites.value_hash`. */
  requisite_hashes: string | null;
  /** Keyed hash of the network of the shop's server that created a claim of the shop API, as `claims.address_hash`. */
  creator_hash: string | null;
  /** The same of the network that first opened it; empty: none has; null: a claim of the site or a widget. */
  opener_hash: string | null;
  /** JSON list: the same of further networks that have opened the claim, at most 16. */
  network_hashes: string | null;
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

/**
 * What a row of `referral_days` counts by. `total`: everything of the day; its key is empty, or `OWN_CLAIMS_KEY` for the
 * partner's own claims, which no other row counts.
 */
export type StatisticsDimension = 'total' | StatisticsBreakdown;

/** What a partner brought on one day: all of it, and by link, sub, pair and host. */
export interface ReferralDayRow {
  partner_id: string;
  dimension: StatisticsDimension;
  /** By Moscow time: 2026-11-01. */
  day: string;
  /** The code, the sub, the pair («BTC SBERRUB») or the host; empty: none or unknown, or everything. */
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
  /** Keyed hash of the network, the day and the code; null: from the version before. */
  network_hash: string | null;
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

/** What a partner has, in units of 1/10,000 USD: the sum of its entries. A reversal of paid money may make it negative. */
export interface PartnerBalanceRow {
  partner_id: string;
  balance: bigint;
}

/** Append-only ledger of a partner. The sum of `amount` equals the balance. */
export interface PartnerEntryRow {
  id: Generated<bigint>;
  partner_id: string;
  /** A reversal has the claim of its accrual, or the withdrawal that was cancelled. */
  kind: LedgerKind;
  /** Units of 1/10,000 USD; negative if it leaves the balance, 0 of an accrual that is void from the start. */
  amount: bigint;
  /** Exactly one of both is set. */
  claim_id: string | null;
  withdrawal_id: string | null;
  /** Why an accrual is void or was reversed, or a withdrawal cancelled. */
  reason: string | null;
  /** JSON of an accrual's `Reckoning`. */
  reckoning: string | null;
  /** From when the money may be withdrawn. A reversal has that of its accrual, so that both cancel out at any time. */
  available_at: bigint;
  at: bigint;
}

/** Money that a partner has asked for. */
export interface PartnerWithdrawalRow {
  id: string;
  partner_id: string;
  /** 0n in process, 1n paid, 2n cancelled. */
  status: bigint;
  /** What leaves the balance, with the fee, and the fee: units of 1/10,000 USD. */
  amount: bigint;
  fee: bigint;
  currency_id: bigint;
  /** Units of the currency for 1 USD, decimal text. */
  course: string;
  /** What is paid out, units of the currency. */
  payout: bigint;
  /** Where to, masked. */
  masked: string;
  /** Where to: sealed JSON, field name → value; null once it is decided. */
  sealed_values: string | null;
  idempotency_key: string | null;
  /** Keyed hash of the request's body; empty: there was none, `auto_withdrawals` has made it. */
  body_hash: string;
  /** The transaction or the bank's number of the payment. */
  reference: string | null;
  /** Why it was cancelled. */
  reason: string | null;
  created_at: bigint;
  decided_at: bigint | null;
  /** When the operator began to pay it: the partner cannot cancel it any more. */
  begun_at: bigint | null;
}

/** Whether a withdrawal was made without a request. */
export const isAutomaticWithdrawal = ({ body_hash }: Pick<PartnerWithdrawalRow, 'body_hash'>): boolean =>
  body_hash === '';

/** Withdraws all that is available, as soon as it reaches a sum. */
export interface AutoWithdrawalRow {
  partner_id: string;
  /** The saved requisite that it goes to. */
  requisite_id: string;
  /** Units of 1/10,000 USD. */
  amount: bigint;
  created_at: bigint;
}

/** A network from which the account of a partner, or a live key of its shop, was used. */
export interface PartnerNetworkRow {
  id: Generated<bigint>;
  partner_id: string;
  /** As `claims.address_hash`. */
  network_hash: string;
  /** When the account was last used from it, and when a key was; 0: never. */
  seen_at: bigint;
  server_seen_at: Generated<bigint>;
}

/** What the operator has set for withdrawals in a currency. Without a row, the default of the currency counts. */
export interface WithdrawalMethodRow {
  currency_id: bigint;
  /** Units of 1/10,000 USD. */
  fee: bigint;
  /** Why nothing is paid out in it now, a sentence for partners; null: open. */
  closed: string | null;
}

/** Status of a withdrawal as a column has it. */
export const toWithdrawalStatus = (status: bigint) => Number(status) as WithdrawalStatus;
