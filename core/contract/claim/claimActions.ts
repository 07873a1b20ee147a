import {
  ClaimHandoff,
  CreatedClaim,
  ReadClaim,
  type BareClaim,
  type ClaimCreated,
  type ClaimStatus,
  type ClaimStatusOnly,
} from '../claim.ts';
import type { Call, ItemCall } from '../call.ts';
import { CaptchaCheck, type ClaimCreate } from './claimCreate.ts';
import type { ClaimRefund } from './refund.ts';

// Clients ignore the responses of some actions: they fetch the status afterwards.
const CLAIM = '/api/v1/claim/';

/**
 * Create a claim: freeze its amounts, hold the reserve, assign payment requisites.
 *
 * @returns The stored claim; only this response contains its secret.
 * @throws {LimitProblem} 400 Errors by field, a requisite as `toRequisites.card`; `limit` for amounts.
 * @throws {ConfirmationRequired} 403 `confirm_required`: with `saveRequisites`, if the user proved more than 10 minutes
 * ago who they are; nothing is created.
 * @throws 404 `pair_unknown`.
 * @throws 429 `claims_limit`: too many open claims, with `field: "email"` if they are those of the e-mail;
 * `too_many_requests` with Retry-After, also for attempts to use promocodes.
 * @throws 503 `requisites_busy` with Retry-After: claims with equal amounts occupy every address; `maintenance`.
 */
export const createClaimCall: Call<ClaimCreated | BareClaim, ClaimCreate> = {
  method: 'POST',
  path: CLAIM,
  response: CreatedClaim,
};

/**
 * Get whether creating a claim requires a captcha.
 *
 * @returns The captcha’s provider and public key.
 */
export const checkCaptchaCall: Call<CaptchaCheck> = {
  method: 'GET',
  path: `${CLAIM}captchacheck`,
  response: CaptchaCheck,
};

/**
 * Get a claim.
 *
 * @returns The claim; without its secret, only the status.
 * @throws 404 `not_found`: no such claim, or a wrong secret.
 */
export const getClaimStatusCall: ItemCall<ClaimStatus | ClaimStatusOnly> = {
  method: 'GET',
  path: `${CLAIM}{id}/status/`,
  response: ReadClaim,
};

/**
 * Cancel an unpaid claim; one on hold only if its course moved before it could be paid.
 *
 * @returns The cancelled claim, also if it was cancelled before.
 * @throws 409 `transition_forbidden` with the current `status`.
 */
export const cancelClaimCall: ItemCall<ClaimStatus | ClaimStatusOnly> = {
  method: 'POST',
  path: `${CLAIM}{id}/cancel/`,
  response: ReadClaim,
};

/**
 * Report that the client has paid.
 *
 * @returns The claim, also if the payment was reported before.
 * @throws 409 `transition_forbidden` with the current `status`, `idempotency_conflict`.
 */
export const confirmPaymentCall: ItemCall = {
  method: 'POST',
  path: `${CLAIM}{id}/confirm/`,
};

/**
 * Upload a payment receipt: JPEG, PNG, WebP or PDF, at most 8 MB, at most three per claim.
 *
 * @returns The claim with the receipt; uploading the same file again returns the same receipt.
 * @throws {LimitProblem} 400 `file`: `file_type`, `file_size`, `file_count`, `file_pixels`, `file_broken`, `file_empty`;
 * nothing is stored.
 * @throws 409 `transition_forbidden` with the current `status`.
 */
export const uploadReceiptCall: ItemCall = {
  method: 'POST',
  path: `${CLAIM}{id}/bill/`,
};

/**
 * Delete a receipt while the claim waits for its payment.
 *
 * @returns The claim without the receipt, also if it was deleted before.
 * @throws 409 `transition_forbidden` with the current `status`.
 */
export const deleteReceiptCall: Call<void, undefined, `${string}{id}/bill/{bill}/`> = {
  method: 'DELETE',
  path: `${CLAIM}{id}/bill/{bill}/`,
};

/**
 * Accept the offered recalculation: the claim gets its amounts. A received payment becomes `confirming` (crypto) or
 * `paid`; without one the claim is `waiting`.
 *
 * @returns The claim, also if the offer was accepted before.
 * @throws 409 `transition_forbidden` with the current `status`, and `refusal` for an offer that cannot be accepted;
 * `rate_stale`, `reserve_waiting`.
 * @throws 503 `server_error` with Retry-After: no requisite to pay to is active.
 */
export const acceptOfferCall: ItemCall = {
  method: 'POST',
  path: `${CLAIM}{id}/accept/`,
};

/**
 * Request a refund instead of the offer, or set the requisites of a pending refund. Other requisites than those of the
 * payment wait on hold for the operator, except in a network.
 *
 * @returns The claim, also if the refund was requested before.
 * @throws {LimitProblem} 400 Errors by field: `requisites.refund`.
 * @throws {ConfirmationRequired} 403 `confirm_required`: without the claim’s secret, and the user proved more than 10
 * minutes ago who they are.
 * @throws 409 `transition_forbidden` with the current `status`.
 */
export const requestRefundCall: ItemCall<void, ClaimRefund> = {
  method: 'POST',
  path: `${CLAIM}{id}/refund/`,
};

/**
 * Get a URL that opens the claim on another device; its fragment contains the secret of the request, if it has one.
 *
 * @returns The URL.
 */
export const createClaimHandoffCall: ItemCall<ClaimHandoff> = {
  method: 'POST',
  path: `${CLAIM}{id}/handoff/`,
  response: ClaimHandoff,
};
