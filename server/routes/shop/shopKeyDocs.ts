import { describeRoute } from 'hono-openapi';
import { ShopKeyCreate, ShopKeyCreated, ShopKeys } from '#core/contract/account/shopKeys.ts';
import { ConfirmationRequired } from '#core/contract/auth.ts';
import { LimitProblem, Problem } from '#core/contract/problem.ts';
import { describeJson, describeJsonBody } from '../openapiDocs.ts';

const tags = ['users'];
const security = [{ bearer: [] }];

/** Refusals of a change that needs a recent authentication. */
export const freshAccountRefusals = {
  401: describeJson(Problem, '`token_not_valid`: refresh the access token, or log in'),
  403: describeJson(
    ConfirmationRequired,
    '`confirm_required`: the user proved more than 10 minutes ago who they are',
  ),
};

/** Path parameter of a key or a webhook. */
export const shopIdParameter = {
  name: 'id',
  in: 'path' as const,
  required: true,
  schema: { type: 'string' as const, format: 'uuid' },
};

/** OpenAPI of the keys of the shop API. */
export const shopKeyDocs = {
  list: describeRoute({
    summary: 'List the keys of the shop API, the newest first',
    tags,
    security,
    responses: { 200: describeJson(ShopKeys, 'All keys'), 401: freshAccountRefusals[401] },
  }),
  add: describeRoute({
    summary: 'Create a key; it is shown once',
    tags,
    security,
    requestBody: describeJsonBody(ShopKeyCreate),
    responses: {
      201: describeJson(ShopKeyCreated, 'The key'),
      400: describeJson(
        LimitProblem,
        'Errors by field: `networks` (`network_format`), `expiresAt` (`expiry_past`)',
      ),
      ...freshAccountRefusals,
      409: describeJson(Problem, '`shop_keys_limit`: the shop has 10 keys'),
    },
  }),
  revoke: describeRoute({
    summary: 'Revoke a key; its next request is refused',
    tags,
    security,
    parameters: [shopIdParameter],
    responses: {
      204: { description: 'Revoked' },
      ...freshAccountRefusals,
      404: describeJson(Problem, '`not_found`: no such key of this account'),
    },
  }),
};
