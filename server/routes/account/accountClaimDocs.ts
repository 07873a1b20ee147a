import { describeRoute } from 'hono-openapi';
import { AccountClaims, ClaimAttach, ClaimRepeat } from '#core/contract/account/accountClaim.ts';
import { ClaimCreated } from '#core/contract/claim.ts';
import { FieldProblem, Problem } from '#core/contract/problem.ts';
import { dayParameters, describeJson, describeJsonBody, pageParameters } from '../openapiDocs.ts';

const tags = ['users'];
const security = [{ bearer: [] }];
const unauthorizedResponse = describeJson(
  Problem,
  '`token_not_valid`: refresh the token and repeat the request',
);
const filterParameters = [
  ...dayParameters,
  ...[
    ['status', 'A status, or `open` or `closed`'],
    ['cur_from', 'Code of the currency sent'],
    ['cur_to', 'Code of the currency received'],
    ['search', 'A number, or the beginning of a currency’s code or name'],
  ].map(([name = '', description = '']) => ({
    name,
    in: 'query' as const,
    description,
    schema: { type: 'string' as const },
  })),
];

/** OpenAPI of the claims of an account. */
export const accountClaimDocs = {
  list: describeRoute({
    summary: 'List the account’s claims, newest first',
    tags,
    security,
    parameters: [...pageParameters, ...filterParameters],
    responses: {
      200: describeJson(AccountClaims, 'One page of claims'),
      400: describeJson(FieldProblem, 'The invalid parameter'),
      401: unauthorizedResponse,
    },
  }),
  export: describeRoute({
    summary: 'Download the filtered list as CSV',
    tags,
    security,
    parameters: filterParameters,
    responses: {
      200: {
        description: 'CSV in UTF-8 with a byte order mark, separated by semicolons',
        content: { 'text/csv': {} },
      },
      400: describeJson(FieldProblem, 'The invalid parameter'),
      401: unauthorizedResponse,
    },
  }),
  attach: describeRoute({
    summary: 'Give a claim that was created as a guest to the account',
    tags,
    security,
    parameters: [{ name: 'X-Claim-Secret', in: 'header', required: true, schema: { type: 'string' } }],
    requestBody: describeJsonBody(ClaimAttach),
    responses: {
      204: { description: 'The claim belongs to the account' },
      400: describeJson(FieldProblem, 'An invalid id'),
      401: unauthorizedResponse,
      404: describeJson(Problem, '`not_found`: no such claim, a wrong secret, or another account’s claim'),
    },
  }),
  repeat: describeRoute({
    summary: 'Create the same claim again, at the current course',
    tags,
    security,
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      {
        name: 'Idempotency-Key',
        in: 'header',
        description: 'As for the creation of a claim',
        schema: { type: 'string', minLength: 8, maxLength: 128 },
      },
    ],
    requestBody: describeJsonBody(ClaimRepeat),
    responses: {
      201: describeJson(ClaimCreated, 'The new claim with its secret'),
      400: describeJson(FieldProblem, 'Errors by field'),
      401: unauthorizedResponse,
      404: describeJson(Problem, '`not_found`: no such claim of this account'),
      409: describeJson(Problem, '`requisites_erased`, and as for the creation of a claim'),
    },
  }),
};
