import * as v from 'valibot';
import { signedDecimalFromServer } from '../account/signedDecimal.ts';
import { WithdrawalMethod } from '../account/withdrawals.ts';
import { isoInstant } from '../calculator.ts';
import type { Call } from '../call.ts';
import { createRequiredText } from './requiredText.ts';

/** A partner of the referral programme. */
export const OperatorPartner = v.object({
  /** id, by which `changeValueCall` finds it. */
  id: v.string(),
  /** One of its codes; null without one. */
  code: v.nullable(v.string()),
  /** E-mail of its account; null if that is deleted. */
  email: v.nullable(v.string()),
  /** Name of its shop; may be empty. */
  name: v.string(),
  /** Site of its shop; may be empty. */
  site: v.string(),
  /** Balance, US dollars. */
  balance: signedDecimalFromServer,
  /** Claims that came by its codes. */
  claims: v.number(),
  /** Why it is switched off, as it reads it; null: it is on. */
  offReason: v.nullable(v.string()),
  /** Since when it is off; null: it is on. */
  offAt: v.nullable(isoInstant),
  /** Since when its account is blocked; null: it is not. */
  blockedAt: v.nullable(isoInstant),
});
export type OperatorPartner = v.InferOutput<typeof OperatorPartner>;

/** GET operator/partners/ (ext): the 50 partners with the largest balances, and how partners are paid. */
export const OperatorPartners = v.object({
  results: v.array(OperatorPartner),
  /** Currencies in which withdrawals are paid, also closed ones. */
  methods: v.array(WithdrawalMethod),
});
export type OperatorPartners = v.InferOutput<typeof OperatorPartners>;

/**
 * List the partners and the methods of their withdrawals. `changeValueCall` changes them: `partners/{id}` has `off`,
 * the reason, or an empty text that switches the partner on; `methods/{code}` has `fee`, which opens the currency, and
 * `closed`.
 *
 * @returns Partners and methods.
 */
export const listPartnersCall: Call<OperatorPartners> = {
  method: 'GET',
  path: '/api/v1/operator/partners/',
  response: OperatorPartners,
};

const requiredText = createRequiredText();

/** POST operator/accruals/reversal/ (ext): takes the accrual of a claim back. */
export const AccrualReversal = v.object({
  /** Number of the claim, as clients see it, or its id. */
  claim: requiredText,
  /** Why; the partner reads it. */
  reason: requiredText,
});
export type AccrualReversal = v.InferOutput<typeof AccrualReversal>;

/**
 * Take the accrual of a claim back, because its money was refunded.
 *
 * @throws 400 `claim`: `claim_unknown`, `accrual_missing`, `accrual_void`, `accrual_reversed`; `empty`, `too_long`.
 */
export const reverseAccrualCall: Call<void, AccrualReversal> = {
  method: 'POST',
  path: '/api/v1/operator/accruals/reversal/',
};
