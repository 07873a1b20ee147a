import type { Generated } from 'kysely';
import type { ClaimReason, ClaimStatusCode } from '#core/claim/status.ts';

/**
 * The database as Kysely sees it, the same on SQLite and PostgreSQL. Every integer column is a bigint in TypeScript:
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

/** Which database it is; the queries are the same on both. */
export type DialectName = 'sqlite' | 'postgres';

/** One payment system; rows of one `direction` are what people call one currency (Tether USDT). */
export interface CurrencyRow {
  id: bigint;
  code: string;
  /** JSON array of codes that also mean this currency. */
  aliases: string;
  direction: string;
  name: string;
  ticker: string;
  network: string | null;
  kind: 'crypto' | 'bank' | 'system' | 'cash';
  group_name: string;
  decimals: bigint;
  /** The least sum to send or receive, units. */
  min: bigint;
  /** The same in verification mode; null: as `min`. */
  min_verification: bigint | null;
  /** The operator's greatest sum for one exchange, units; null: only the reserve limits it. */
  max: bigint | null;
  icon: string;
  position: bigint;
  send_visible: bigint;
  receive_visible: bigint;
  /** 0 none … 3 high. */
  congestion: bigint;
  notify: string | null;
  /** A sentence why the operator closed it, null when open. */
  send_closed: string | null;
  receive_closed: string | null;
}

/** Where cash of a currency is handed over. */
export interface CityRow {
  currency_id: bigint;
  code: string;
  name: string;
  /** Where to come, told in an open claim only. */
  place: string;
}

/** What the operator set for one pair; a pair without a row follows the settings' defaults. Percents as decimal text. */
export interface PairRow {
  from_id: bigint;
  to_id: bigint;
  margin: string | null;
  discount: string | null;
  max: bigint | null;
  /** The course held by the operator, null when it follows the source. */
  frozen_course: string | null;
  closed: string | null;
}

/** What we own of a currency and how much of it open claims hold; free = amount − held, never below zero. */
export interface ReserveRow {
  currency_id: bigint;
  amount: bigint;
  held: bigint;
  updated_at: bigint;
}

/** Append-only ledger: the sums of `amount_change` and `held_change` per currency are the reserve row. */
export interface ReserveEntryRow {
  id: Generated<bigint>;
  currency_id: bigint;
  claim_id: string | null;
  amount_change: bigint;
  held_change: bigint;
  kind: 'seed' | 'hold' | 'release' | 'payout' | 'receipt' | 'operator';
  at: bigint;
}

/** Where clients pay to: an address, a card, a phone. `memo` 1n: shared by claims that differ in their memo. */
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

/** A promocode takes `percent` (decimal text, 1–100) of the margin off. */
export interface PromocodeRow {
  code: string;
  percent: string;
  single_use: bigint;
  used: bigint;
  active: bigint;
}

/** From `turnover` on (US cents, 12 months) a discount of `percent` (decimal text). */
export interface DiscountTierRow {
  turnover: bigint;
  percent: string;
}

/** Settings of the exchange and secrets made at the first start; JSON text. */
export interface SettingRow {
  name: string;
  value: string;
}

/** A claim with everything that was frozen when it was made. */
export interface ClaimRow {
  /** uuid, in every address. */
  id: string;
  /** Internal number, one more for each claim. */
  number: bigint;
  /** Short public number, says nothing of how many claims there are. */
  public_number: string;
  status: ClaimStatusCode;
  reason: ClaimReason | null;
  from_id: bigint;
  to_id: bigint;
  city: string | null;
  from_amount: bigint;
  to_amount: bigint;
  course: string;
  /** What the course was made of: source price, margin and discount in percent, decimal text. */
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
  /** HMAC of the client's network address, for the limit of open claims; never the address itself. */
  address_hash: string;
  /** JSON of where to pay (kind, value, holder, bank, memo), null until chosen. */
  pay_to: string | null;
  deadline: bigint | null;
  created_at: bigint;
  updated_at: bigint;
}

/** Append-only audit: every change of a claim, by whom. */
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

/** A key that led to a success, the hash of the body it came with and the answer without its secret. */
export interface IdempotencyKeyRow {
  key: string;
  scope: string;
  body_hash: string;
  claim_id: string;
  answer: string;
  at: bigint;
}

/** The one row that the database itself raises with every write to what servers keep in memory. */
export interface CatalogueVersionRow {
  id: bigint;
  version: bigint;
}

/** Append-only: money that came in for a claim, in units of its send side. */
export interface PaymentRow {
  id: Generated<bigint>;
  claim_id: string;
  amount: bigint;
  /** The network's transaction or the bank's reference, null when the operator gave none. */
  reference: string | null;
  at: bigint;
}

/** Sums counted anew: what came in, at which course, what it gives; the client takes an `offered` one or not. */
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

/** A receipt (`bill`) or a photo, re-encoded; in the database, so that every server has it and a backup holds it. */
export interface FileRow {
  /** Random, says nothing. */
  id: string;
  claim_id: string | null;
  verification_id: string | null;
  /** The name the client gave it, shown back only to him; photos have none. */
  name: string | null;
  type: 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf';
  size: bigint;
  /** SHA-256 of what was uploaded: the same file twice is one. */
  hash: string;
  content: Uint8Array;
  at: bigint;
}

/** A card's verification. Of the card only BIN, last four digits and an HMAC are kept. */
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

/** A verification handed to a phone: HMACs of its token and of the device that opened it first. */
export interface HandoffRow {
  token_hash: string;
  verification_id: string;
  device_hash: string | null;
  expires_at: bigint;
}

/** A letter to send, written in the transaction of what it tells; `sent_at` null until a server took it. */
export interface MailRow {
  id: Generated<bigint>;
  /** Stable across attempts, so that a receiver may drop a duplicate. */
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

/** Append-only: what operators changed, by which command. */
export interface OperatorChangeRow {
  id: Generated<bigint>;
  command: string;
  target: string;
  detail: string;
  at: bigint;
}

/** Claims that the simulator made: nobody pays them, and it touches no other. */
export interface SimulatedClaimRow {
  claim_id: string;
}
