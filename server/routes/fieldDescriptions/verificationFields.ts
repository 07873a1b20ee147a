import {
  Verification,
  VerificationConfirm,
  VerificationCreate,
  VerificationHandoff,
  VerificationInputs,
  VerificationPhoto,
  VerificationState,
  VerificationUpdate,
  Verifications,
} from '#core/contract/verification.ts';
import { describeFields, type DescribedSchema } from './describeFields.ts';

const stateFields = {
  status: '`rejected` may be resubmitted; `draft` and `approved` expire',
  reason: 'Why it was rejected, in Russian; null without a rejection',
};

/** Descriptions of the fields below /api/v1/verify and /api/v2/verify. */
export const verificationFields: readonly DescribedSchema[] = [
  describeFields(Verification, {
    ...stateFields,
    id: 'id of the verification',
    card: 'Masked: «2202 •••• 4418»',
    claim: 'Claim that requires the verification; null without one',
    photos: 'Uploaded photos',
    expiresAt: 'When the draft or the approval expires; null if neither does',
  }),
  describeFields(Verification.entries.claim.wrapped, {
    id: 'id of the claim',
    number: 'Number to show to people',
  }),
  describeFields(VerificationPhoto, { id: 'id of the photo', size: 'Bytes' }),
  describeFields(Verifications, {
    count: 'Verifications on all pages',
    next: 'URL of the next page; null on the last one',
    previous: 'URL of the previous page; null on the first one',
    results: 'Verifications of this page',
  }),
  describeFields(VerificationInputs, {
    inputs: 'Fields to fill in',
    photo: 'Limits of the photos',
  }),
  describeFields(VerificationInputs.entries.photo, {
    types: 'Accepted MIME types',
    maxBytes: 'Maximum size of a photo, bytes',
    maxCount: 'Maximum number of photos',
    maxPixels: 'Maximum size of a photo, pixels',
  }),
  describeFields(VerificationState, stateFields),
  describeFields(VerificationCreate, {
    claim: 'id of the claim that requires the verification',
    requisite: 'Without a claim: id of a saved card of the account',
  }),
  describeFields(VerificationUpdate, { photos: 'ids of the uploaded photos' }),
  describeFields(VerificationConfirm, { verification: 'id of the verification' }),
  describeFields(VerificationHandoff, {
    url: 'URL that opens the verification on a phone',
    expiresAt: 'The URL is valid until then',
  }),
];
