import * as v from 'valibot';
import { Withdrawal } from '../account/withdrawals.ts';
import { isoInstant } from '../calculator.ts';
import type { Call, ItemCall } from '../call.ts';
import { pageFields } from '../page.ts';
import { RequisiteValue } from './claimDetail.ts';
import { createRequiredText } from './requiredText.ts';

/** Names of the statuses 0, 1 and 2 of a withdrawal. */
export const WITHDRAWAL_STATUS_NAMES = ['open', 'paid', 'cancelled'] as const;

/** A withdrawal of a partner, as staff sees it. */
export const OperatorWithdrawal = v.object({
  ...Withdrawal.entries,
  /** E-mail of the partner; null: the account is deleted. */
  partner: v.nullable(v.string()),
  /** Until when the owner has stopped payouts; null: they are not stopped. */
  frozenUntil: v.nullable(isoInstant),
  /** When somebody began to pay it; null: its partner can still cancel it. */
  begunAt: v.nullable(isoInstant),
  /** Where to pay. Null until it is begun, after the decision, and if the key of the data is lost. */
  requisites: v.nullable(v.array(RequisiteValue)),
  /** Who of the exchange changed it last; null: nobody. */
  by: v.nullable(v.string()),
});
export type OperatorWithdrawal = v.InferOutput<typeof OperatorWithdrawal>;

/** GET operator/withdrawals/ (ext): a page of the withdrawals with one status. */
export const OperatorWithdrawals = v.object({
  ...pageFields,
  /** Withdrawals of this page. */
  results: v.array(OperatorWithdrawal),
});
export type OperatorWithdrawals = v.InferOutput<typeof OperatorWithdrawals>;

/** POST operator/withdrawals/{id}/action/ (ext): what is done with an open withdrawal. */
export const WithdrawalAction = v.variant('action', [
  v.object({
    /** Right before the transfer: shows where to pay, and the partner can no longer cancel it. */
    action: v.literal('begin'),
  }),
  v.object({
    /** The money of a begun one was sent. It leaves the reserve. */
    action: v.literal('pay'),
    /** Transaction, or the bank’s number of the transfer. The partner reads it. */
    reference: createRequiredText(),
  }),
  v.object({
    /** The amount returns to the balance. */
    action: v.literal('cancel'),
    /** What is wrong, a sentence in Russian, which the partner reads. */
    reason: createRequiredText(),
    /** Whether the person saw that it is begun: somebody may be sending the money. */
    isBegun: v.boolean(),
  }),
]);
export type WithdrawalAction = v.InferInput<typeof WithdrawalAction>;

/** 403 and 409 (ext): why a withdrawal is unchanged. */
export const WithdrawalRefusal = v.looseObject({
  /** Code of the refusal. */
  code: v.picklist([
    'withdrawal_decided',
    'withdrawal_begun',
    'withdrawal_not_begun',
    'payouts_frozen',
    'partner_off',
    'reserve_waiting',
  ]),
  /** `withdrawal_decided` and `withdrawal_begun`: the current status. */
  status: v.optional(Withdrawal.entries.status),
  /** Who was faster; null: the partner. */
  by: v.optional(v.nullable(v.string())),
  /** When. */
  at: v.optional(isoInstant),
  /** `payouts_frozen`: until when. */
  until: v.optional(isoInstant),
});

const WITHDRAWALS = '/api/v1/operator/withdrawals/';

/**
 * List withdrawals of partners: open ones with the oldest first, others with the newest first. Filters: `status`
 * (`open`, `paid` or `cancelled`; default `open`), `page`, `size`.
 *
 * @returns One page of withdrawals.
 * @throws 400 The invalid parameter.
 */
export const listOperatorWithdrawalsCall: Call<OperatorWithdrawals> = {
  method: 'GET',
  path: WITHDRAWALS,
  response: OperatorWithdrawals,
};

/**
 * Begin to pay a withdrawal, record its payment, or cancel it.
 *
 * @returns The withdrawal.
 * @throws {LimitProblem} 400 `reference`, `reason`: `empty` or `too_long`.
 * @throws {WithdrawalRefusal} 403 `payouts_frozen` with `until`: the owner has stopped payouts; `partner_off`: the
 * partner is switched off, or the account is blocked.
 * @throws 404 `not_found`.
 * @throws {WithdrawalRefusal} 409 `withdrawal_decided`, `withdrawal_begun`: with `status`, `by` and `at`;
 * `withdrawal_not_begun`; `reserve_waiting`: the free reserve is smaller than the payment.
 */
export const changeWithdrawalCall: ItemCall<OperatorWithdrawal, WithdrawalAction> = {
  method: 'POST',
  path: `${WITHDRAWALS}{id}/action/`,
  response: OperatorWithdrawal,
};
