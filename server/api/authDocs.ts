import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { Confirmation } from '#core/contract/account/confirmation.ts';
import {
  AccessGrant,
  CaptchaRequired,
  ConfirmationRequired,
  Credentials,
  LogoutRequest,
  SecondFactorAnswer,
  SecondFactorChallenge,
} from '#core/contract/auth.ts';
import { LimitProblem, Problem } from '#core/contract/problem.ts';
import { describeJson, describeJsonBody, hashingRefusals } from '#server/platform/http/openapiDocs.ts';

const tags = ['auth'];
const accessResponse = describeJson(AccessGrant, 'The access token. The refresh token is in a cookie');
const fieldErrorsResponse = describeJson(LimitProblem, 'Errors by field');
const originResponse = describeJson(Problem, '`origin_forbidden`: the page has another origin');

/** OpenAPI of the routes below /front-api/auth. */
export const authDocs = {
  login: describeRoute({
    summary: 'Log in with e-mail and password, then with a code if the account has a second factor',
    tags,
    requestBody: describeJsonBody(v.union([Credentials, SecondFactorAnswer])),
    responses: {
      200: accessResponse,
      400: fieldErrorsResponse,
      401: describeJson(
        SecondFactorChallenge,
        '`second_factor_required` with the challenge of the second step; `credentials_invalid`; `challenge_expired`: begin again',
      ),
      403: describeJson(
        CaptchaRequired,
        '`captcha_required` or `captcha_failed` with the captcha; `not_activated` or `account_blocked`, only after the right password; `origin_forbidden`',
      ),
      ...hashingRefusals,
    },
  }),
  refresh: describeRoute({
    summary: 'Get a new access token for the refresh token in the cookie, which is replaced',
    tags,
    responses: {
      200: describeJson(AccessGrant, 'The access token. No cookie is set if a parallel request did'),
      401: describeJson(Problem, '`token_not_valid`: log in again'),
      403: originResponse,
      429: describeJson(Problem, '`too_many_requests` with Retry-After; the session goes on'),
    },
  }),
  logout: describeRoute({
    summary: 'End the session, or all sessions of the account',
    tags,
    requestBody: { ...describeJsonBody(LogoutRequest), required: false },
    responses: {
      204: { description: 'The session has ended, or there was none' },
      400: fieldErrorsResponse,
      401: describeJson(
        Problem,
        '`token_not_valid`, only with `all`: this session had ended, so no other was ended',
      ),
      403: originResponse,
    },
  }),
  confirm: describeRoute({
    summary: 'Prove again who one is, before a change that needs it',
    tags,
    security: [{ bearer: [] }],
    requestBody: describeJsonBody(Confirmation),
    responses: {
      200: describeJson(AccessGrant, 'An access token that allows such changes for 10 minutes'),
      400: fieldErrorsResponse,
      401: describeJson(Problem, '`token_not_valid`'),
      403: describeJson(
        ConfirmationRequired,
        '`origin_forbidden`, or `confirm_required`: the account needs another method',
      ),
      ...hashingRefusals,
    },
  }),
};
