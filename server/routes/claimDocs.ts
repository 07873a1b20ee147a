import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import {
  ClaimCreate,
  ClaimCreated,
  CourseChanged,
  ClaimStatus,
  ClaimStatusOnly,
  ClaimRequisite,
  ClaimForm,
  ClaimRefund,
  ClaimHandoff,
  CaptchaCheck,
} from '#core/contract/claim.ts';
import { LimitProblem, Problem } from '#core/contract/problem.ts';
import { describeJson, describeJsonBody } from './openapiDocs.ts';

const unknownClaimDocs = describeJson(Problem, '`not_found`: no such claim, or not with this secret');

const claimSecretParameter = {
  name: 'X-Claim-Secret',
  in: 'header' as const,
  description: 'The secret that creating the claim answered',
  schema: { type: 'string' as const },
};
const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  description:
    '8–128 visible ASCII characters. The same key and body (without `recaptcha`) get the first answer again',
  schema: { type: 'string' as const, minLength: 8, maxLength: 128 },
};
const claimIdParameter = {
  name: 'id',
  in: 'path' as const,
  required: true,
  schema: { type: 'string' as const, format: 'uuid' },
};

/** OpenAPI of every claim route. */
export const claimDocs = {
  create: describeRoute({
    summary: 'Create a claim: amounts frozen, reserve held, where to pay',
    tags: ['claim'],
    parameters: [idempotencyKeyParameter],
    requestBody: describeJsonBody(ClaimCreate),
    responses: {
      201: describeJson(ClaimCreated, 'The claim, on disk; the only answer that holds its secret'),
      400: describeJson(
        LimitProblem,
        'Messages by field, a requisite as `toRequisites.card`; `limit` for amounts',
      ),
      404: describeJson(Problem, '`pair_unknown`'),
      409: describeJson(
        v.union([CourseChanged, Problem]),
        '`course_changed` with the new course, `reserve_short`, `direction_closed`, `idempotency_conflict`, …',
      ),
      429: describeJson(
        Problem,
        '`claims_limit`: too many open claims; `too_many_requests` with Retry-After',
      ),
    },
  }),
  status: describeRoute({
    summary: 'The claim as it is now',
    tags: ['claim'],
    parameters: [claimIdParameter, claimSecretParameter],
    responses: {
      200: describeJson(
        v.union([ClaimStatus, ClaimStatusOnly]),
        'The claim; without the secret only its status',
      ),
      404: unknownClaimDocs,
    },
  }),
  requisite: describeRoute({
    summary: 'Where to pay, how much, with which memo, until when',
    tags: ['claim'],
    parameters: [claimIdParameter, { ...claimSecretParameter, required: true }],
    responses: {
      200: describeJson(
        v.nullable(ClaimRequisite),
        'Null while there is nowhere to pay: not chosen yet, or closed',
      ),
      404: unknownClaimDocs,
    },
  }),
  cancel: describeRoute({
    summary: 'Cancel a claim that nothing has been paid for',
    tags: ['claim'],
    parameters: [claimIdParameter, { ...claimSecretParameter, required: true }],
    responses: {
      200: describeJson(ClaimStatus, 'The claim, cancelled; the same when it was cancelled before'),
      404: unknownClaimDocs,
      409: describeJson(Problem, '`transition_forbidden` with the present `status`'),
    },
  }),
  form: describeRoute({
    summary: 'How to pay: requisites to transfer to, or a merchant’s form to post from our own site',
    tags: ['claim'],
    parameters: [claimIdParameter, { ...claimSecretParameter, required: true }],
    responses: {
      200: describeJson(ClaimForm, 'Requisites are null while there is nowhere to pay'),
      404: unknownClaimDocs,
    },
  }),
  confirm: describeRoute({
    summary: 'The client says that he has paid',
    tags: ['claim'],
    parameters: [claimIdParameter, { ...claimSecretParameter, required: true }, idempotencyKeyParameter],
    responses: {
      200: describeJson(ClaimStatus, 'The claim; the same when it was said before'),
      404: unknownClaimDocs,
      409: describeJson(Problem, '`transition_forbidden` with the present `status`, `idempotency_conflict`'),
    },
  }),
  addBill: describeRoute({
    summary: 'Add a bank’s receipt: JPEG, PNG, WebP or PDF, 8 MB at most, three a claim',
    tags: ['claim'],
    parameters: [claimIdParameter, { ...claimSecretParameter, required: true }],
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'],
            properties: { file: { type: 'string', format: 'binary' } },
          },
        },
      },
    },
    responses: {
      201: describeJson(ClaimStatus, 'The claim with the receipt; the same file again is the same receipt'),
      400: describeJson(
        LimitProblem,
        '`file`: `file_type`, `file_size`, `file_count`, `file_pixels`, `file_broken`, `file_empty`; nothing is kept',
      ),
      404: unknownClaimDocs,
      409: describeJson(Problem, '`transition_forbidden` with the present `status`'),
      429: describeJson(Problem, '`too_many_requests` with Retry-After'),
    },
  }),
  removeBill: describeRoute({
    summary: 'Take a receipt away again, while the claim awaits its payment',
    tags: ['claim'],
    parameters: [
      claimIdParameter,
      { name: 'bill', in: 'path', required: true, schema: { type: 'string' } },
      { ...claimSecretParameter, required: true },
    ],
    responses: {
      200: describeJson(ClaimStatus, 'The claim without it, whenever it was taken away'),
      404: unknownClaimDocs,
      409: describeJson(Problem, '`transition_forbidden` with the present `status`'),
    },
  }),
  accept: describeRoute({
    summary: 'Take the recalculation on offer: its sums become the claim’s, and it is paid',
    tags: ['claim'],
    parameters: [claimIdParameter, { ...claimSecretParameter, required: true }],
    responses: {
      200: describeJson(ClaimStatus, 'The claim; the same when it was taken before'),
      404: unknownClaimDocs,
      409: describeJson(Problem, '`transition_forbidden` with the present `status`, `reserve_waiting`'),
    },
  }),
  refund: describeRoute({
    summary: 'Ask for the money back instead of the offer, or say where a refund goes that is under way',
    tags: ['claim'],
    parameters: [claimIdParameter, { ...claimSecretParameter, required: true }],
    requestBody: describeJsonBody(ClaimRefund),
    responses: {
      200: describeJson(ClaimStatus, 'The claim; the same when it was asked for before'),
      400: describeJson(LimitProblem, 'Messages by field: `requisites.refund`'),
      404: unknownClaimDocs,
      409: describeJson(Problem, '`transition_forbidden` with the present `status`'),
    },
  }),
  handoff: describeRoute({
    summary: 'The address that opens this claim on another device; its secret is in the fragment',
    tags: ['claim'],
    parameters: [claimIdParameter, { ...claimSecretParameter, required: true }],
    responses: { 200: describeJson(ClaimHandoff, 'The address'), 404: unknownClaimDocs },
  }),
  captchacheck: describeRoute({
    summary: 'Whether creating a claim asks for a captcha',
    tags: ['claim'],
    responses: { 200: describeJson(CaptchaCheck, 'Whose captcha, with which public key') },
  }),
};
