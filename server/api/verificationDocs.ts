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
import {
  describeJson,
  describeJsonBody,
  pageParameters,
  uploadRefusals,
} from '#server/platform/http/openapiDocs.ts';

const notFoundResponse = describeJson(
  Problem,
  '`not_found`: no such verification, or a wrong secret, token or device',
);
const conflictResponse = describeJson(Problem, '`verification_state` with the current `status`');
const fieldErrorsResponse = describeJson(LimitProblem, 'Errors by field');

const headerParameter = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  description,
  schema: { type: 'string' as const },
});
const accessParameters = [
  headerParameter('X-Claim-Secret', 'The claim’s secret; on a phone, X-Verification-Token replaces it'),
  headerParameter('X-Verification-Token', 'The token for a phone: the fragment of the handoff URL'),
  headerParameter(
    'X-Verification-Device',
    'A secret of the phone: 22–128 letters, digits, `-`, `_`. The token works only with the first one it is used with',
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
const verificationResponse = describeJson(Verification, 'The verification');

/** OpenAPI of every verification route. */
export const verificationDocs = {
  list: describeRoute({
    summary: 'List the verifications of a claim, or without `claim` those of the account, newest first',
    tags,
    parameters: [
      { name: 'claim', in: 'query', schema: { type: 'string', format: 'uuid' } },
      ...pageParameters,
      headerParameter('X-Claim-Secret', 'The claim’s secret; an access token replaces it'),
    ],
    responses: {
      200: describeJson(Verifications, 'One page of verifications'),
      400: fieldErrorsResponse,
      404: notFoundResponse,
    },
  }),
  begin: describeRoute({
    summary:
      'Start the verification that a claim waits for, or that of a saved card; or return the started one, for an account also that of the same card which is under review',
    tags,
    parameters: [headerParameter('X-Claim-Secret', 'The claim’s secret; an access token replaces it')],
    requestBody: describeJsonBody(VerificationCreate),
    responses: {
      200: verificationResponse,
      201: describeJson(Verification, 'Started by this request'),
      400: fieldErrorsResponse,
      404: notFoundResponse,
      409: describeJson(Problem, '`transition_forbidden`: the claim waits for no verification'),
    },
  }),
  inputs: describeRoute({
    summary: 'Get the inputs of a verification and the limits of its photos',
    tags,
    responses: { 200: describeJson(VerificationInputs, 'The inputs, the same for all claims') },
  }),
  get: describeRoute({
    summary: 'Get a verification',
    tags,
    parameters: verificationParameters,
    responses: { 200: verificationResponse, 404: notFoundResponse },
  }),
  put: describeRoute({
    summary: 'Set the photos of a draft, or submit a rejected verification again with new photos',
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
    summary: 'Get only the status, for polling',
    tags,
    parameters: verificationParameters,
    responses: { 200: describeJson(VerificationState, 'The status and its reason'), 404: notFoundResponse },
  }),
  handoff: describeRoute({
    summary: 'Get a URL that opens the verification on a phone',
    tags,
    parameters: [
      pathParameter('id'),
      { ...headerParameter('X-Claim-Secret', 'The claim’s secret'), required: true },
    ],
    responses: {
      200: describeJson(
        VerificationHandoff,
        'The URL; until `expiresAt` it works only on the first device that opens it',
      ),
      404: notFoundResponse,
      409: conflictResponse,
    },
  }),
  upload: describeRoute({
    summary: 'Upload a photo',
    tags,
    parameters: accessParameters,
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['verification', 'file'],
            properties: {
              verification: {
                type: 'string',
                format: 'uuid',
                description: 'id of the verification; must precede the file, whose access it decides',
              },
              file: { type: 'string', format: 'binary', description: 'JPEG, PNG or WebP' },
            },
          },
        },
      },
    },
    responses: {
      201: describeJson(VerificationPhoto, 'The photo; uploading the same file again returns the same photo'),
      400: describeJson(
        LimitProblem,
        'Why the `file` was refused, or `verification`: `empty` if it does not precede the file',
      ),
      404: notFoundResponse,
      409: conflictResponse,
      ...uploadRefusals,
    },
  }),
  erase: describeRoute({
    summary: 'Delete a photo that was not submitted yet',
    tags,
    parameters: [
      pathParameter('photo'),
      { name: 'verification', in: 'query', required: true, schema: { type: 'string', format: 'uuid' } },
      ...accessParameters,
    ],
    responses: { 204: { description: 'Deleted' }, 404: notFoundResponse, 409: conflictResponse },
  }),
  confirm: describeRoute({
    summary:
      'Submit a draft, or a rejected verification with new photos; repeating it returns the same response',
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
