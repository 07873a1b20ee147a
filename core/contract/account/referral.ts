import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import { ClaimSide } from '../claim.ts';
import { decimal, decimalFromServer, MAX_DECIMAL_LENGTH } from '../decimal.ts';
import { signedDecimalFromServer } from './signedDecimal.ts';

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

/** Statuses of a withdrawal: in process, paid, cancelled. */
export const WITHDRAWAL_STATUSES = [0, 1, 2] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** A product of several decimals has the digits of all of them. */
const MAX_EXACT_LENGTH = 4 * MAX_DECIMAL_LENGTH;

/** A step of a reckoning; it may be negative. */
const exactDecimal = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(value => String(value)),
  v.maxLength(MAX_EXACT_LENGTH, 'number_format'),
  v.regex(/^-?\d+(\.\d+)?$/, 'number_format'),
);

/** A code in the links of a partner (ext). */
export const ReferralCode = v.object({
  code: v.string(),
  url: v.string(),
  /** The partner's name for it; may be empty. */
  label: v.string(),
  createdAt: isoInstant,
});
export type ReferralCode = v.InferOutput<typeof ReferralCode>;

/** GET users/me/refferal/ : the programme of an account. Money is in USD with 4 decimals. */
export const ReferralProgramme = v.object({
  /** The first code and its link. */
  code: v.string(),
  url: v.string(),
  /** The partner's share of a claim's profit. */
  percent: decimalFromServer,
  /** How long a click counts, days. */
  window: v.number(),
  /** How long an accrual waits until it is available, hours (ext). */
  hold: v.number(),
  available: decimalFromServer,
  pending: decimalFromServer,
  paid: decimalFromServer,
  minimum: decimalFromServer,
  clicks: v.number(),
  claims: v.number(),
  completed: v.number(),
  /** All codes, the oldest first (ext). */
  codes: v.array(ReferralCode),
  /** Why the operator has switched the partner off; null: it is on (ext). */
  switchedOff: v.nullable(v.string()),
});
export type ReferralProgramme = v.InferOutput<typeof ReferralProgramme>;

/** POST users/me/refferal/ : another code. */
export const ReferralCodeCreate = v.object({
  label: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_CODE_LABEL_LENGTH)), ''),
});
export type ReferralCodeCreate = v.InferInput<typeof ReferralCodeCreate>;

/** How an accrual was calculated (ext): exact decimal texts, rounded once, in `summa`. */
export const Reckoning = v.object({
  /** Amounts that the client sent and received, with the codes of the currencies. */
  from: v.string(),
  fromSumma: decimalFromServer,
  to: v.string(),
  toSumma: decimalFromServer,
  /** The same currencies with their names; missing if the exchange no longer has one. */
  fromSide: v.optional(ClaimSide),
  toSide: v.optional(ClaimSide),
  /** The course of the market, and what the client would get at it. */
  sourceCourse: decimalFromServer,
  sourceSumma: exactDecimal,
  /** Percentages, and their amounts of `sourceSumma`: the margin is subtracted, the discount is added. */
  margin: decimalFromServer,
  marginSumma: exactDecimal,
  discount: decimalFromServer,
  discountSumma: exactDecimal,
  /** The part of the discount that the maximum course cuts off. */
  capSumma: v.optional(exactDecimal, '0'),
  /** Other differences of `toSumma`: rounding, the bonus of a verified card, a course fixed by the operator. */
  otherSumma: exactDecimal,
  /** `sourceSumma` − `toSumma`, in the currency received. Negative: a loss. */
  profit: exactDecimal,
  /** Price of one unit sent in USD; `profit` × `usdPrice` ÷ `sourceCourse`, cut after 12 decimals. */
  usdPrice: decimalFromServer,
  profitUsd: exactDecimal,
  percent: decimalFromServer,
  /** The share before it is rounded down, cut after 12 decimals. */
  exact: exactDecimal,
  summa: decimalFromServer,
});
export type Reckoning = v.InferOutput<typeof Reckoning>;

/** Destination and payout of a withdrawal (ext). */
const WithdrawalTarget = {
  /** Destination, masked. */
  requisite: v.string(),
  to: ClaimSide,
  /** The payout in the currency of `to`. */
  toSumma: decimalFromServer,
  /** Units of the currency for 1 USD. */
  course: decimalFromServer,
  /** In USD, part of `summa`. */
  fee: decimalFromServer,
  /** The transaction or the bank's number; null until it is paid. */
  reference: v.nullable(v.string()),
};

