import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { Call } from '../call.ts';
import { ClaimSide } from '../claim.ts';
import { decimalFromServer } from '../decimal.ts';
import { exactDecimalFromServer, signedDecimalFromServer } from './signedDecimal.ts';
import { optionalPageFields } from '../page.ts';
import { WITHDRAWAL_STATUSES, WithdrawalTarget } from './withdrawals.ts';

/** Decimals of the programme's money: units of 1/10,000 USD. */
export const REFERRAL_DECIMALS = 4;

/** How many codes a partner can have, and the length of their labels. */
export const MAX_REFERRAL_CODES = 50;
export const MAX_CODE_LABEL_LENGTH = 40;

/** Kinds of lines in the ledger of a partner. */
export const LEDGER_KINDS = ['accrual', 'reversal', 'withdrawal'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** States of an accrual. */
export const ACCRUAL_STATES = ['pending', 'available', 'void'] as const;
export type AccrualState = (typeof ACCRUAL_STATES)[number];

/** Why an accrual is void. */
export const VOID_REASONS = ['self', 'no_profit', 'partner_off', 'never_opened'] as const;

/** Why an accrual is void, or is not made yet: `not_opened`, nobody but the shop's servers has opened the claim (ext). */
export type AccrualReason = (typeof VOID_REASONS)[number] | 'not_opened';

/** A code in the links of a partner (ext). */
export const ReferralCode = v.object({
  /** 8 letters and digits. */
  code: v.string(),
  /** Its link. */
  url: v.string(),
  /** The partner’s name for it; may be empty. */
  label: v.string(),
  /** When it was created. */
  createdAt: isoInstant,
});
export type ReferralCode = v.InferOutput<typeof ReferralCode>;

/** GET users/me/refferal/ : the programme of an account. Money is in USD with 4 decimals. */
export const ReferralProgramme = v.object({
  /** The first code. */
  code: v.string(),
  /** Its link. */
  url: v.string(),
  /** The partner’s share of a claim’s profit. */
  percent: decimalFromServer,
  /** How long a click counts, days. */
  window: v.number(),
  // ext.
  /** How long an accrual waits until it is available, hours. */
  hold: v.number(),
  /** What can be withdrawn, USD. */
  available: decimalFromServer,
  /** Accruals that wait, USD. */
  pending: decimalFromServer,
  /** Withdrawals that were paid, USD. */
  paid: decimalFromServer,
  /** Smallest withdrawal, USD. */
  minimum: decimalFromServer,
  /** Visits by the links, one a visitor and day. */
  clicks: v.number(),
  /** Claims by the links. */
  claims: v.number(),
  /** Completed claims by the links. */
  completed: v.number(),
  // ext.
  /** All codes, the oldest first. */
  codes: v.array(ReferralCode),
  // ext.
  /** Why the operator has switched the partner off; null: it is on. */
  switchedOff: v.nullable(v.string()),
});
export type ReferralProgramme = v.InferOutput<typeof ReferralProgramme>;

/** POST users/me/refferal/ : another code. */
export const ReferralCodeCreate = v.object({
  /** A name for the code, at most 40 characters. */
  label: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_CODE_LABEL_LENGTH)), ''),
});
export type ReferralCodeCreate = v.InferInput<typeof ReferralCodeCreate>;

/** How an accrual was calculated (ext): exact decimal texts, rounded once, in `summa`. */
export const Reckoning = v.object({
  /** Code of the currency sent. */
  from: v.string(),
  /** What was exchanged of it. */
  fromSumma: decimalFromServer,
  /** Code of the currency received. */
  to: v.string(),
  /** What the client received. */
  toSumma: decimalFromServer,
  /** The currency sent, as people know it; missing if the exchange no longer has it. */
  fromSide: v.optional(ClaimSide),
  /** The currency received, as people know it; missing if the exchange no longer has it. */
  toSide: v.optional(ClaimSide),
  /** The course of the market. */
  sourceCourse: decimalFromServer,
  /** `fromSumma` at that course. */
  sourceSumma: exactDecimalFromServer,
  // Percentages of `sourceSumma`: the margin is subtracted, the discount is added.
  /** Margin, percent. */
  margin: decimalFromServer,
  /** The margin in the currency received. */
  marginSumma: exactDecimalFromServer,
  /** Discount of the client, percent. */
  discount: decimalFromServer,
  /** The discount in the currency received. */
  discountSumma: exactDecimalFromServer,
  /** What the largest course takes of the discount, in the currency received. */
  capSumma: v.optional(exactDecimalFromServer, '0'),
  // The fixed course is one of the operator.
  /** Rounding, the bonus of a verified card or a fixed course. */
  otherSumma: exactDecimalFromServer,
  // Negative: a loss.
  /** `sourceSumma` − `toSumma`. */
  profit: exactDecimalFromServer,
  // `profitUsd` is `profit` × `usdPrice` ÷ `sourceCourse`.
  /** Price of one unit sent, USD. */
  usdPrice: decimalFromServer,
  /** The profit in USD, cut after 12 decimals. */
  profitUsd: exactDecimalFromServer,
  /** The partner’s share, percent. */
  percent: decimalFromServer,
  /** The share before rounding, cut after 12 decimals. */
  exact: exactDecimalFromServer,
  /** The share, rounded down to 1/10,000 USD. */
  summa: decimalFromServer,
});
export type Reckoning = v.InferOutput<typeof Reckoning>;

