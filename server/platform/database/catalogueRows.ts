import type { AddressFormat } from '#core/contract/operator/requisites.ts';
import type { Generated } from 'kysely';

/** One payment system. The rows of one `direction` form one currency for visitors (Tether USDT). */
export interface CurrencyRow {
  id: bigint;
  code: string;
  /** JSON array of alternative codes of this currency. */
  aliases: string;
  /** JSON array of additional search words for this currency. */
  search_words: string;
  direction: string;
  name: string;
  ticker: string;
  network: string | null;
  kind: 'crypto' | 'bank' | 'system' | 'cash';
  group_name: string;
  decimals: bigint;
  /** Minimum amount to send or receive, units. */
  min: bigint;
  /** Minimum amount in verification mode, units; null: same as `min`. */
  min_verification: bigint | null;
  /** The operator's maximum for one exchange, units; null: only the reserve limits it. */
  max: bigint | null;
  /** Initial amount to send in a form, units; null: the minimum. */
  default_amount: bigint | null;
  icon: string;
  position: bigint;
  send_visible: bigint;
  receive_visible: bigint;
  /** From 0 (none) to 3 (high). */
  congestion: bigint;
  notify: string | null;
  /** The operator's reason for closing, one sentence; null if open. */
  send_closed: string | null;
  receive_closed: string | null;
  /** Confirmations until an observed payment is final; null: as many as its network needs. */
  confirmations: bigint | null;
  /** Contract of a token; null: the published one. */
  contract: string | null;
}

/** A city where cash of a currency is handed over. */
export interface CityRow {
  currency_id: bigint;
  code: string;
  name: string;
  /** The address to visit, shown only in an open claim. */
  place: string;
  /** Opening hours, one sentence; null: as arranged in Telegram. */
  hours: string | null;
}

/** The operator's values for one pair. A pair without a row uses the settings' defaults. Percents are decimal text. */
export interface PairRow {
  from_id: bigint;
  to_id: bigint;
  margin: string | null;
  discount: string | null;
  max: bigint | null;
  /** The course fixed by the operator; null if it follows the source. */
  frozen_course: string | null;
  closed: string | null;
}

/** Total amount of a currency and the part held by open claims. Free = amount − held, never below zero. */
export interface ReserveRow {
  currency_id: bigint;
  amount: bigint;
  held: bigint;
  updated_at: bigint;
}

/** Append-only ledger. The sums of `amount_change` and `held_change` per currency equal the reserve row. */
export interface ReserveEntryRow {
  id: Generated<bigint>;
  currency_id: bigint;
  claim_id: string | null;
  amount_change: bigint;
  held_change: bigint;
  kind: 'seed' | 'hold' | 'release' | 'payout' | 'receipt' | 'operator';
  at: bigint;
  /** Who set the total, as in the audit log; '': nobody did, or it is not recorded. */
  actor: Generated<string>;
}

/** A payment requisite: an address, a card or a phone. `memo` 1n: shared by claims with different memos. */
export interface PaymentRequisiteRow {
  id: Generated<bigint>;
  currency_id: bigint;
  kind: 'address' | 'card' | 'phone' | 'cash';
  value: string;
  holder: string | null;
  bank: string | null;
  memo: bigint;
  active: bigint;
  used_at: bigint;
  /** The key whose addresses the claims get, one each; `value` is its `chain_key`. Null: `value` itself is paid to. */
  key_id: bigint | null;
  /** Format of the derived addresses. */
  address_format: AddressFormat | null;
}

/** The receiving chain of an extended public key, as `xpub…`. `next_index`: the index of the next claim's address. */
export interface AddressKeyRow {
  id: Generated<bigint>;
  chain_key: string;
  next_index: bigint;
}

/** A promocode reduces the margin by `percent` (decimal text, 1–100). */
export interface PromocodeRow {
  code: string;
  percent: string;
  single_use: bigint;
  used: bigint;
  active: bigint;
  /** Expiry, milliseconds; null: none. */
  valid_until: bigint | null;
}

/** A discount of `percent` (decimal text) for a turnover of at least `turnover` (US cents in 12 months). */
export interface DiscountTierRow {
  turnover: bigint;
  percent: string;
}

/** One row. Database triggers increment it at each write to tables that servers cache. */
export interface CatalogueVersionRow {
  id: bigint;
  version: bigint;
}
