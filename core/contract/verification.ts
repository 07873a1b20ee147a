import * as v from 'valibot';
import { RequisiteField, isoInstant } from './calculator.ts';

/** draft → pending → approved or rejected; rejected may be resubmitted; approved and draft expire. */
export const VERIFICATION_STATUSES = ['draft', 'pending', 'approved', 'rejected', 'expired'] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

/** A photo that was uploaded: our own id and size in bytes; never shown back to anybody but the operator. */
export const VerificationPhoto = v.object({ id: v.string(), size: v.number() });
export type VerificationPhoto = v.InferOutput<typeof VerificationPhoto>;

/** GET verify/{id}/ : a card's verification. Of the card only its last four digits; `reason` is a sentence. */
export const Verification = v.object({
  id: v.pipe(v.string(), v.uuid()),
  status: v.picklist(VERIFICATION_STATUSES),
  reason: v.nullable(v.string()),
  card: v.string(),
  claim: v.nullable(v.object({ id: v.pipe(v.string(), v.uuid()), number: v.string() })),
  photos: v.array(VerificationPhoto),
  /** Until when an approved card needs no new verification, or a draft may be sent. */
  expiresAt: v.nullable(isoInstant),
  now: isoInstant,
});
export type Verification = v.InferOutput<typeof Verification>;

/** GET verify/ : verifications of the claim whose secret is sent (of the account, for its owner). */
export const Verifications = v.object({
  count: v.number(),
  next: v.nullable(v.string()),
  previous: v.nullable(v.string()),
  results: v.array(Verification),
});
export type Verifications = v.InferOutput<typeof Verifications>;

/** GET verify/inputs/ : what a verification asks for, and the limits of its photos. */
export const VerificationInputs = v.object({
  inputs: v.array(RequisiteField),
  photo: v.object({
    types: v.array(v.string()),
    maxBytes: v.number(),
    maxCount: v.number(),
    maxPixels: v.number(),
  }),
});
export type VerificationInputs = v.InferOutput<typeof VerificationInputs>;

/** POST verify/ : begins the verification of the card of a claim (sent with the claim's secret). */
export const VerificationCreate = v.object({ claim: v.pipe(v.string(), v.uuid()) });
export type VerificationCreate = v.InferInput<typeof VerificationCreate>;

/** PUT verify/{id}/ : the photos that a draft or a resubmission consists of, ids of v2/verify/upload/. */
export const VerificationUpdate = v.object({
  photos: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(3)),
});
export type VerificationUpdate = v.InferInput<typeof VerificationUpdate>;

/** POST v2/verify/upload/ (multipart: file, verification) answers the photo. POST v2/verify/confirm/ sends it in. */
export const VerificationConfirm = v.object({ verification: v.pipe(v.string(), v.uuid()) });
export type VerificationConfirm = v.InferInput<typeof VerificationConfirm>;

/** GET verify/{id}/status/ : the bare status, for polling. */
export const VerificationState = v.object({
  status: v.picklist(VERIFICATION_STATUSES),
  reason: v.nullable(v.string()),
});
export type VerificationState = v.InferOutput<typeof VerificationState>;

/** POST verify/{id}/handoff/ (ext): the phone's address; the first device that opens it keeps it until `expiresAt`. */
export const VerificationHandoff = v.object({ url: v.pipe(v.string(), v.url()), expiresAt: isoInstant });
export type VerificationHandoff = v.InferOutput<typeof VerificationHandoff>;
