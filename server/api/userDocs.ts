import { describeRoute } from 'hono-openapi';
import { Activation } from '#core/contract/account/activation.ts';
import { ActivationProofRequired, ActivationRefusal } from '#core/contract/account/activationProof.ts';
import { CaptchaRequired, ConfirmationRequired, RestoreCodeRequired } from '#core/contract/auth.ts';
import { PasswordRestore, RestoreAccess, RestoreAccessRequest } from '#core/contract/account/recentAccess.ts';
import { LimitProblem, Problem } from '#core/contract/problem.ts';
import {
  AccountJournal,
  AccountSessions,
  EmailRequest,
  PasswordChange,
  Signup,
  User,
  UserUpdate,
} from '#core/contract/user.ts';
import {
  describeJson,
  describeJsonBody,
  hashingRefusals,
  pageParameters,
} from '#server/platform/http/openapiDocs.ts';

const tags = ['users'];
const security = [{ bearer: [] }];
const fieldErrorsResponse = describeJson(LimitProblem, 'Errors by field');
const unauthorizedResponse = describeJson(Problem, '`token_not_valid`: refresh the access token, or log in');
const captchaResponse = describeJson(CaptchaRequired, 'The captcha to solve');
const linkResponse = describeJson(Problem, '`link_invalid`: unknown, used or expired');
const acceptedResponse = { description: 'Accepted. The answer is the same for unknown e-mails' };
const tokenParameter = {
  name: 'token',
  in: 'path' as const,
  required: true,
  description: 'The token of the letter’s link',
  schema: { type: 'string' as const },
};

/** A request for a letter. */
const describeLetterRequest = (summary: string) =>
  describeRoute({
    summary,
    tags,
    requestBody: describeJsonBody(EmailRequest),
    responses: { 202: acceptedResponse, 400: fieldErrorsResponse, 403: captchaResponse },
  });

/** OpenAPI of the routes below /api/v1/users. */
export const userDocs = {
  signup: describeRoute({
    summary: 'Sign up; a letter has the link that activates the account',
    tags,
    requestBody: describeJsonBody(Signup),
    responses: {
      202: acceptedResponse,
      400: fieldErrorsResponse,
      403: captchaResponse,
      ...hashingRefusals,
    },
  }),
  activate: describeRoute({
    summary: 'Activate the account of a letter’s link',
    description:
      'The cookie `signup_key` of the browser that signed up proves whose the sign-up is. Another browser sends a body with one proof',
    tags,
    parameters: [tokenParameter],
    requestBody: { ...describeJsonBody(Activation), required: false },
    responses: {
      204: { description: 'Activated, by this or an earlier request' },
      400: fieldErrorsResponse,
      403: describeJson(
        ActivationProofRequired,
        '`activation_proof_required`: another browser has signed up; the link stays valid',
      ),
      404: describeJson(ActivationRefusal, 'The link activates nothing'),
      ...hashingRefusals,
    },
  }),
  reactivate: describeLetterRequest('Send the letter with the activation link again'),
  restore: describeLetterRequest('Send a letter with a link that sets a new password'),
  restoreAccess: describeRoute({
    summary:
      'List by a letter’s link what a new password removes unless it is kept; spends nothing but the code',
    tags,
    parameters: [tokenParameter],
    requestBody: describeJsonBody(RestoreAccessRequest),
    responses: {
      200: describeJson(RestoreAccess, 'Passkeys, shop keys and webhooks of the last 30 days'),
      400: fieldErrorsResponse,
      401: describeJson(RestoreCodeRequired, '`second_factor_required`: send a code'),
      404: linkResponse,
      429: hashingRefusals[429],
    },
  }),
  setPassword: describeRoute({
    summary:
      'Set a new password by a letter’s link; all sessions end, and passkeys, shop keys and webhooks of the last 30 days are removed, apart from those in `keep`',
    tags,
    parameters: [tokenParameter],
    requestBody: describeJsonBody(PasswordRestore),
    responses: {
      204: { description: 'The new password is set. Log in with it' },
      400: fieldErrorsResponse,
      401: describeJson(RestoreCodeRequired, '`second_factor_required`: send a code or `proof`, too'),
      404: linkResponse,
      ...hashingRefusals,
    },
  }),
  me: describeRoute({
    summary: 'Get the account',
    tags,
    security,
    responses: { 200: describeJson(User, 'The account'), 401: unauthorizedResponse },
  }),
  update: describeRoute({
    summary: 'Choose which letters the account gets',
    tags,
    security,
    requestBody: describeJsonBody(UserUpdate),
    responses: {
      200: describeJson(User, 'The account'),
      400: fieldErrorsResponse,
      401: unauthorizedResponse,
    },
  }),
  changePassword: describeRoute({
    summary: 'Change the password; all other sessions end',
    tags,
    security,
    requestBody: describeJsonBody(PasswordChange),
    responses: {
      204: { description: 'Changed' },
      400: fieldErrorsResponse,
      401: unauthorizedResponse,
      403: describeJson(
        ConfirmationRequired,
        '`confirm_required`: the password was entered more than 10 minutes ago',
      ),
      ...hashingRefusals,
    },
  }),
  sessions: describeRoute({
    summary: 'List the open sessions, the last used first',
    tags,
    security,
    responses: { 200: describeJson(AccountSessions, 'All open sessions'), 401: unauthorizedResponse },
  }),
  revokeOthers: describeRoute({
    summary: 'End all other sessions',
    tags,
    security,
    responses: { 204: { description: 'Ended' }, 401: unauthorizedResponse },
  }),
  revokeSession: describeRoute({
    summary: 'End a session',
    tags,
    security,
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
    responses: {
      204: { description: 'Ended' },
      401: unauthorizedResponse,
      404: describeJson(Problem, '`not_found`: no such open session'),
    },
  }),
  journal: describeRoute({
    summary: 'List the security events of the last year, the newest first',
    tags,
    security,
    parameters: [...pageParameters],
    responses: {
      200: describeJson(AccountJournal, 'One page of events'),
      400: fieldErrorsResponse,
      401: unauthorizedResponse,
    },
  }),
};
