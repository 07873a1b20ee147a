import { describeRoute } from 'hono-openapi';
import {
  ACCRUAL_STATES,
  LEDGER_KINDS,
  LedgerEntries,
  ReferralCode,
  ReferralCodeCreate,
  ReferralProgramme,
} from '#core/contract/account/referral.ts';
import {
  AutoWithdrawal,
  AutoWithdrawalSet,
  MAX_DAILY_CANCELLATIONS,
  Withdrawal,
  WithdrawalCreate,
  WithdrawalCreated,
  Withdrawals,
} from '#core/contract/account/withdrawals.ts';
import { ConfirmationRequired } from '#core/contract/auth.ts';
import { FieldProblem, Problem } from '#core/contract/problem.ts';
import { dayParameters, describeJson, describeJsonBody, pageParameters } from '../openapiDocs.ts';

const tags = ['users'];
const security = [{ bearer: [] }];
const unauthorizedResponse = describeJson(
  Problem,
  '`token_not_valid`: refresh the token and repeat the request',
);
const parameterResponse = describeJson(FieldProblem, 'The invalid parameter');

/** Query parameters that filter a ledger. */
export const ledgerParameters = [
  ...[
    ['kind', `One of ${LEDGER_KINDS.join(', ')}`],
    ['status', `Of accruals ${ACCRUAL_STATES.join(', ')}; of withdrawals 0, 1 or 2`],
  ].map(([name = '', description = '']) => ({
    name,
    in: 'query' as const,
    description,
    schema: { type: 'string' as const },
  })),
  ...dayParameters,
];

/** OpenAPI of the referral programme of an account. */
export const referralDocs = {
  programme: describeRoute({
    summary: 'Show the referral programme: codes, money, and what the links brought',
    tags,
    security,
    responses: { 200: describeJson(ReferralProgramme, 'The programme'), 401: unauthorizedResponse },
  }),
  addCode: describeRoute({
    summary: 'Create another referral code',
    tags,
    security,
    requestBody: describeJsonBody(ReferralCodeCreate),
    responses: {
      201: describeJson(ReferralCode, 'The code'),
      400: describeJson(FieldProblem, 'An invalid label; `codes_limit` without a field beyond 50 codes'),
      401: unauthorizedResponse,
    },
  }),
  ledger: describeRoute({
    summary: 'List accruals, reversals and withdrawals, newest first; their sum is the balance',
    tags,
    security,
    parameters: [...pageParameters, ...ledgerParameters],
    responses: {
      200: describeJson(LedgerEntries, 'One page of the ledger'),
      400: parameterResponse,
      401: unauthorizedResponse,
    },
  }),
  export: describeRoute({
    summary: 'Download the filtered ledger as CSV',
    tags,
    security,
    parameters: ledgerParameters,
    responses: {
      200: {
        description: 'CSV in UTF-8 with a byte order mark, separated by semicolons',
        content: { 'text/csv': {} },
      },
      400: parameterResponse,
      401: unauthorizedResponse,
    },
  }),
  withdrawals: describeRoute({
    summary: 'Show what can be withdrawn, how, and the withdrawals, newest first',
    tags,
    security,
    parameters: pageParameters,
    responses: {
      200: describeJson(Withdrawals, 'Methods and withdrawals'),
      400: parameterResponse,
      401: unauthorizedResponse,
    },
  }),
  withdraw: describeRoute({
    summary: 'Withdraw money to a saved requisite',
    tags,
    security,
    parameters: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        description: 'The same key and body get the first answer again',
        schema: { type: 'string', minLength: 8, maxLength: 128 },
      },
    ],
    requestBody: describeJsonBody(WithdrawalCreate),
    responses: {
      201: describeJson(WithdrawalCreated, 'The withdrawal is in process'),
      400: describeJson(
        FieldProblem,
        '`summa`: `withdrawal_small`, or `withdrawal_over` with what is available as `limit`; `requisite`: unknown or closed',
      ),
      401: unauthorizedResponse,
      403: describeJson(
        ConfirmationRequired,
        '`confirm_required`: the user proved more than 10 minutes ago who they are. Also `payouts_frozen` and `payout_delayed` with `until`, `partner_off`',
      ),
      409: describeJson(
        Problem,
        '`withdrawal_open`: five are in process; `withdrawal_conflict`: the key was used with another body',
      ),
    },
  }),
  cancelWithdrawal: describeRoute({
    summary:
      'Cancel a withdrawal; its sum returns to the balance, and an automatic one ends the automatic withdrawal. Again without effect',
    tags,
    security,
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
    responses: {
      200: describeJson(Withdrawal, 'The cancelled withdrawal'),
      401: unauthorizedResponse,
      404: describeJson(Problem, '`not_found`: no such withdrawal of the account'),
      409: describeJson(
        Problem,
        '`withdrawal_begun`: the operator has begun to pay it; `withdrawal_decided`: it is paid',
      ),
      429: describeJson(Problem, `\`withdrawal_cancellations\`: ${MAX_DAILY_CANCELLATIONS} in 24 hours`),
    },
  }),
  setAutoWithdrawal: describeRoute({
    summary:
      'Withdraw all that is available automatically, as soon as it reaches a sum; the owner gets a letter',
    tags,
    security,
    requestBody: describeJsonBody(AutoWithdrawalSet),
    responses: {
      200: describeJson(AutoWithdrawal, 'The setting'),
      400: describeJson(
        FieldProblem,
        '`summa`: `withdrawal_small`, or `withdrawal_large` above 100000000000000 USD; `requisite`: unknown or closed',
      ),
      401: unauthorizedResponse,
      403: describeJson(
        ConfirmationRequired,
        '`confirm_required`: the user proved more than 10 minutes ago who they are. Also `payouts_frozen` with `until`, `partner_off`',
      ),
    },
  }),
  removeAutoWithdrawal: describeRoute({
    summary: 'Turn the automatic withdrawal off. Again without effect',
    tags,
    security,
    responses: {
      204: { description: 'Nothing is withdrawn automatically any more' },
      401: unauthorizedResponse,
      403: describeJson(
        ConfirmationRequired,
        '`confirm_required`: the user proved more than 10 minutes ago who they are',
      ),
    },
  }),
};
