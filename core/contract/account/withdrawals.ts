import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { Call, ItemCall } from '../call.ts';
import { ClaimSide } from '../claim.ts';
import { decimal, decimalFromServer } from '../decimal.ts';
import { optionalPageFields } from '../page.ts';

/** Statuses of a withdrawal: in process, paid, cancelled. */
export const WITHDRAWAL_STATUSES = [0, 1, 2] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** Destination and payout of a withdrawal (ext). */
export const WithdrawalTarget = {
  /** Where the money goes, masked. */
  requisite: v.string(),
  /** The currency paid out. */
  to: ClaimSide,
  /** What is paid out, in that currency. */
  toSumma: decimalFromServer,
  /** Units of the currency for 1 USD. */
  course: decimalFromServer,
  /** USD, part of `summa`. */
  fee: decimalFromServer,
  /** Transaction or bank number of the payment; null until it is paid. */
  reference: v.nullable(v.string()),
};

/** A currency in which money is paid out. */
export const WithdrawalMethod = v.object({
  /** The currency paid out. */
  to: ClaimSide,
  /** Units of it for 1 USD now; null: there is no price. */
  course: v.nullable(decimalFromServer),
  /** USD. */
  fee: decimalFromServer,
  /** Why it is closed; null: open. */
  closed: v.nullable(v.string()),
});
export type WithdrawalMethod = v.InferOutput<typeof WithdrawalMethod>;

/** Withdrawals of a partner that may be in process at once. */
export const MAX_OPEN_WITHDRAWALS = 5;

/** Withdrawals that a partner may cancel in 24 hours. */
export const MAX_DAILY_CANCELLATIONS = 20;

/** A withdrawal with its status. */
export const Withdrawal = v.object({
  /** id of the withdrawal. */
  id: v.pipe(v.string(), v.uuid()),
  /** 0 in process, 1 paid, 2 cancelled. */
  status: v.picklist(WITHDRAWAL_STATUSES),
  /** What left the balance with the fee, USD. */
  summa: decimalFromServer,
  /** USD. */
  currency: v.literal('USD'),
  ...WithdrawalTarget,
  /** Why it was cancelled. */
  reason: v.nullable(v.string()),
  /** When it was requested. */
  at: isoInstant,
  /** When it was paid or cancelled. */
  decidedAt: v.nullable(isoInstant),
  // ext.
  /** Whether the partner can cancel it: it is in process, and the operator has not begun to pay it. */
  canCancel: v.optional(v.boolean(), false),
  // ext.
  /** Whether the automatic withdrawal has made it: it ends when this one is cancelled. */
  isAutomatic: v.optional(v.boolean(), false),
});
export type Withdrawal = v.InferOutput<typeof Withdrawal>;

/** Why no withdrawal is possible now (ext): a code of accountMessages.ts with its sentence, and when it ends. */
export const WithdrawalObstacle = v.object({
  /** partner_off, payouts_frozen, withdrawal_open or withdrawal_minimum. */
  code: v.string(),
  /** Its sentence. */
  detail: v.string(),
  /** When it ends; null: not by itself. */
  until: v.nullable(isoInstant),
});

/** Largest amount of an automatic withdrawal, USD: databases store up to 2⁶³ − 1 units of 1/10,000 USD. */
export const MAX_AUTO_WITHDRAWAL = '100000000000000';

/** Withdraws all that is available (ext), as soon as it reaches `summa`, to the saved requisite with this id. */
export const AutoWithdrawal = v.object({
  /** id of the saved requisite. */
  requisite: v.pipe(v.string(), v.uuid()),
  /** All that is available is withdrawn as soon as it reaches this amount, USD. */
  summa: decimalFromServer,
});
export type AutoWithdrawal = v.InferOutput<typeof AutoWithdrawal>;

const withdrawalFields = {
  /** id of a saved requisite. */
  requisite: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
};

/** PUT users/me/refferal/withdrawal/auto/ (ext): `summa` is the available amount that starts a withdrawal. */
export const AutoWithdrawalSet = v.object({
  ...withdrawalFields,
  /** From which amount on, USD. */
  summa: decimal,
});
export type AutoWithdrawalSet = v.InferInput<typeof AutoWithdrawalSet>;

/**
 * GET users/me/refferal/withdrawal/ : the available amount, the methods, and a page of the withdrawals, newest first.
 */
