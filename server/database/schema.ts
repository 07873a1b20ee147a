import type { Generated } from 'kysely';
import type { ClaimReason, ClaimStatusCode } from '#core/claim/status.ts';

/**
 * The database schema for Kysely, the same on SQLite and PostgreSQL. Every integer column is a bigint in TypeScript:
 * money in units of the currency's decimals, times in milliseconds since 1970 UTC, flags as 0n or 1n. Lists and
 * objects are JSON text. Courses and percents are decimal text.
 */
export interface DatabaseSchema {
  currencies: CurrencyRow;
  cities: CityRow;
  pairs: PairRow;
  reserves: ReserveRow;
  reserve_entries: ReserveEntryRow;
  payment_requisites: PaymentRequisiteRow;
  promocodes: PromocodeRow;
  discount_tiers: DiscountTierRow;
  settings: SettingRow;
  claims: ClaimRow;
  claim_events: ClaimEventRow;
  idempotency_keys: IdempotencyKeyRow;
  payments: PaymentRow;
  recalculations: RecalculationRow;
  files: FileRow;
  verifications: VerificationRow;
  handoffs: HandoffRow;
  mail: MailRow;
  operator_changes: OperatorChangeRow;
  simulated_claims: SimulatedClaimRow;
  catalogue_version: CatalogueVersionRow;
}

/** The database in use. The queries are the same for both. */
export type DialectName = 'sqlite' | 'postgres';

/** One payment system. The rows of one `direction` form one currency for visitors (Tether USDT). */
export interface CurrencyRow {
  id: bigint;
  code: string;
  /** JSON array of alternative codes of this currency. */
  aliases: string;
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
}

/** A city where cash of a currency is handed over. */
export interface CityRow {
  currency_id: bigint;
  code: string;
  name: string;
  /** The address to visit, shown only in an open claim. */
  place: string;
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
}

/** Where clients pay: an address, a card or a phone. `memo` 1n: shared by claims that differ in their memo. */
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
}

/** A promocode reduces the margin by `percent` (decimal text, 1–100). */
export interface PromocodeRow {
  code: string;
  percent: string;
  single_use: bigint;
  used: bigint;
  active: bigint;
}

/** A discount of `percent` (decimal text) from `turnover` on (US cents in 12 months). */
export interface DiscountTierRow {
  turnover: bigint;
  percent: string;
}

/** Settings of the exchange, and secrets generated at the first start. JSON text. */
export interface SettingRow {
  name: string;
  value: string;
}

/** A claim with all values that are frozen at its creation. */
export interface ClaimRow {
  /** UUID, used in every URL. */
  id: string;
  /** Internal number, incremented for each claim. */
  number: bigint;
  /** Short public number. It does not reveal the number of claims. */
  public_number: string;
  status: ClaimStatusCode;
  reason: ClaimReason | null;
  from_id: bigint;
  to_id: bigint;
  city: string | null;
  from_amount: bigint;
  to_amount: bigint;
  course: string;
  /** Components of the course: source price, margin and discount in percent, decimal text. */
  source_course: string;
  margin: string;
  discount: string;
  verification: bigint;
  email: string;
  /** JSON: field name → value. */
  from_requisites: string;
  to_requisites: string;
  promocode: string | null;
  refferal: string | null;
  /** HMAC of the client's network address, for the limit of open claims. The address itself is never stored. */
  address_hash: string;
  /** JSON of the payment destination (kind, value, holder, bank, memo); null until assigned. */
  pay_to: string | null;
  deadline: bigint | null;
  created_at: bigint;
  updated_at: bigint;
}

/** Append-only audit log: every change of a claim, with its actor. */
export interface ClaimEventRow {
  id: Generated<bigint>;
  claim_id: string;
  from_status: ClaimStatusCode | null;
  to_status: ClaimStatusCode;
  reason: ClaimReason | null;
  actor: 'client' | 'operator' | 'system';
  note: string | null;
  at: bigint;
}

/** The idempotency key of a successful request, the hash of its body, and the response without its secret. */
export interface IdempotencyKeyRow {
  key: string;
  scope: string;
  body_hash: string;
  claim_id: string;
  answer: string;
  at: bigint;
}

/** One row. Database triggers increment it at each write to tables that servers cache. */
export interface CatalogueVersionRow {
  id: bigint;
  version: bigint;
}

/** Append-only: payments received for a claim, in units of its send side. */
export interface PaymentRow {
  id: Generated<bigint>;
  claim_id: string;
  amount: bigint;
  /** The network transaction or the bank's reference; null if the operator entered none. */
  reference: string | null;
  at: bigint;
}

/** Recalculations: received amount, course and result. The client accepts or declines an `offered` one. */
export interface RecalculationRow {
  id: Generated<bigint>;
  claim_id: string;
  reason: ClaimReason;
  from_amount: bigint;
  course: string;
  source_course: string;
  to_amount: bigint;
  state: 'offered' | 'accepted' | 'refused' | 'applied';
  at: bigint;
}

/** A receipt (`bill`) or a photo, re-encoded. Stored in the database, so that all servers and backups have it. */
export interface FileRow {
  /** Random, reveals nothing. */
  id: string;
  claim_id: string | null;
  verification_id: string | null;
  /** The client's file name, shown only to the client; null for photos. */
  name: string | null;
  type: 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf';
  size: bigint;
  /** SHA-256 of the upload. The same file uploaded twice is stored once. */
  hash: string;
  content: Uint8Array;
  at: bigint;
}

/** A card verification. Only BIN, last four digits and an HMAC of the card are stored. */
export interface VerificationRow {
  id: string;
  claim_id: string;
  status: 'draft' | 'pending' | 'approved' | 'rejected' | 'expired';
  reason: string | null;
  bin: string;
  last4: string;
  card_hash: string;
  expires_at: bigint | null;
  decided_at: bigint | null;
  created_at: bigint;
  updated_at: bigint;
}

/** The hand-off of a verification to a phone: HMACs of its token and of the first device that opened it. */
export interface HandoffRow {
  token_hash: string;
  verification_id: string;
  device_hash: string | null;
  expires_at: bigint;
}

/** An outgoing e-mail, written in the transaction that it reports; `sent_at` is null until a mail server accepts it. */
export interface MailRow {
  id: Generated<bigint>;
  /** Stable across attempts, so that a receiver can drop duplicates. */
  message_id: string;
  claim_id: string;
  recipient: string;
  subject: string;
  text: string;
  attempts: bigint;
  next_at: bigint;
  sent_at: bigint | null;
  at: bigint;
}

/** Append-only: operators' changes, each with its command. */
export interface OperatorChangeRow {
  id: Generated<bigint>;
  command: string;
  target: string;
  detail: string;
  at: bigint;
}

/** Claims created by the simulator. Nobody pays them, and the simulator changes no other claims. */
export interface SimulatedClaimRow {
  claim_id: string;
}
