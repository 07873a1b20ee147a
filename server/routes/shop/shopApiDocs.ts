import { describeRoute } from 'hono-openapi';
import { CLAIM_STATUSES } from '#core/claim/status.ts';
import { ShopStatistics } from '#core/contract/account/shop.ts';
import { LedgerEntries } from '#core/contract/account/referral.ts';
import { FieldProblem, LimitProblem, Problem } from '#core/contract/problem.ts';
import {
  ShopClaimCreate,
  ShopClaimCreated,
  ShopClaimDetails,
  ShopClaims,
  TestClaimMove,
  TRUSTED_SHOP_CLAIMS,
} from '#core/contract/shop.ts';
import { ledgerParameters } from '../account/referralDocs.ts';
import { shopStatisticsParameters } from '../account/shopDocs.ts';
import { dayParameters, describeJson, describeJsonBody, pageParameters } from '../openapiDocs.ts';

const tags = ['shop'];
const security = [{ shopKey: [] }];

/** Refusals of every call with a key. */
export const shopKeyRefusals = {
  401: describeJson(Problem, '`key_unknown`: no such key, or it was revoked'),
  403: describeJson(
    Problem,
    '`scope_missing` with `scope`, `network_forbidden` with `network`, `key_expired` with `expiresAt`, `partner_off`',
  ),
  429: describeJson(Problem, '`too_many_requests` with Retry-After: 300 requests a minute and key'),
};

const idParameter = {
  name: 'id',
  in: 'path' as const,
  required: true,
  schema: { type: 'string' as const, format: 'uuid' },
};
const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: true,
  description: '8 to 128 visible ASCII characters; the same key and body return the same claim',
  schema: { type: 'string' as const, minLength: 8, maxLength: 128 },
};

/** OpenAPI of the routes below /api/v1/shop. */
export const shopApiDocs = {
  create: describeRoute({
    summary: 'Create a claim for a client of the shop; with a test key, a claim without money',
    tags,
    security,
    parameters: [keyParameter],
    requestBody: describeJsonBody(ShopClaimCreate),
    responses: {
      201: describeJson(ShopClaimCreated, 'The claim, created by this or an earlier request'),
      400: describeJson(LimitProblem, 'Errors by field, as of POST claim/; `Idempotency-Key` without one'),
      ...shopKeyRefusals,
      404: describeJson(Problem, '`pair_unknown`; `field` names an unknown code: `fromPs` or `toPs`'),
      429: describeJson(
        Problem,
        `\`too_many_requests\`, also for attempts to use promocodes; \`shop_claims_limit\` and \`shop_claims_hourly\` with \`limit\`: open claims, and claims of an hour; until ${TRUSTED_SHOP_CLAIMS} are completed, those of one client; \`email_claims_limit\` with \`limit\`: open claims for one e-mail. With Retry-After. \`test_claims_limit\`: the shop has 1,000 test claims`,
      ),
      409: describeJson(
        Problem,
        '`course_changed` or `amount_taken` with the current sums, `reserve_short`, `idempotency_conflict`',
      ),
    },
  }),
  list: describeRoute({
    summary: 'List the claims of the shop, the newest first; with a test key, its test claims',
    tags,
    security,
    parameters: [
      {
        name: 'status',
        in: 'query',
        description: 'A status, or `open` or `closed`',
        schema: { type: 'string', enum: [...CLAIM_STATUSES, 'open', 'closed'] },
      },
      ...dayParameters,
      { name: 'sub', in: 'query', description: 'Only claims with this sub', schema: { type: 'string' } },
      ...pageParameters,
    ],
    responses: {
      200: describeJson(ShopClaims, 'One page of claims'),
      400: describeJson(FieldProblem, 'The invalid parameter'),
      ...shopKeyRefusals,
    },
  }),
  read: describeRoute({
    summary: 'Read a claim of the shop with its history',
    tags,
    security,
    parameters: [idParameter],
    responses: {
      200: describeJson(ShopClaimDetails, 'The claim'),
      ...shopKeyRefusals,
      404: describeJson(Problem, '`not_found`: no such claim of the shop in the mode of the key'),
    },
  }),
  statistics: describeRoute({
    summary: 'Get what the shop brought in a period; nothing with a test key',
    tags,
    security,
    parameters: shopStatisticsParameters,
    responses: {
      200: describeJson(ShopStatistics, 'The statistics'),
      400: describeJson(FieldProblem, 'The invalid parameter; `period_invalid`: reversed, or too long'),
      ...shopKeyRefusals,
    },
  }),
  ledger: describeRoute({
    summary: 'List accruals, reversals and withdrawals, newest first; nothing with a test key',
    tags,
    security,
    parameters: [...pageParameters, ...ledgerParameters],
    responses: {
      200: describeJson(LedgerEntries, 'One page of the ledger'),
      400: describeJson(FieldProblem, 'The invalid parameter'),
      ...shopKeyRefusals,
    },
  }),
  move: describeRoute({
    summary: 'Move a test claim to a status that may follow',
    tags,
    security,
    parameters: [idParameter],
    requestBody: describeJsonBody(TestClaimMove),
    responses: {
      200: describeJson(ShopClaimDetails, 'The claim'),
      400: describeJson(FieldProblem, 'The invalid field'),
      ...shopKeyRefusals,
      404: describeJson(Problem, '`not_found`: no such test claim'),
      409: describeJson(
        Problem,
        '`transition_forbidden` with `status` and the statuses that may follow, `next`; `test_moves_limit`: it has had 100 statuses',
      ),
    },
  }),
};
