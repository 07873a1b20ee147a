import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import { LimitProblem, Problem } from '#core/contract/problem.ts';
import * as contract from '#core/contract/verification.ts';

const json = (schema: v.GenericSchema, description: string) => ({
  description,
  content: { 'application/json': { schema: resolver(schema) } },
});
const body = (schema: v.GenericSchema) => ({
  required: true,
  // Resolved like an answer's schema, though the type knows them in answers only.
  content: { 'application/json': { schema: resolver(schema) as never } },
});
const unknown = json(Problem, '`not_found`: no such verification, or not for this asker');
const state = json(Problem, '`verification_state` with the present `status`');
const wrong = json(LimitProblem, 'Messages by field');

const header = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  description,
  schema: { type: 'string' as const },
});
const asker = [
  header('X-Claim-Secret', 'The secret that creating the claim answered; or, on a phone:'),
  header('X-Verification-Token', 'The fragment of the address that the verification was handed over by'),
  header(
    'X-Verification-Device',
    '22–128 letters, digits, `-`, `_`: the device’s own secret; the first one stays',
  ),
];
const named = (name: string) => ({
  name,
  in: 'path' as const,
  required: true,
  schema: { type: 'string' as const },
});
const one = [named('id'), ...asker];
const tags = ['verification'];
const about = json(contract.Verification, 'The verification as it is now');

/** What the published description says of each call. */
export const docs = {
  list: describeRoute({
    summary: 'Verifications of a claim, the newest first',
    tags,
    parameters: [
      { name: 'claim', in: 'query', required: true, schema: { type: 'string', format: 'uuid' } },
      { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
      { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
      { ...header('X-Claim-Secret', 'The claim’s secret'), required: true },
    ],
    responses: { 200: json(contract.Verifications, 'A page of them'), 400: wrong, 404: unknown },
  }),
  begin: describeRoute({
    summary: 'Begin the verification that a claim waits for, or find the one begun',
    tags,
    parameters: [{ ...header('X-Claim-Secret', 'The claim’s secret'), required: true }],
    requestBody: body(contract.VerificationCreate),
    responses: {
      200: about,
      201: json(contract.Verification, 'Begun by this call'),
      400: wrong,
      404: unknown,
      409: json(Problem, '`transition_forbidden`: the claim waits for no verification'),
    },
  }),
  inputs: describeRoute({
    summary: 'What a verification asks for, and the limits of its photos',
    tags,
    responses: { 200: json(contract.VerificationInputs, 'The same for everybody') },
  }),
  get: describeRoute({
    summary: 'A verification',
    tags,
    parameters: one,
    responses: { 200: about, 404: unknown },
  }),
  put: describeRoute({
    summary: 'Say which photos a draft consists of; of a rejected one, send it in again with them',
    tags,
    parameters: one,
    requestBody: body(contract.VerificationUpdate),
    responses: { 200: about, 400: wrong, 404: unknown, 409: state },
  }),
  remove: describeRoute({
    summary: 'Delete a draft, pending or rejected verification with its photos',
    tags,
    parameters: one,
    responses: { 204: { description: 'Deleted' }, 404: unknown, 409: state },
  }),
  status: describeRoute({
    summary: 'The bare status, for polling',
    tags,
    parameters: one,
    responses: { 200: json(contract.VerificationState, 'The status and its reason'), 404: unknown },
  }),
  handoff: describeRoute({
    summary: 'An address that opens the verification on a phone',
    tags,
    parameters: [named('id'), { ...header('X-Claim-Secret', 'The claim’s secret'), required: true }],
    responses: {
      200: json(contract.VerificationHandoff, 'The first device that opens it keeps it until `expiresAt`'),
      404: unknown,
      409: state,
    },
  }),
  upload: describeRoute({
    summary: 'Add a photo',
    tags,
    parameters: asker,
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
      201: json(contract.Photo, 'The photo; the same file again answers the same one'),
      400: json(LimitProblem, 'Why the `file` cannot be taken'),
      404: unknown,
      409: state,
      429: json(Problem, '`too_many_requests` with Retry-After'),
    },
  }),
  erase: describeRoute({
    summary: 'Erase a photo that was not sent in yet',
    tags,
    parameters: [
      named('photo'),
      { name: 'verification', in: 'query', required: true, schema: { type: 'string', format: 'uuid' } },
      ...asker,
    ],
    responses: { 204: { description: 'Erased' }, 404: unknown, 409: state },
  }),
  confirm: describeRoute({
    summary: 'Send a draft in, or a rejected one with new photos; again gets the same answer',
    tags,
    parameters: asker,
    requestBody: body(contract.VerificationConfirm),
    responses: { 200: about, 400: wrong, 404: unknown, 409: state },
  }),
};
