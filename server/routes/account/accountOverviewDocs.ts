import { describeRoute } from 'hono-openapi';
import {
  AccountPromocode,
  AccountPromocodes,
  AccountStatistics,
  BestPairs,
  PromocodeAdd,
} from '#core/contract/account/accountOverview.ts';
import { FieldProblem, Problem } from '#core/contract/problem.ts';
import { describeJson, describeJsonBody } from '../openapiDocs.ts';

const tags = ['users'];
const security = [{ bearer: [] }];
const unauthorizedResponse = describeJson(
  Problem,
  '`token_not_valid`: refresh the token and repeat the request',
);

/** OpenAPI of an account's statistics, promocodes and best pairs. */
export const accountOverviewDocs = {
  statistics: describeRoute({
    summary: 'Get the number of claims, the turnover in 12 months, and the discount',
    tags,
    security,
    responses: { 200: describeJson(AccountStatistics, 'The statistics'), 401: unauthorizedResponse },
  }),
  promocodes: describeRoute({
    summary: 'List the promocodes that the account keeps, the newest first',
    tags,
    security,
    responses: { 200: describeJson(AccountPromocodes, 'The promocodes'), 401: unauthorizedResponse },
  }),
  addPromocode: describeRoute({
    summary: 'Keep a promocode in the account',
    tags,
    security,
    requestBody: describeJsonBody(PromocodeAdd),
    responses: {
      201: describeJson(AccountPromocode, 'The promocode'),
      400: describeJson(
        FieldProblem,
        '`promocode_invalid`, `promocode_used`, `promocode_expired` or `promocodes_limit` on the field `code`',
      ),
      401: unauthorizedResponse,
      429: describeJson(Problem, '`too_many_requests` with Retry-After: too many attempts to use promocodes'),
    },
  }),
  bestPairs: describeRoute({
    summary: 'List at most six open directions: those that the account exchanges most, else everybody',
    tags,
    security: [{}, ...security],
    responses: {
      200: describeJson(BestPairs, 'The directions with the account’s course'),
      401: unauthorizedResponse,
    },
  }),
};
