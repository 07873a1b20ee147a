import type { Generated } from 'kysely';
import type { LedgerKind, WithdrawalStatus } from '#core/contract/account/referral.ts';

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
  /** Keyed hash of the request's body. */
  body_hash: string;
  /** The transaction or the bank's number of the payment. */
  reference: string | null;
  /** Why it was cancelled. */
  reason: string | null;
  created_at: bigint;
  decided_at: bigint | null;
}

/** A network from which the account of a partner was used. */
export interface PartnerNetworkRow {
  id: Generated<bigint>;
  partner_id: string;
  /** As `claims.address_hash`. */
  network_hash: string;
  seen_at: bigint;
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
