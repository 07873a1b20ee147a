import type { Generated } from 'kysely';
import type { ClaimReason, ClaimStatusCode } from '#core/claim/status.ts';

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
  /** The course without the cap `margin_min`, decimal text; null if the cap does not lower it. */
  uncapped_course: string | null;
  verification: bigint;
  email: string;
  /** The account of the claim; null: a guest's claim. */
  user_id: string | null;
  /** JSON: field name → value. */
  from_requisites: string;
  to_requisites: string;
  /** JSON of the refund requisites if they differ from `from_requisites`; null: none were named. */
  refund_requisites: string | null;
  /** Price of one unit sent in US dollars at the creation, decimal text; null for claims of earlier versions. */
  usd_price: string | null;
  /** Value of the exchange at that price, US cents; null until the claim is completed. */
  turnover: bigint | null;
  promocode: string | null;
  refferal: string | null;
  /** HMAC of the client's network address, for the limit of open claims. The address itself is never stored. */
  address_hash: string;
  /** Id of the key that the claim's secret is derived with; null: the database's key, used by earlier versions. */
  secret_key_id: string | null;
  /** JSON of the payment destination (kind, value, holder, bank, memo); null until assigned. */
  pay_to: string | null;
  deadline: bigint | null;
  /** When a claim on hold gets its next offer, milliseconds; null: never. */
  offer_due_at: bigint | null;
  /** When the personal data of the ended claim was erased; null: not erased. */
  erased_at: bigint | null;
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

/** Append-only: the address of a claim, derived from a key. Another claim never gets the same. */
export interface ClaimAddressRow {
  key_id: bigint;
  address_index: bigint;
  claim_id: string;
  at: bigint;
  /** The address; null if an earlier version gave it and the claim has another one now. */
  address: string | null;
}

/** A payment to an address of the exchange, as a node has reported it, until the network takes it back. */
export interface ObservedPaymentRow {
  currency_id: bigint;
  /** As in `payments`: unique in the currency. */
  reference: string;
  /** The source that reported it. */
  source: string;
  /** The address that it was sent to. */
  address: string;
  /** In units of the currency. */
  amount: bigint;
  /** Height of its block; null: it waits for one. */
  height: bigint | null;
  /** Hash of its block, or of the replaced one that it was in; null: it has been in none. */
  block_hash: string | null;
  /** The claim that it belongs to; null: a person has to find it. */
  claim_id: string | null;
  /** When the source first reported it, or its block if it waited too long: the time of its arrival. */
  first_seen_at: bigint;
  /** When it was recorded in `payments`; null: not yet. */
  recorded_at: bigint | null;
  /** When a person decided that it belongs to no claim; null: not yet. */
  dismissed_at: bigint | null;
  /** Text of the sender, a stranger, without control characters; null without one. */
  memo: string | null;
}

/** A transfer that a bank has reported and that could not be recorded at once. */
export interface BankTransferRow {
  id: string;
  currency_id: bigint;
  /** As in `payments`: unique in the currency. */
  reference: string;
  /** In units of the currency. */
  amount: bigint;
  /** Purpose and sender, as the bank writes them. */
  text: string;
  /** When the bank reported it. */
  at: bigint;
  /** When a person decided that it belongs to no claim; null: not yet. */
  dismissed_at: bigint | null;
}

/** How far a source of payments has been read. */
export interface PaymentSourceRow {
  source: string;
  /** Height of the last block that was read. */
  height: bigint;
  /** JSON: hashes of the last blocks up to `height`, the oldest first. */
  hashes: string;
  /** When the newest block of the network had been read; null: never. */
  checked_at: bigint | null;
}

/** Append-only: payments received for a claim, in units of its send side. One can only move to `removed_payments`. */
export interface PaymentRow {
  id: Generated<bigint>;
  claim_id: string;
  /** The currency of the send side. */
  currency_id: bigint;
  amount: bigint;
  /** The network's transaction and its output, or the bank's own number: unique in the currency. */
  reference: string;
  at: bigint;
}

/** Append-only: payments that a person has recorded by mistake and taken back. */
export interface RemovedPaymentRow {
  /** As in `payments`. */
  id: bigint;
  claim_id: string;
  currency_id: bigint;
  amount: bigint;
  reference: string;
  at: bigint;
  removed_at: bigint;
}

/** Append-only: transfers to the client, in the currency received (`payout`) or sent (`refund`). */
export interface PayoutRow {
  id: Generated<bigint>;
  claim_id: string;
  kind: 'payout' | 'refund';
  /** The network transaction or the bank's reference. */
  reference: string;
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
  uncapped_course: string | null;
  to_amount: bigint;
  state: 'offered' | 'accepted' | 'refused' | 'applied';
  at: bigint;
  /** Expiry of the offer, milliseconds; null if the amounts were not offered. */
  expires_at: bigint | null;
}

/** Claims created by the simulator. They are never paid, and the simulator changes no other claims. */
export interface SimulatedClaimRow {
  claim_id: string;
}

/** The member of staff who works on a claim. The row is deleted when the claim is released. */
export interface ClaimHolderRow {
  claim_id: string;
  user_id: string;
  at: bigint;
}

/** A note of staff about a claim. It is erased with the claim's personal data. */
export interface ClaimNoteRow {
  id: Generated<bigint>;
  claim_id: string;
  /** E-mail of the member of staff. */
  author: string;
  text: string;
  at: bigint;
}
