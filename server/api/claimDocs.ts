import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { ClaimCreated, ClaimStatus, ClaimStatusOnly, ClaimHandoff } from '#core/contract/claim.ts';
import { ClaimCreate, ChangedTerms, CaptchaCheck } from '#core/contract/claim/claimCreate.ts';
import { ClaimRequisite, ClaimForm } from '#core/contract/claim/claimPayment.ts';
import { ConfirmationRequired } from '#core/contract/auth.ts';
import { LimitProblem, Problem } from '#core/contract/problem.ts';
import { ClaimRefund, RefundStop, RefundStopResult } from '#core/contract/claim/refund.ts';
import {
  idParameter,
  claimSecretParameter,
  describeIdempotencyKey,
  describeJson,
  describeJsonBody,
  uploadRefusals,
} from '#server/platform/http/openapiDocs.ts';

const unknownClaimDocs = describeJson(Problem, '`not_found`: no such claim, or a wrong secret');

const idempotencyKeyParameter = describeIdempotencyKey(
  '8–128 visible ASCII characters. Repeating a request with the same key and body (ignoring `recaptcha`) returns the first response',
);

/** OpenAPI of every claim route. */
export const claimDocs = {
  create: describeRoute({
    summary: 'Create a claim: freeze its amounts, hold the reserve, assign payment requisites',
    tags: ['claim'],
    parameters: [idempotencyKeyParameter],
    requestBody: describeJsonBody(ClaimCreate),
    responses: {
      201: describeJson(ClaimCreated, 'The stored claim; only this response contains its secret'),
      400: describeJson(
        LimitProblem,
        'Errors by field, a requisite as `toRequisites.card`; `limit` for amounts',
      ),
      403: describeJson(
        ConfirmationRequired,
        '`confirm_required`: with `saveRequisites`, if the user proved more than 10 minutes ago who they are; nothing is created',
      ),
      404: describeJson(Problem, '`pair_unknown`'),
      409: describeJson(
        v.union([ChangedTerms, Problem]),
        '`course_changed` or `amount_taken` with new terms, `reserve_short`, `direction_closed`, `idempotency_conflict`, …',
      ),
      429: describeJson(
        Problem,
        '`claims_limit`: too many open claims, with `field: "email"` if they are those of the e-mail; `too_many_requests` with Retry-After, also for attempts to use promocodes',
      ),
      503: describeJson(
        Problem,
        '`requisites_busy` with Retry-After: claims with equal sums occupy every address; `maintenance`',
      ),
    },
  }),
  status: describeRoute({
    summary: 'Get a claim',
    tags: ['claim'],
    parameters: [idParameter, claimSecretParameter],
    responses: {
      200: describeJson(
        v.union([ClaimStatus, ClaimStatusOnly]),
        'The claim; without its secret, only the status',
      ),
      404: unknownClaimDocs,
    },
  }),
  requisite: describeRoute({
    summary: 'Get the payment requisites: where to pay, the amount, the memo, the deadline',
    tags: ['claim'],
    parameters: [idParameter, { ...claimSecretParameter, required: true }],
    responses: {
      200: describeJson(
        v.nullable(ClaimRequisite),
        'Null while no requisite is assigned, and after the claim has closed',
      ),
      404: unknownClaimDocs,
    },
  }),
  cancel: describeRoute({
    summary: 'Cancel an unpaid claim; one on hold only if its course moved before it could be paid',
    tags: ['claim'],
    parameters: [idParameter, { ...claimSecretParameter, required: true }],
    responses: {
      200: describeJson(ClaimStatus, 'The cancelled claim, also if it was cancelled before'),
      404: unknownClaimDocs,
      409: describeJson(Problem, '`transition_forbidden` with the current `status`'),
    },
  }),
  form: describeRoute({
    summary:
      'Get the payment form: requisites for a transfer, or the merchant’s form, which only the exchange’s site may submit',
    tags: ['claim'],
    parameters: [idParameter, { ...claimSecretParameter, required: true }],
    responses: {
      200: describeJson(ClaimForm, 'The payment form; requisites are null while none are assigned'),
      404: unknownClaimDocs,
    },
  }),
  confirm: describeRoute({
    summary: 'Report that the client has paid',
    tags: ['claim'],
    parameters: [idParameter, { ...claimSecretParameter, required: true }, idempotencyKeyParameter],
    responses: {
      200: describeJson(ClaimStatus, 'The claim, also if the payment was reported before'),
      404: unknownClaimDocs,
      409: describeJson(Problem, '`transition_forbidden` with the current `status`, `idempotency_conflict`'),
    },
  }),
  addBill: describeRoute({
    summary: 'Upload a payment receipt: JPEG, PNG, WebP or PDF, at most 8 MB, at most three per claim',
    tags: ['claim'],
    parameters: [idParameter, { ...claimSecretParameter, required: true }],
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'],
            properties: { file: { type: 'string', format: 'binary', description: 'JPEG, PNG, WebP or PDF' } },
          },
        },
      },
    },
    responses: {
      201: describeJson(
        ClaimStatus,
        'The claim with the receipt; uploading the same file again returns the same receipt',
      ),
      400: describeJson(
        LimitProblem,
        '`file`: `file_type`, `file_size`, `file_count`, `file_pixels`, `file_broken`, `file_empty`; nothing is stored',
      ),
      404: unknownClaimDocs,
      409: describeJson(Problem, '`transition_forbidden` with the current `status`'),
      ...uploadRefusals,
    },
  }),
  removeBill: describeRoute({
    summary: 'Delete a receipt while the claim waits for its payment',
    tags: ['claim'],
    parameters: [
      idParameter,
      { name: 'bill', in: 'path', required: true, schema: { type: 'string' } },
      { ...claimSecretParameter, required: true },
    ],
    responses: {
      200: describeJson(ClaimStatus, 'The claim without the receipt, also if it was deleted before'),
      404: unknownClaimDocs,
      409: describeJson(Problem, '`transition_forbidden` with the current `status`'),
    },
  }),
  accept: describeRoute({
    summary:
      'Accept the offered recalculation: the claim gets its amounts. A received payment becomes `confirming` (crypto) or `paid`; without one the claim is `waiting`',
    tags: ['claim'],
    parameters: [idParameter, { ...claimSecretParameter, required: true }],
    responses: {
      200: describeJson(ClaimStatus, 'The claim, also if the offer was accepted before'),
      404: unknownClaimDocs,
      409: describeJson(
        Problem,
        '`transition_forbidden` with the current `status`, and `refusal` for an offer that cannot be accepted; `rate_stale`, `reserve_waiting`',
      ),
      503: describeJson(Problem, '`server_error` with Retry-After: no requisite to pay to is active'),
    },
  }),
  refund: describeRoute({
    summary:
      'Request a refund instead of the offer, or set the requisites of a pending refund. Other requisites than those of the payment wait on hold for the operator, except in a network',
    tags: ['claim'],
    parameters: [idParameter, { ...claimSecretParameter, required: true }],
    requestBody: describeJsonBody(ClaimRefund),
    responses: {
      200: describeJson(ClaimStatus, 'The claim, also if the refund was requested before'),
      400: describeJson(LimitProblem, 'Errors by field: `requisites.refund`'),
      403: describeJson(
        ConfirmationRequired,
        '`confirm_required`: without the claim’s secret, and the user proved more than 10 minutes ago who they are',
      ),
      404: unknownClaimDocs,
      409: describeJson(Problem, '`transition_forbidden` with the current `status`'),
    },
  }),
  stopRefund: describeRoute({
    summary: 'Stop a refund by the token of the letter about it: it waits on hold for the operator',
    tags: ['claim'],
    parameters: [idParameter],
    requestBody: describeJsonBody(RefundStop),
    responses: {
      200: describeJson(RefundStopResult, 'What became of the refund; also if it was stopped before'),
      400: describeJson(LimitProblem, 'Errors by field'),
      404: describeJson(Problem, '`link_invalid`: the token is none of this claim'),
    },
  }),
  handoff: describeRoute({
    summary:
      'Get a URL that opens the claim on another device; its fragment contains the secret of the request, if it has one',
    tags: ['claim'],
    parameters: [idParameter, { ...claimSecretParameter, required: true }],
    responses: { 200: describeJson(ClaimHandoff, 'The URL'), 404: unknownClaimDocs },
  }),
  captchacheck: describeRoute({
    summary: 'Get whether creating a claim requires a captcha',
    tags: ['claim'],
    responses: { 200: describeJson(CaptchaCheck, 'The captcha’s provider and public key') },
  }),
};
