import * as v from 'valibot';
import { CLAIM_REASONS, CLAIM_STATUSES } from '#core/claim/status.ts';
import { isoInstant } from '../calculator.ts';
import type { ItemCall } from '../call.ts';
import { decimal } from '../decimal.ts';
import { OperatorClaimDetail } from './claimDetail.ts';
import { requisiteValues } from '../claim/claimCreate.ts';
import { createRequiredText } from './requiredText.ts';

/** Longest note, characters. */
export const MAX_NOTE_LENGTH = 2000;

const reference = createRequiredText();

/** POST operator/claims/{id}/take/ (ext): so that nobody else works on the claim. */
export const ClaimTake = v.object({
  /** Takes the claim over from another member of staff. The audit log has both. */
  force: v.optional(v.boolean(), false),
});
export type ClaimTake = v.InferInput<typeof ClaimTake>;

/** POST operator/claims/{id}/notes/ (ext): a note for staff. The client never sees it. */
export const ClaimNote = v.object({
  /** Text, 1 to 2000 characters. */
  text: createRequiredText(MAX_NOTE_LENGTH),
});
export type ClaimNote = v.InferInput<typeof ClaimNote>;

/** POST operator/claims/{id}/payments/ (ext): a received payment, which determines the status. */
export const ClaimPaymentRecord = v.object({
  /** Amount received, in the currency sent. */
  amount: decimal,
  /** What makes it unique in its currency: `<transaction>:<output>`, or the bank’s number. */
  reference,
  /** The status that the person saw. */
  seen: v.picklist(CLAIM_STATUSES),
  /** Records it although another claim expects this amount at the same address, or it looks recorded or mistyped. */
  force: v.optional(v.boolean(), false),
});
export type ClaimPaymentRecord = v.InferInput<typeof ClaimPaymentRecord>;

/** POST operator/claims/{id}/payments/corrections/ (ext): a payment that a person recorded by mistake. */
export const ClaimPaymentCorrection = v.object({
  /** Its reference. */
  recorded: reference,
  /** The status that the person saw. */
  seen: v.picklist(CLAIM_STATUSES),
  /** What it should have been; null: it is no payment of this claim. */
  corrected: v.nullable(
    v.object({
      /** Amount received, in the currency sent. */
      amount: decimal,
      /** As in `ClaimPaymentRecord`. */
      reference,
      /** Records it although it looks recorded. */
      force: v.optional(v.boolean(), false),
    }),
  ),
});
export type ClaimPaymentCorrection = v.InferInput<typeof ClaimPaymentCorrection>;

/** POST operator/claims/{id}/status/ (ext): one of `actions` of the claim. */
export const ClaimStatusChange = v.object({
  /** The new status. */
  to: v.picklist(CLAIM_STATUSES),
  /** The status that the person saw. */
  seen: v.picklist(CLAIM_STATUSES),
  /** Why. */
  reason: v.optional(v.nullable(v.picklist(CLAIM_REASONS)), null),
  /** Transaction or bank number of the payout or refund, which the client sees. */
  reference: v.optional(v.nullable(reference), null),
  /** Pays out although no payment is recorded. */
  force: v.optional(v.boolean(), false),
  /** Records a reference that a transfer of another claim has: one transaction may pay several. */
  shared: v.optional(v.boolean(), false),
});
export type ClaimStatusChange = v.InferInput<typeof ClaimStatusChange>;

/** POST operator/claims/{id}/returns/ (ext): money without a claim that was sent back. */
export const ClaimReturn = v.object({
  /** Amount sent back, in the currency sent. */
  amount: decimal,
  /** Transaction or bank number of the transfer, which the client sees. */
  reference,
  /** `unsettled` of the claim that the person saw. */
  seen: decimal,
  /** Records a reference that a transfer of another claim has: one transaction may pay several. */
  shared: v.optional(v.boolean(), false),
});
export type ClaimReturn = v.InferInput<typeof ClaimReturn>;

/** POST operator/claims/{id}/refund-destination/ (ext): the destination of a refund, as named to staff. */
export const ClaimRefundDestination = v.object({
  /** field name → value, of `refundDestination.fields`. */
  values: requisiteValues,
  /** The status that the person saw. */
  seen: v.picklist(CLAIM_STATUSES),
  /** `refundDestination.known` that the person saw. */
  known: v.optional(v.nullable(requisiteValues), null),
  /** Replaces the destination that is known. */
  replace: v.optional(v.boolean(), false),
});
export type ClaimRefundDestination = v.InferInput<typeof ClaimRefundDestination>;

/** 409 (ext): who was faster, or which claim has the payment. */
export const ClaimConflict = v.looseObject({
  /** `claim_changed`: the status is not the one seen. `claim_taken`: another member of staff works on it. */
  code: v.string(),
  /** Name of the member of staff; null: the client or the server. */
  by: v.optional(v.nullable(v.string()), null),
  /** When. */
  at: v.optional(v.nullable(isoInstant), null),
  /** Current status. */
  status: v.fallback(v.optional(v.picklist(CLAIM_STATUSES)), undefined),
  /**
   * `reference_used`, `payment_similar`, `transaction_similar`, `payment_expected`: number of the claim that has it, or
   * expects its amount.
   */
  claim: v.optional(v.string()),
  /** Id of that claim. */
  claimId: v.optional(v.string()),
});
export type ClaimConflict = v.InferOutput<typeof ClaimConflict>;