/** A line of the ledger. The sum of all `summa` is the balance. */
export const LedgerEntry = v.object({
  /** id of the line. */
  id: v.number(),
  /** accrual, reversal or withdrawal. */
  kind: v.picklist(LEDGER_KINDS),
  // Null for other lines.
  /** Of a withdrawal: 0 in process, 1 paid, 2 cancelled. */
  status: v.nullable(v.picklist(WITHDRAWAL_STATUSES)),
  // ext; null for other lines.
  /** Of an accrual: pending, available or void. */
  state: v.nullable(v.picklist(ACCRUAL_STATES)),
  /** USD; negative if it leaves the balance. */
  summa: signedDecimalFromServer,
  /** USD. */
  currency: v.literal('USD'),
  /** The claim of an accrual or of its reversal. */
  claim: v.nullable(
    v.object({
      /** Number of the claim. */
      number: v.string(),
    }),
  ),
  /** The referral code of the claim. */
  code: v.nullable(v.string()),
  /** What follows the code: `CODE.sub`. */
  sub: v.nullable(v.string()),
  // An `AccrualReason` or a sentence.
  /**
   * `self`, `no_profit`, `partner_off`, `never_opened`, or a sentence; `not_opened` of a `pending` accrual: it is
   * made when the client opens the claim, and its `summa` is 0 until then.
   */
  reason: v.nullable(v.string()),
  /** From when an accrual can be withdrawn. */
  availableAt: v.nullable(isoInstant),
  /** When it was written. */
  at: isoInstant,
  // ext.
  /** How an accrual was calculated. */
  reckoning: v.nullable(Reckoning),
  // ext.
  /** Where a withdrawal goes. */
  withdrawal: v.nullable(
    v.object({
      /** id of the withdrawal. */
      id: v.pipe(v.string(), v.uuid()),
      ...WithdrawalTarget,
    }),
  ),
});
export type LedgerEntry = v.InferOutput<typeof LedgerEntry>;

/** GET users/me/refferal/dw/ : a page of the ledger, the newest first. */
export const LedgerEntries = v.object({
  ...optionalPageFields,
  /** Lines, the newest first. */
  results: v.array(LedgerEntry),
});
export type LedgerEntries = v.InferOutput<typeof LedgerEntries>;

const REFERRAL = '/api/v1/users/me/refferal/';

/**
 * Show the referral programme: codes, money, and what the links brought.
 *
 * @returns The programme.
 */
export const getReferralProgrammeCall: Call<ReferralProgramme> = {
  method: 'GET',
  path: REFERRAL,
  response: ReferralProgramme,
};

/**
 * Create another referral code.
 *
 * @returns The code.
 * @throws 400 An invalid label; `codes_limit` without a field beyond 50 codes.
 */
export const createReferralCodeCall: Call<ReferralCode, ReferralCodeCreate> = {
  method: 'POST',
  path: REFERRAL,
  response: ReferralCode,
};

/**
 * List accruals, reversals and withdrawals, newest first; their sum is the balance.
 *
 * @returns One page of the ledger.
 * @throws 400 The invalid parameter.
 */
export const listLedgerCall: Call<LedgerEntries> = {
  method: 'GET',
  path: `${REFERRAL}dw/`,
  response: LedgerEntries,
};

/**
 * Download the filtered ledger as CSV.
 *
 * @returns CSV in UTF-8 with a byte order mark, separated by semicolons.
 * @throws 400 The invalid parameter.
 */
export const exportLedgerCall: Call = { method: 'GET', path: `${REFERRAL}dw/export/` };
