import * as v from 'valibot';
import { isoInstant } from './calculator.ts';
import type { Call, ItemCall } from './call.ts';
import { RequisiteField } from './course/pair.ts';
import { optionalPageFields } from './page.ts';

/**
 * draft → pending → approved or rejected. A rejected one may be resubmitted. A draft or rejected one expires
 * with its claim, that of a saved card after 30 days; an approval at `expiresAt`.
 */
export const VERIFICATION_STATUSES = ['draft', 'pending', 'approved', 'rejected', 'expired'] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

/** An uploaded photo: our id and its size in bytes. Only operators can view it. */
export const VerificationPhoto = v.object({
  /** id of the photo. */
  id: v.string(),
  /** Bytes. */
  size: v.number(),
});
export type VerificationPhoto = v.InferOutput<typeof VerificationPhoto>;

/** GET verify/{id}/ : a card verification; `card` is the last four digits, `reason` a sentence. */
export const Verification = v.object({
  /** id of the verification. */
  id: v.pipe(v.string(), v.uuid()),
  /** `rejected` may be resubmitted; `draft`, `rejected` and `approved` expire. */
  status: v.picklist(VERIFICATION_STATUSES),
  /** Why it was rejected, in Russian; null without a rejection. */
  reason: v.nullable(v.string()),
  /** Masked: «2202 •••• 4418». */
  card: v.string(),
  /** Claim that requires the verification; null without one. */
  claim: v.nullable(
    v.object({
      /** id of the claim. */
      id: v.pipe(v.string(), v.uuid()),
      /** Number to show to people. */
      number: v.string(),
    }),
  ),
  /** Uploaded photos. */
  photos: v.array(VerificationPhoto),
  /** When a draft, a rejected verification or an approval expires; null if it does not expire. */
  expiresAt: v.nullable(isoInstant),
  now: isoInstant,
});
export type Verification = v.InferOutput<typeof Verification>;

/** GET verify/ : verifications of the claim whose secret is sent, or of the account. */
export const Verifications = v.object({
  ...optionalPageFields,
  /** Verifications of this page. */
  results: v.array(Verification),
});
export type Verifications = v.InferOutput<typeof Verifications>;

/** GET verify/inputs/ : the fields of a verification and the limits of its photos. */
export const VerificationInputs = v.object({
  /** Fields to fill in. */
  inputs: v.array(RequisiteField),
  /** Limits of the photos. */
  photo: v.object({
    /** Accepted MIME types. */
    types: v.array(v.string()),
    /** Maximum size of a photo, bytes. */
    maxBytes: v.number(),
    /** Maximum number of photos. */
    maxCount: v.number(),
    /** Maximum size of a photo, pixels. */
    maxPixels: v.number(),
  }),
});
export type VerificationInputs = v.InferOutput<typeof VerificationInputs>;

/**
 * POST verify/ : starts the card verification of a claim, which requires the claim's secret or its account; ext: or that of
 * a saved card, `requisite`, before any claim.
 */
export const VerificationCreate = v.object({
  /** id of the claim that requires the verification. */
  claim: v.optional(v.pipe(v.string(), v.uuid())),
  /** Without a claim: id of a saved card of the account. */
  requisite: v.optional(v.pipe(v.string(), v.uuid())),
});
export type VerificationCreate = v.InferInput<typeof VerificationCreate>;

/** PUT verify/{id}/ : the photos of a draft or a resubmission, as ids of v2/verify/upload/. */
export const VerificationUpdate = v.object({
  /** ids of the uploaded photos. */
  photos: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(3)),
});
export type VerificationUpdate = v.InferInput<typeof VerificationUpdate>;

/** POST v2/verify/confirm/ : submits a verification after its photos were uploaded (POST v2/verify/upload/). */
export const VerificationConfirm = v.object({
  /** id of the verification. */
  verification: v.pipe(v.string(), v.uuid()),
});
export type VerificationConfirm = v.InferInput<typeof VerificationConfirm>;

/** GET verify/{id}/status/ : the status alone, for polling. */
export const VerificationState = v.object({
  /** `rejected` may be resubmitted; `draft`, `rejected` and `approved` expire. */
  status: v.picklist(VERIFICATION_STATUSES),
  /** Why it was rejected, in Russian; null without a rejection. */
  reason: v.nullable(v.string()),
});
export type VerificationState = v.InferOutput<typeof VerificationState>;