const CLAIM = '/api/v1/operator/claims/{id}/';

/**
 * Take a claim, so that two do not pay it twice. Again without effect.
 *
 * @returns The claim.
 * @throws 404 `not_found`.
 * @throws {ClaimConflict} 409 `claim_taken` with `by` and `at`: send `force` to take it over.
 */
export const takeClaimCall: ItemCall<OperatorClaimDetail, ClaimTake> = {
  method: 'POST',
  path: `${CLAIM}take/`,
  response: OperatorClaimDetail,
};

/**
 * Release a claim that the member of staff has taken. Again without effect.
 *
 * @returns The claim.
 * @throws 404 `not_found`.
 * @throws {ClaimConflict} 409 `claim_taken`: another member of staff has it.
 */
export const releaseClaimCall: ItemCall<OperatorClaimDetail> = {
  method: 'POST',
  path: `${CLAIM}release/`,
  response: OperatorClaimDetail,
};

/**
 * Add a note for staff.
 *
 * @returns The claim.
 * @throws {LimitProblem} 400 `text`: `empty` or `too_long`.
 * @throws 404 `not_found`.
 */
export const addClaimNoteCall: ItemCall<OperatorClaimDetail, ClaimNote> = {
  method: 'POST',
  path: `${CLAIM}notes/`,
  response: OperatorClaimDetail,
};

/**
 * Record a received payment. The amounts determine the new status.
 *
 * @returns The claim.
 * @throws {LimitProblem} 400 `amount`: `number_format`; `reference`: `reference_format`.
 * @throws 404 `not_found`.
 * @throws {ClaimConflict} 409 `claim_changed`, `claim_taken`; `reference_used`: recorded already for `claim`;
 * `payment_similar`: a payment of `claim` has the same amount and number of the bank, one of the two without a date;
 * `transaction_similar`: in a network, the same transaction with another number: send `force` if it is another one;
 * `payment_expected`: another claim, `claim`, expects exactly this amount: record it there, or send `force`;
 * `payment_far` with `amount` and `expected`: ten times more or less than the claim expects, or it expects nothing more,
 * send `force` if it is right; `transition_forbidden`.
 */
export const recordClaimPaymentCall: ItemCall<OperatorClaimDetail, ClaimPaymentRecord> = {
  method: 'POST',
  path: `${CLAIM}payments/`,
  response: OperatorClaimDetail,
};

/**
 * Correct a payment that a person recorded by mistake, or take it back. A paid claim then depends on what is left.
 *
 * @returns The claim.
 * @throws {LimitProblem} 400 `amount`: `number_format`, `value_same`; `reference`: `reference_format`.
 * @throws 404 `not_found`.
 * @throws {ClaimConflict} 409 `claim_changed`, `claim_taken`; `payment_gone`: it is not recorded any more;
 * `payment_final`: no person recorded it, or money has left because of it; `reference_used`, `payment_similar`,
 * `transaction_similar`, `payment_far`.
 */
export const correctClaimPaymentCall: ItemCall<OperatorClaimDetail, ClaimPaymentCorrection> = {
  method: 'POST',
  path: `${CLAIM}payments/corrections/`,
  response: OperatorClaimDetail,
};

/**
 * Change the status of a claim.
 *
 * @returns The claim.
 * @throws {LimitProblem} 400 `reference`: `reference_unused` if the status has no transfer, `reference_format` if it is no
 * transaction of the network; `reason`: `empty`.
 * @throws 404 `not_found`.
 * @throws {ClaimConflict} 409 `claim_changed`, `claim_taken`; `transition_forbidden` with `status` and `allowed`;
 * `payment_missing`: no payment is recorded; `reserve_waiting`, `requisites_missing`; `transfer_recorded`: a transfer of
 * another claim, `claim`, has the reference in this currency: send `shared` to record it nevertheless; `refund_unnamed`:
 * where the refund has gone is not known, see `nameRefundDestinationCall`.
 */
export const changeClaimStatusCall: ItemCall<OperatorClaimDetail, ClaimStatusChange> = {
  method: 'POST',
  path: `${CLAIM}status/`,
  response: OperatorClaimDetail,
};

/**
 * Record that money without a claim was sent back: an excess, or what arrived after the end.
 *
 * @returns The claim.
 * @throws {LimitProblem} 400 `amount`: `number_format`, `return_too_large`; `reference`: `reference_format`,
 * `return_recorded`.
 * @throws 404 `not_found`.
 * @throws {ClaimConflict} 409 `claim_changed`: another amount is unsettled now; `claim_taken`; `transfer_recorded`.
 */
export const returnClaimMoneyCall: ItemCall<OperatorClaimDetail, ClaimReturn> = {
  method: 'POST',
  path: `${CLAIM}returns/`,
  response: OperatorClaimDetail,
};

/**
 * Enter where the client wants the refund. The same destination again has no effect.
 *
 * @returns The claim.
 * @throws {LimitProblem} 400 `values.<name>`: as for a new claim.
 * @throws 404 `not_found`.
 * @throws {ClaimConflict} 409 `claim_changed`: also if another destination is known now; `claim_taken`;
 * `transition_forbidden`: the claim has no refund; `refund_named`: a destination is known: send `replace` if the client
 * wants another one.
 */
export const nameRefundDestinationCall: ItemCall<OperatorClaimDetail, ClaimRefundDestination> = {
  method: 'POST',
  path: `${CLAIM}refund-destination/`,
  response: OperatorClaimDetail,
};
