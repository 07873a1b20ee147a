import { describeRoute } from 'hono-openapi';
import {
  RecoveryCodes,
  SecondFactorState,
  TotpCode,
  TotpSetup,
} from '#core/contract/account/secondFactor.ts';
import { ConfirmationRequired } from '#core/contract/auth.ts';
import { LimitProblem, Problem } from '#core/contract/problem.ts';
import { describeJson, describeJsonBody } from '../openapiDocs.ts';

const tags = ['users'];
const security = [{ bearer: [] }];
const codesResponse = describeJson(RecoveryCodes, 'The recovery codes, which no other response contains');
const limitResponse = describeJson(Problem, '`too_many_requests` with Retry-After: too many wrong codes');
const unauthorizedResponse = describeJson(Problem, '`token_not_valid`: refresh the access token, or log in');
const confirmationResponse = describeJson(
  ConfirmationRequired,
  '`confirm_required`: the user proved more than 10 minutes ago who they are',
);

/** OpenAPI of the routes below /api/v1/users/me/totp. */
export const secondFactorDocs = {
  state: describeRoute({
    summary: 'Get whether logins need a code, and how many recovery codes are left',
    tags,
    security,
    responses: { 200: describeJson(SecondFactorState, 'The second factor'), 401: unauthorizedResponse },
  }),
  start: describeRoute({
    summary: 'Create a secret for an app, which replaces one that waits for its first code',
    tags,
    security,
    responses: {
      200: describeJson(TotpSetup, 'The secret. Its first code turns the second factor on'),
      401: unauthorizedResponse,
      403: confirmationResponse,
      409: describeJson(Problem, '`second_factor_on`'),
    },
  }),
  confirm: describeRoute({
    summary: 'Turn the second factor on by the first code of the app',
    tags,
    security,
    requestBody: describeJsonBody(TotpCode),
    responses: {
      200: codesResponse,
      400: describeJson(LimitProblem, '`code`: `code_invalid`'),
      401: unauthorizedResponse,
      409: describeJson(Problem, '`second_factor_on`, or `setup_expired` after 15 minutes'),
      429: limitResponse,
    },
  }),
  renewCodes: describeRoute({
    summary: 'Replace all recovery codes',
    tags,
    security,
    responses: {
      200: codesResponse,
      401: unauthorizedResponse,
      403: confirmationResponse,
      409: describeJson(Problem, '`second_factor_off`'),
    },
  }),
  turnOff: describeRoute({
    summary: 'Turn the second factor off, or forget a secret that waits',
    tags,
    security,
    responses: {
      204: { description: 'Off, by this or an earlier request' },
      401: unauthorizedResponse,
      403: confirmationResponse,
    },
  }),
};
