import { describeRoute } from 'hono-openapi';
import {
  Passkey,
  PasskeyAdd,
  PasskeyCreationOptions,
  PasskeyLogin,
  PasskeyRename,
  PasskeyRequestOptions,
  Passkeys,
  PasskeySignup,
  PasskeySignupStart,
} from '#core/contract/account/passkeys.ts';
import { AccessGrant, CaptchaRequired, ConfirmationRequired } from '#core/contract/auth.ts';
import { LimitProblem, Problem } from '#core/contract/problem.ts';
import { describeJson, describeJsonBody } from '../openapiDocs.ts';

const tags = ['users'];
const security = [{ bearer: [] }];
const fieldErrorsResponse = describeJson(LimitProblem, 'Errors by field');
const limitResponse = describeJson(Problem, '`too_many_requests` with Retry-After');
const unauthorizedResponse = describeJson(Problem, '`token_not_valid`: refresh the access token, or log in');
const unavailableResponse = describeJson(
  Problem,
  '`not_found`: the site has no host name, so browsers allow no passkeys',
);
const confirmationResponse = describeJson(
  ConfirmationRequired,
  '`confirm_required`: the user proved more than 10 minutes ago who they are',
);
const idParameter = {
  name: 'id',
  in: 'path' as const,
  required: true,
  schema: { type: 'string' as const, format: 'uuid' },
};
const unknownResponse = describeJson(Problem, '`not_found`: the account has no such passkey');

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

/** OpenAPI of the routes of passkeys below /api/v1/users. */
export const passkeyDocs = {
  signupOptions: describeRoute({
    summary: 'Start a sign-up without a password',
    tags,
    requestBody: describeJsonBody(PasskeySignupStart),
    responses: {
      200: describeJson(PasskeyCreationOptions, 'Options for `navigator.credentials.create()`'),
      400: fieldErrorsResponse,
      404: unavailableResponse,
      429: limitResponse,
    },
  }),
  signup: describeRoute({
    summary: 'Sign up with a passkey; a letter has the link that activates the account',
    tags,
    requestBody: describeJsonBody(PasskeySignup),
    responses: {
      202: { description: 'Accepted. The answer is the same for registered e-mails' },
      400: fieldErrorsResponse,
      403: describeJson(CaptchaRequired, 'The captcha to solve'),
      404: describeJson(Problem, '`not_found`: unknown claim or wrong secret; or no passkeys on this site'),
      429: limitResponse,
    },
  }),
  list: describeRoute({
    summary: 'List the passkeys of the account, the newest first',
    tags,
    security,
    responses: { 200: describeJson(Passkeys, 'All passkeys'), 401: unauthorizedResponse },
  }),
  options: describeRoute({
    summary: 'Start to add a passkey',
    tags,
    security,
    responses: {
      200: describeJson(PasskeyCreationOptions, 'Options for `navigator.credentials.create()`'),
      401: unauthorizedResponse,
      403: confirmationResponse,
      404: unavailableResponse,
      409: describeJson(Problem, '`passkeys_limit`: the account has 20 passkeys'),
      429: limitResponse,
    },
  }),
  add: describeRoute({
    summary: 'Add a passkey; the owner gets a letter',
    tags,
    security,
    requestBody: describeJsonBody(PasskeyAdd),
    responses: {
      201: describeJson(Passkey, 'Added, by this or an earlier request'),
      400: fieldErrorsResponse,
      401: unauthorizedResponse,
      403: confirmationResponse,
      404: unavailableResponse,
      409: describeJson(Problem, '`passkeys_limit`: the account has 20 passkeys'),
    },
  }),
  rename: describeRoute({
    summary: 'Rename a passkey',
    tags,
    security,
    parameters: [idParameter],
    requestBody: describeJsonBody(PasskeyRename),
    responses: {
      200: describeJson(Passkey, 'The passkey'),
      400: fieldErrorsResponse,
      401: unauthorizedResponse,
      404: unknownResponse,
    },
  }),
  delete: describeRoute({
    summary: 'Delete a passkey; the owner gets a letter',
    tags,
    security,
    parameters: [idParameter],
    responses: {
      204: { description: 'Deleted' },
      401: unauthorizedResponse,
      403: confirmationResponse,
      404: unknownResponse,
      409: describeJson(Problem, '`last_way_in`: the account has no password and no other passkey'),
    },
  }),
};
