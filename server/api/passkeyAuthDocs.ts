import { describeRoute } from 'hono-openapi';
import { PasskeyLogin, PasskeyRequestOptions } from '#core/contract/account/passkeys.ts';
import { AccessGrant } from '#core/contract/auth.ts';
import { LimitProblem, Problem } from '#core/contract/problem.ts';
import { describeJson, describeJsonBody } from '#server/platform/http/openapiDocs.ts';

const security = [{ bearer: [] }];
const fieldErrorsResponse = describeJson(LimitProblem, 'Errors by field');
const limitResponse = describeJson(Problem, '`too_many_requests` with Retry-After');
const unauthorizedResponse = describeJson(Problem, '`token_not_valid`: refresh the access token, or log in');
const unavailableResponse = describeJson(
  Problem,
  '`not_found`: the site has no host name, so browsers allow no passkeys',
);
/** OpenAPI of the routes below /front-api/auth/passkey. */
export const passkeyAuthDocs = {
  options: describeRoute({
    summary: 'Get what a passkey has to sign: for a login, or with an access token for `confirm/`',
    tags: ['auth'],
    security: [{}, ...security],
    responses: {
      200: describeJson(PasskeyRequestOptions, 'Options for `navigator.credentials.get()`'),
      401: unauthorizedResponse,
      403: describeJson(Problem, '`origin_forbidden`: the page has another origin'),
      404: unavailableResponse,
      429: limitResponse,
    },
  }),
  login: describeRoute({
    summary: 'Log in with a passkey, without a second factor',
    tags: ['auth'],
    requestBody: describeJsonBody(PasskeyLogin),
    responses: {
      200: describeJson(AccessGrant, 'The access token. The refresh token is in a cookie'),
      400: fieldErrorsResponse,
      401: describeJson(
        Problem,
        '`credentials_invalid`: unknown passkey or wrong signature; `challenge_expired`: get new options',
      ),
      403: describeJson(Problem, '`not_activated`, `account_blocked` or `origin_forbidden`'),
      404: unavailableResponse,
      429: limitResponse,
    },
  }),
};