/** POST verify/{id}/handoff/ (ext): a URL for a phone; the first device that opens it can use it until `expiresAt`. */
export const VerificationHandoff = v.object({
  /** URL that opens the verification on a phone. */
  url: v.pipe(v.string(), v.url()),
  /** The URL is valid until then. */
  expiresAt: isoInstant,
});
export type VerificationHandoff = v.InferOutput<typeof VerificationHandoff>;

const VERIFY = '/api/v1/verify/';
const VERIFY_V2 = '/api/v2/verify/';

/**
 * List the verifications of a claim, or without `claim` those of the account, newest first.
 *
 * @returns One page of verifications.
 * @throws {LimitProblem} 400 Errors by field.
 */
export const listVerificationsCall: Call<Verifications> = {
  method: 'GET',
  path: VERIFY,
  response: Verifications,
};

/**
 * Start the verification that a claim waits for, or that of a saved card; or return the started one, for an account also
 * that of the same card which is under review.
 *
 * @returns The verification.
 * @returns 201 Started by this request.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws 409 `transition_forbidden`: the claim waits for no verification.
 */
export const startVerificationCall: Call<Verification, VerificationCreate> = {
  method: 'POST',
  path: VERIFY,
  response: Verification,
};

/**
 * Get the inputs of a verification and the limits of its photos.
 *
 * @returns The inputs, the same for all claims.
 */
export const getVerificationInputsCall: Call<VerificationInputs> = {
  method: 'GET',
  path: `${VERIFY}inputs/`,
  response: VerificationInputs,
};

/**
 * Get a verification.
 *
 * @returns The verification.
 */
export const getVerificationCall: ItemCall<Verification> = {
  method: 'GET',
  path: `${VERIFY}{id}/`,
  response: Verification,
};

/**
 * Set the photos of a draft, or submit a rejected verification again with new photos.
 *
 * @returns The verification.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws 409 `verification_state` with the current `status`.
 */
export const updateVerificationCall: ItemCall<Verification, VerificationUpdate> = {
  method: 'PUT',
  path: `${VERIFY}{id}/`,
  response: Verification,
};

/**
 * Delete a draft, pending or rejected verification with its photos.
 *
 * @returns Deleted.
 * @throws 409 `verification_state` with the current `status`.
 */
export const deleteVerificationCall: ItemCall = { method: 'DELETE', path: `${VERIFY}{id}/` };

/**
 * Get only the status, for polling.
 *
 * @returns The status and its reason.
 */
export const getVerificationStateCall: ItemCall<VerificationState> = {
  method: 'GET',
  path: `${VERIFY}{id}/status/`,
  response: VerificationState,
};

/**
 * Get a URL that opens the verification on a phone.
 *
 * @returns The URL; until `expiresAt` it works only on the first device that opens it.
 * @throws 409 `verification_state` with the current `status`.
 */
export const createVerificationHandoffCall: ItemCall<VerificationHandoff> = {
  method: 'POST',
  path: `${VERIFY}{id}/handoff/`,
  response: VerificationHandoff,
};

/**
 * Upload a photo.
 *
 * @returns The photo; uploading the same file again returns the same photo.
 * @throws {LimitProblem} 400 Why the `file` was refused, or `verification`: `empty` if it does not precede the file.
 * @throws 409 `verification_state` with the current `status`.
 */
export const uploadPhotoCall: Call<VerificationPhoto> = {
  method: 'POST',
  path: `${VERIFY_V2}upload/`,
  response: VerificationPhoto,
};

/**
 * Delete a photo that was not submitted yet.
 *
 * @returns Deleted.
 * @throws 409 `verification_state` with the current `status`.
 */
export const deletePhotoCall: Call<void, undefined, `${string}{photo}/`> = {
  method: 'DELETE',
  path: `${VERIFY_V2}upload/{photo}/`,
};

/**
 * Submit a draft, or a rejected verification with new photos; repeating it returns the same response.
 *
 * @returns The verification.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws 409 `verification_state` with the current `status`.
 */
export const submitVerificationCall: Call<Verification, VerificationConfirm> = {
  method: 'POST',
  path: `${VERIFY_V2}confirm/`,
  response: Verification,
};
