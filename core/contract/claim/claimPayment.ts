import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { ItemCall } from '../call.ts';
import { decimalFromServer } from '../decimal.ts';

/**
 * GET claim/{id}/requisite/ : the payment target, exact amount, memo and deadline. The response is null if
 * there is no target yet, a merchant takes the payment, or the claim is closed.
 */
export const ClaimRequisite = v.object({
  /** What `value` is. */
  kind: v.picklist(['address', 'card', 'phone', 'cash']),
  /** Address, card number, phone number, or the meeting place for cash. */
  value: v.string(),
  /** Exact amount still to pay. */
  amount: decimalFromServer,
  /** Unit of `amount`: USDT, RUB. */
  currency: v.string(),
  /** Network of the payment: TRC20; null if the currency has only one. */
  network: v.nullable(v.string()),
  /** Memo that the payment must contain; null without one. */
  memo: v.nullable(
    v.object({
      /** Name of the memo in wallets. */
      label: v.string(),
      /** The memo. */
      value: v.string(),
    }),
  ),
  /** Name of the recipient; null if none is needed. */
  holder: v.nullable(v.string()),
  /** Bank of the recipient; null if none is needed. */
  bank: v.nullable(v.string()),
  /** Pay before then; null without a deadline. */
  deadline: v.nullable(isoInstant),
  now: isoInstant,
});
export type ClaimRequisite = v.InferOutput<typeof ClaimRequisite>;

/** The response of a backend without our fields of claims. */
export const BareRequisite = v.object({
  ...v.partial(ClaimRequisite).entries,
  value: v.string(),
});
export type BareRequisite = v.InferOutput<typeof BareRequisite>;

/** GET claim/{id}/form/ : requisites for a transfer, or a merchant form that the browser posts from our own site. */
export const ClaimForm = v.variant('kind', [
  v.object({
    /** Pay by a transfer. */
    kind: v.literal('requisites'),
    /** Requisites to pay to; null before they are assigned. */
    requisite: v.nullable(ClaimRequisite),
  }),
  v.object({
    /** Pay on a merchant’s page. */
    kind: v.literal('merchant'),
    /** URL that the form is posted to. */
    action: v.pipe(v.string(), v.url()),
    /** Method of the form. */
    method: v.literal('POST'),
    /** Fields of the form: name → value. */
    fields: v.record(v.string(), v.string()),
  }),
]);
export type ClaimForm = v.InferOutput<typeof ClaimForm>;

/**
 * Get the payment requisites: where to pay, the amount, the memo, the deadline.
 *
 * @returns Null while no requisite is assigned, and after the claim has closed.
 */
export const getRequisiteCall: ItemCall<ClaimRequisite | null> = {
  method: 'GET',
  path: '/api/v1/claim/{id}/requisite/',
  response: v.nullable(ClaimRequisite),
};

/**
 * Get the payment form: requisites for a transfer, or the merchant’s form, which only the exchange’s site may submit.
 *
 * @returns The payment form; requisites are null while none are assigned.
 */
export const getPaymentFormCall: ItemCall<ClaimForm> = {
  method: 'GET',
  path: '/api/v1/claim/{id}/form/',
  response: ClaimForm,
};