export const Withdrawals = v.object({
  /** What can be withdrawn, USD. */
  available: decimalFromServer,
  /** Accruals that wait, USD. */
  pending: decimalFromServer,
  /** Smallest withdrawal, USD. */
  minimum: decimalFromServer,
  /** Currencies in which money is paid out. */
  methods: v.array(WithdrawalMethod),
  /** Why no withdrawal is possible now; null: one is. */
  obstacle: v.nullable(WithdrawalObstacle),
  // Another backend has no such setting.
  /** What is withdrawn automatically; null: nothing. */
  auto: v.optional(v.nullable(AutoWithdrawal)),
  ...optionalPageFields,
  /** Withdrawals, the newest first. */
  results: v.array(Withdrawal),
});
export type Withdrawals = v.InferOutput<typeof Withdrawals>;

/** POST users/me/refferal/withdrawal/ : `summa` includes the fee. */
export const WithdrawalCreate = v.object({
  ...withdrawalFields,
  /** USD, with the fee. */
  summa: decimal,
});
export type WithdrawalCreate = v.InferInput<typeof WithdrawalCreate>;

/** 201 of POST users/me/refferal/withdrawal/ . */
export const WithdrawalCreated = v.object({
  /** id of the withdrawal. */
  id: v.pipe(v.string(), v.uuid()),
  /** 0 in process. */
  status: v.picklist(WITHDRAWAL_STATUSES),
});
export type WithdrawalCreated = v.InferOutput<typeof WithdrawalCreated>;

const WITHDRAWALS = '/api/v1/users/me/refferal/withdrawal/';
const AUTO_WITHDRAWAL = `${WITHDRAWALS}auto/`;

/**
 * Show what can be withdrawn, how, and the withdrawals, newest first.
 *
 * @returns Methods and withdrawals.
 * @throws 400 The invalid parameter.
 */
export const listWithdrawalsCall: Call<Withdrawals> = {
  method: 'GET',
  path: WITHDRAWALS,
  response: Withdrawals,
};

/**
 * Withdraw money to a saved requisite.
 *
 * @returns The withdrawal is in process.
 * @throws 400 `summa`: `withdrawal_small`, or `withdrawal_over` with what is available as `limit`; `requisite`:
 * unknown or closed.
 * @throws {ConfirmationRequired} 403 `confirm_required`: the user proved more than 10 minutes ago who they are.
 * Also `payouts_frozen` and `payout_delayed` with `until`, `partner_off`.
 * @throws 409 `withdrawal_open`: five are in process; `withdrawal_conflict`: the key was used with another body.
 */
export const createWithdrawalCall: Call<WithdrawalCreated, WithdrawalCreate> = {
  method: 'POST',
  path: WITHDRAWALS,
  response: WithdrawalCreated,
};

/**
 * Withdraw all that is available automatically, as soon as it reaches an amount; the owner gets an e-mail.
 *
 * @returns The setting.
 * @throws 400 `summa`: `withdrawal_small`, or `withdrawal_large` above 100000000000000 USD; `requisite`: unknown or
 * closed.
 * @throws {ConfirmationRequired} 403 `confirm_required`: the user proved more than 10 minutes ago who they are.
 * Also `payouts_frozen` with `until`, `partner_off`.
 */
export const setAutoWithdrawalCall: Call<AutoWithdrawal, AutoWithdrawalSet> = {
  method: 'PUT',
  path: AUTO_WITHDRAWAL,
  response: AutoWithdrawal,
};

/**
 * Turn the automatic withdrawal off. Again without effect.
 *
 * @returns Nothing is withdrawn automatically any more.
 */
export const removeAutoWithdrawalCall: Call = { method: 'DELETE', path: AUTO_WITHDRAWAL };

/**
 * Cancel a withdrawal; its amount returns to the balance, and an automatic one ends the automatic withdrawal. Again
 * without effect.
 *
 * @returns The cancelled withdrawal.
 * @throws 404 `not_found`: no such withdrawal of the account.
 * @throws 409 `withdrawal_begun`: the operator has begun to pay it; `withdrawal_decided`: it is paid.
 * @throws 429 `withdrawal_cancellations`: 20 in 24 hours.
 */
export const cancelWithdrawalCall: ItemCall<Withdrawal> = {
  method: 'DELETE',
  path: `${WITHDRAWALS}{id}/`,
  response: Withdrawal,
};