/** A line of the ledger. The sum of all `summa` is the balance. */
export const LedgerEntry = v.object({
  id: v.number(),
  kind: v.picklist(LEDGER_KINDS),
  /** Of a withdrawal; null for other lines. */
  status: v.nullable(v.picklist(WITHDRAWAL_STATUSES)),
  /** Of an accrual (ext); null for other lines. */
  state: v.nullable(v.picklist(ACCRUAL_STATES)),
  summa: signedDecimalFromServer,
  currency: v.literal('USD'),
  /** Of an accrual and its reversal. */
  claim: v.nullable(v.object({ number: v.string() })),
  /** Code of the link that led to the claim (ext). */
  code: v.nullable(v.string()),
  sub: v.nullable(v.string()),
  /** Why an accrual is void, waits or was reversed, or a withdrawal cancelled: an `AccrualReason` or a sentence. */
  reason: v.nullable(v.string()),
  /** From when an accrual can be withdrawn. */
  availableAt: v.nullable(isoInstant),
  at: isoInstant,
  /** Of an accrual (ext). */
  reckoning: v.nullable(Reckoning),
  /** Of a withdrawal (ext). */
  withdrawal: v.nullable(v.object({ id: v.pipe(v.string(), v.uuid()), ...WithdrawalTarget })),
});
export type LedgerEntry = v.InferOutput<typeof LedgerEntry>;

const pageFrame = {
  count: v.number(),
  next: v.optional(v.nullable(v.string())),
  previous: v.optional(v.nullable(v.string())),
};

/** GET users/me/refferal/dw/ : a page of the ledger, the newest first. */
export const LedgerEntries = v.object({ ...pageFrame, results: v.array(LedgerEntry) });
export type LedgerEntries = v.InferOutput<typeof LedgerEntries>;

/** A currency in which money is paid out. */
export const WithdrawalMethod = v.object({
  to: ClaimSide,
  /** Units of the currency for 1 USD now; null: there is no price. */
  course: v.nullable(decimalFromServer),
  /** In USD, part of the withdrawn sum. */
  fee: decimalFromServer,
  /** Why it is closed, a sentence; null: open. */
  closed: v.nullable(v.string()),
});
export type WithdrawalMethod = v.InferOutput<typeof WithdrawalMethod>;

/** Withdrawals of a partner that may be in process at once. */
export const MAX_OPEN_WITHDRAWALS = 5;

/** Withdrawals that a partner may cancel in 24 hours. */
export const MAX_DAILY_CANCELLATIONS = 20;

/** A withdrawal with its status. */
export const Withdrawal = v.object({
  id: v.pipe(v.string(), v.uuid()),
  status: v.picklist(WITHDRAWAL_STATUSES),
  summa: decimalFromServer,
  currency: v.literal('USD'),
  ...WithdrawalTarget,
  reason: v.nullable(v.string()),
  at: isoInstant,
  decidedAt: v.nullable(isoInstant),
  /** Whether the partner can cancel it (ext): the operator has not begun to pay it. */
  canCancel: v.optional(v.boolean(), false),
  /** Whether the automatic withdrawal created it (ext). Cancelling it turns the automatic withdrawal off. */
  isAutomatic: v.optional(v.boolean(), false),
});
export type Withdrawal = v.InferOutput<typeof Withdrawal>;

/** Why no withdrawal is possible now (ext): a code of accountMessages.ts with its sentence, and when it ends. */
export const WithdrawalObstacle = v.object({
  code: v.string(),
  detail: v.string(),
  until: v.nullable(isoInstant),
});
export type WithdrawalObstacle = v.InferOutput<typeof WithdrawalObstacle>;

/** Largest sum of an automatic withdrawal, USD: databases store up to 2⁶³ − 1 units of 1/10,000 USD. */
export const MAX_AUTO_WITHDRAWAL = '100000000000000';

/** Withdraws all that is available (ext), as soon as it reaches `summa`, to the saved requisite with this id. */
export const AutoWithdrawal = v.object({
  requisite: v.pipe(v.string(), v.uuid()),
  summa: decimalFromServer,
});
export type AutoWithdrawal = v.InferOutput<typeof AutoWithdrawal>;

/** A withdrawal: a sum in USD to the saved requisite with this id. */
const withdrawalFields = {
  requisite: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  summa: decimal,
};

/** PUT users/me/refferal/withdrawal/auto/ (ext): `summa` is the available sum that starts a withdrawal. */
export const AutoWithdrawalSet = v.object(withdrawalFields);
export type AutoWithdrawalSet = v.InferInput<typeof AutoWithdrawalSet>;

/** GET users/me/refferal/withdrawal/ : the available sum, the methods, and a page of the withdrawals, newest first. */
export const Withdrawals = v.object({
  available: decimalFromServer,
  pending: decimalFromServer,
  minimum: decimalFromServer,
  methods: v.array(WithdrawalMethod),
  /** Null: a withdrawal is possible. */
  obstacle: v.nullable(WithdrawalObstacle),
  /** Null: nothing is withdrawn automatically. Another backend has no such setting. */
  auto: v.optional(v.nullable(AutoWithdrawal)),
  ...pageFrame,
  results: v.array(Withdrawal),
});
export type Withdrawals = v.InferOutput<typeof Withdrawals>;

/** POST users/me/refferal/withdrawal/ : `summa` includes the fee. */
export const WithdrawalCreate = v.object(withdrawalFields);
export type WithdrawalCreate = v.InferInput<typeof WithdrawalCreate>;

/** 201 of POST users/me/refferal/withdrawal/ . */
export const WithdrawalCreated = v.object({
  id: v.pipe(v.string(), v.uuid()),
  status: v.picklist(WITHDRAWAL_STATUSES),
});
export type WithdrawalCreated = v.InferOutput<typeof WithdrawalCreated>;
