import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { Call, ItemCall } from '../call.ts';
import { pageFields } from '../page.ts';
import { createRequiredText } from './requiredText.ts';
import { ClaimReference } from './claims.ts';
import { VERIFICATION_STATUSES } from '../verification.ts';

/** A receipt or photo that a client uploaded. */
export const StoredFile = v.object({
  /** id, for operator/files/{file}/. */
  id: v.string(),
  /** File name of the client; null for photos. */
  name: v.nullable(v.string()),
  /** MIME type. */
  type: v.string(),
  /** Bytes. */
  size: v.number(),
  at: isoInstant,
});
export type StoredFile = v.InferOutput<typeof StoredFile>;

/** A card verification, as staff sees it. */
export const OperatorVerification = v.object({
  /** id of the verification. */
  id: v.pipe(v.string(), v.uuid()),
  /** Current status. */
  status: v.picklist(VERIFICATION_STATUSES),
  /** Sentence that the client reads about a rejection; null without one. */
  reason: v.nullable(v.string()),
  /** First six digits of the card. */
  bin: v.string(),
  /** Last four digits. */
  last4: v.string(),
  /** E-mail of the account or of the claim; null: erased, or none. */
  owner: v.nullable(v.string()),
  /** Claim that requires it; null: a saved card of an account. */
  claim: v.nullable(ClaimReference),
  /** Photos, oldest first. Those of an earlier attempt are among them. */
  photos: v.array(StoredFile),
  createdAt: isoInstant,
  /** When the status changed last: a pending one waits since then. */
  updatedAt: isoInstant,
});
export type OperatorVerification = v.InferOutput<typeof OperatorVerification>;

/** GET operator/verifications/ (ext): a page of the verifications with one status, oldest first. */
export const OperatorVerifications = v.object({
  ...pageFields,
  /** Verifications of this page. */
  results: v.array(OperatorVerification),
});
export type OperatorVerifications = v.InferOutput<typeof OperatorVerifications>;

/** POST operator/verifications/{id}/decision/ (ext): approves the card, or rejects it with a reason. */
export const VerificationDecisionBody = v.variant('decision', [
  v.object({
    /** The card is approved for 12 months; its claims continue. */
    decision: v.literal('approve'),
  }),
  v.object({
    /** The client can send new photos. */
    decision: v.literal('reject'),
    /** What the client should do differently, a sentence in Russian, which the client reads. */
    reason: createRequiredText(500),
  }),
]);
export type VerificationDecisionBody = v.InferInput<typeof VerificationDecisionBody>;

const VERIFICATIONS = '/api/v1/operator/verifications/';

/**
 * List verifications, those that wait longest first. Filters: `status` (default `pending`), `page`, `size`.
 *
 * @returns One page of verifications.
 * @throws 400 The invalid parameter.
 */
export const listOperatorVerificationsCall: Call<OperatorVerifications> = {
  method: 'GET',
  path: VERIFICATIONS,
  response: OperatorVerifications,
};

/**
 * Approve or reject a pending verification.
 *
 * @returns The verification.
 * @throws {LimitProblem} 400 `reason`: `empty` or `too_long`.
 * @throws 404 `not_found`.
 * @throws 409 `verification_state` with the current `status`, `by` and `at`: somebody has decided.
 */
export const decideVerificationCall: ItemCall<OperatorVerification, VerificationDecisionBody> = {
  method: 'POST',
  path: `${VERIFICATIONS}{id}/decision/`,
  response: OperatorVerification,
};

/**
 * Get the bytes of a receipt or photo. Each use is recorded.
 *
 * @returns The file with its Content-Type; no cache stores it.
 * @throws 404 `not_found`.
 */
export const getStoredFileCall: Call<void, undefined, `${string}{file}/`> = {
  method: 'GET',
  path: '/api/v1/operator/files/{file}/',
};
