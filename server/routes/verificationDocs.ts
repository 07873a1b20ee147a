import { describeRoute } from 'hono-openapi';
import { LimitProblem, Problem } from '#core/contract/problem.ts';
import {
  Verification,
  Verifications,
  VerificationCreate,
  VerificationInputs,
  VerificationUpdate,
  VerificationState,
  VerificationHandoff,
  VerificationPhoto,
  VerificationConfirm,
} from '#core/contract/verification.ts';
import { describeJson, describeJsonBody } from './openapiDocs.ts';

const notFoundResponse = describeJson(Problem, '`not_found`: no such verification, or not for this asker');
const conflictResponse = describeJson(Problem, '`verification_state` with the present `status`');
const fieldErrorsResponse = describeJson(LimitProblem, 'Messages by field');

const headerParameter = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  description,
  schema: { type: 'string' as const },
});
const accessParameters = [
  headerParameter('X-Claim-Secret', 'The secret that creating the claim answered; or, on a phone:'),
  headerParameter(
    'X-Verification-Token',
    'The fragment of the address that the verification was handed over by',
  ),
  headerParameter(
    'X-Verification-Device',
    '22–128 letters, digits, `-`, `_`: the device’s own secret; the first one stays',
  ),
];
const pathParameter = (name: string) => ({
  name,
  in: 'path' as const,
  required: true,
  schema: { type: 'string' as const },
});
const verificationParameters = [pathParameter('id'), ...accessParameters];
const tags = ['verification'];
const verificationResponse = describeJson(Verification, 'The verification as it is now');

/** OpenAPI of every verification route. */
export const verificationDocs = {
  list: describeRoute({
    summary: 'Verifications of a claim, the newest first',
    tags,
    parameters: [
      { name: 'claim', in: 'query', required: true, schema: { type: 'string', format: 'uuid' } },
      { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
      { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
      { ...headerParameter('X-Claim-Secret', 'The claim’s secret'), required: true },
    ],
    responses: {
      200: describeJson(Verifications, 'A page of them'),
      400: fieldErrorsResponse,
      404: notFoundResponse,
    },
  }),
  begin: describeRoute({
    summary: 'Begin the verification that a claim waits for, or find the one begun',
    tags,
    parameters: [{ ...headerParameter('X-Claim-Secret', 'The claim’s secret'), required: true }],
    requestBody: describeJsonBody(VerificationCreate),
    responses: {
      200: verificationResponse,
      201: describeJson(Verification, 'Begun by this call'),
      400: fieldErrorsResponse,
      404: notFoundResponse,
      409: describeJson(Problem, '`transition_forbidden`: the claim waits for no verification'),
    },
  }),
  inputs: describeRoute({
    summary: 'What a verification asks for, and the limits of its photos',
    tags,
    responses: { 200: describeJson(VerificationInputs, 'The same for everybody') },
  }),
  get: describeRoute({
    summary: 'A verification',
    tags,
    parameters: verificationParameters,
    responses: { 200: verificationResponse, 404: notFoundResponse },
  }),
  put: describeRoute({
    summary: 'Say which photos a draft consists of; of a rejected one, send it in again with them',
    tags,
    parameters: verificationParameters,
    requestBody: describeJsonBody(VerificationUpdate),
    responses: {
      200: verificationResponse,
      400: fieldErrorsResponse,
      404: notFoundResponse,
      409: conflictResponse,
    },
  }),
  remove: describeRoute({
    summary: 'Delete a draft, pending or rejected verification with its photos',
    tags,
    parameters: verificationParameters,
    responses: { 204: { description: 'Deleted' }, 404: notFoundResponse, 409: conflictResponse },
  }),
  status: describeRoute({
    summary: 'The bare status, for polling',
    tags,
    parameters: verificationParameters,
    responses: { 200: describeJson(VerificationState, 'The status and its reason'), 404: notFoundResponse },
  }),
  handoff: describeRoute({
    summary: 'An address that opens the verification on a phone',
    tags,
    parameters: [
      pathParameter('id'),
      { ...headerParameter('X-Claim-Secret', 'The claim’s secret'), required: true },
    ],
    responses: {
      200: describeJson(VerificationHandoff, 'The first device that opens it keeps it until `expiresAt`'),
      404: notFoundResponse,
      409: conflictResponse,
    },
  }),
  upload: describeRoute({
    summary: 'Add a photo',
    tags,
    parameters: accessParameters,
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file', 'verification'],
            properties: {
              file: { type: 'string', format: 'binary', description: 'JPEG, PNG or WebP' },
              verification: { type: 'string', format: 'uuid' },
            },
          },
        },
      },
    },
    responses: {
      201: describeJson(VerificationPhoto, 'The photo; the same file again answers the same one'),
      400: describeJson(LimitProblem, 'Why the `file` cannot be taken'),
      404: notFoundResponse,
      409: conflictResponse,
      429: describeJson(Problem, '`too_many_requests` with Retry-After'),
    },
  }),
  erase: describeRoute({
    summary: 'Erase a photo that was not sent in yet',
    tags,
    parameters: [
      pathParameter('photo'),
      { name: 'verification', in: 'query', required: true, schema: { type: 'string', format: 'uuid' } },
      ...accessParameters,
    ],
    responses: { 204: { description: 'Erased' }, 404: notFoundResponse, 409: conflictResponse },
  }),
  confirm: describeRoute({
    summary: 'Send a draft in, or a rejected one with new photos; again gets the same answer',
    tags,
    parameters: accessParameters,
    requestBody: describeJsonBody(VerificationConfirm),
    responses: {
      200: verificationResponse,
      400: fieldErrorsResponse,
      404: notFoundResponse,
      409: conflictResponse,
    },
  }),
};
