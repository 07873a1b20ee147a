import { describeRoute } from 'hono-openapi';
import {
  EmailChangeCode,
  EmailChangeRequest,
  EmailChangeState,
  PlannedDeletion,
} from '#core/contract/account/accountChanges.ts';
import { AccountStop } from '#core/contract/account/recentAccess.ts';
import { AccountExport } from '#core/contract/account/accountExport.ts';
import { ConfirmationRequired } from '#core/contract/auth.ts';
import { LimitProblem, Problem } from '#core/contract/problem.ts';
import { User } from '#core/contract/user.ts';
import { describeJson, describeJsonBody } from '#server/platform/http/openapiDocs.ts';

const tags = ['users'];
const security = [{ bearer: [] }];
const fieldErrorsResponse = describeJson(LimitProblem, 'Errors by field');
const limitResponse = describeJson(Problem, '`too_many_requests` with Retry-After');
const unauthorizedResponse = describeJson(Problem, '`token_not_valid`: refresh the access token, or log in');
const confirmationResponse = describeJson(
  ConfirmationRequired,
  '`confirm_required`: the user proved more than 10 minutes ago who they are',
);

/** OpenAPI of the routes by which an owner changes, copies, stops or deletes the account. */
export const accountChangeDocs = {
  emailChange: describeRoute({
    summary: 'Get the change of the e-mail that waits for its code',
    tags,
    security,
    responses: { 200: describeJson(EmailChangeState, 'The change, if any'), 401: unauthorizedResponse },
  }),
  requestEmailChange: describeRoute({
    summary: 'Send a code to a new e-mail, and a notice to the present one',
    tags,
    security,
    requestBody: describeJsonBody(EmailChangeRequest),
    responses: {
      202: describeJson(EmailChangeState, 'Accepted. The answer is the same if the e-mail has an account'),
      400: fieldErrorsResponse,
      401: unauthorizedResponse,
      403: confirmationResponse,
      429: limitResponse,
    },
  }),
  confirmEmailChange: describeRoute({
    summary: 'Change the e-mail by the code of the letter; all other sessions end',
    tags,
    security,
    requestBody: describeJsonBody(EmailChangeCode),
    responses: {
      200: describeJson(User, 'The account with its new e-mail'),
      400: describeJson(LimitProblem, '`code`: `email_code_invalid`, or `email_code_expired` after 5 codes'),
      401: unauthorizedResponse,
    },
  }),
  exportAccount: describeRoute({
    summary: 'Get everything that is stored about the account, apart from secrets',
    tags,
    security,
    responses: {
      200: describeJson(AccountExport, 'The data'),
      401: unauthorizedResponse,
      403: confirmationResponse,
      429: limitResponse,
    },
  }),
  planDeletion: describeRoute({
    summary: 'Delete the account in 7 days; all sessions end, and a login cancels it',
    tags,
    security,
    responses: {
      200: describeJson(PlannedDeletion, 'When the account is deleted'),
      401: unauthorizedResponse,
      403: confirmationResponse,
      409: describeJson(Problem, '`claims_open` or `balance_left`'),
    },
  }),
  stopAccount: describeRoute({
    summary:
      '«Это не я» of a letter: end all sessions, void the password, freeze payouts for 72 hours, undo a change of the e-mail',
    tags,
    parameters: [
      {
        name: 'token',
        in: 'path',
        required: true,
        description: 'The token of the letter’s link',
        schema: { type: 'string' },
      },
    ],
    responses: {
      200: describeJson(AccountStop, 'Stopped, by this or an earlier request'),
      404: describeJson(Problem, '`link_invalid`: unknown or expired'),
    },
  }),
};
