import { describeRoute } from 'hono-openapi';
import {
  Shop,
  ShopHistory,
  ShopLink,
  ShopLinkCreate,
  ShopLinks,
  ShopStatistics,
  ShopUpdate,
  STATISTICS_BREAKDOWNS,
  STATISTICS_GROUPS,
} from '#core/contract/account/shop.ts';
import { CLAIM_STATUSES } from '#core/claim/status.ts';
import { FieldProblem, Problem } from '#core/contract/problem.ts';
import { dayParameters, describeJson, describeJsonBody, pageParameters } from '../openapiDocs.ts';

const tags = ['users'];
const security = [{ bearer: [] }];
const unauthorizedResponse = describeJson(
  Problem,
  '`token_not_valid`: refresh the token and repeat the request',
);
const invalidParameterResponse = describeJson(FieldProblem, 'The invalid parameter');
const csvResponse = {
  description: 'CSV in UTF-8 with a byte order mark, separated by semicolons',
  content: { 'text/csv': {} },
};

const describeParameter = (name: string, description: string, values?: readonly string[]) => ({
  name,
  in: 'query' as const,
  description,
  schema: { type: 'string' as const, ...(values && { enum: [...values] }) },
});

/** Parameters of the history except `page` and `size`. */
export const shopHistoryParameters = [
  describeParameter('status', 'A status', CLAIM_STATUSES),
  describeParameter('code', 'A code of the partner'),
  describeParameter('sub', 'What follows the code in the link'),
  ...dayParameters,
];
/** Parameters of the statistics. */
export const shopStatisticsParameters = [
  ...dayParameters,
  describeParameter('group', 'Length of the periods; default `day`', STATISTICS_GROUPS),
  describeParameter('by', 'Rows for each of these instead of periods', STATISTICS_BREAKDOWNS),
];

/** OpenAPI of the shop of an account. */
export const shopDocs = {
  get: describeRoute({
    summary: 'Get the shop of the account',
    tags,
    security,
    responses: { 200: describeJson(Shop, 'The shop'), 401: unauthorizedResponse },
  }),
  update: describeRoute({
    summary: 'Change the name or the site of the shop',
    tags,
    security,
    requestBody: describeJsonBody(ShopUpdate),
    responses: {
      200: describeJson(Shop, 'The shop'),
      400: describeJson(FieldProblem, '`too_long`, or `site_format` on the field `site`'),
      401: unauthorizedResponse,
    },
  }),
  links: describeRoute({
    summary: 'List the codes and the saved links',
    tags,
    security,
    responses: { 200: describeJson(ShopLinks, 'Codes and links'), 401: unauthorizedResponse },
  }),
  addLink: describeRoute({
    summary: 'Save a link',
    tags,
    security,
    requestBody: describeJsonBody(ShopLinkCreate),
    responses: {
      201: describeJson(ShopLink, 'The link'),
      400: describeJson(FieldProblem, 'Errors by field; `links_limit`: there are 100 links already'),
      401: unauthorizedResponse,
    },
  }),
  removeLink: describeRoute({
    summary: 'Delete a saved link; it keeps working',
    tags,
    security,
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
    responses: {
      204: { description: 'Deleted' },
      401: unauthorizedResponse,
      404: describeJson(Problem, '`not_found`: no such link'),
    },
  }),
  history: describeRoute({
    summary: 'List the claims that the partner has brought, newest first',
    tags,
    security,
    parameters: [...pageParameters, ...shopHistoryParameters],
    responses: {
      200: describeJson(ShopHistory, 'One page of claims, without data of the clients'),
      400: invalidParameterResponse,
      401: unauthorizedResponse,
    },
  }),
  exportHistory: describeRoute({
    summary: 'Download the filtered history as CSV',
    tags,
    security,
    parameters: shopHistoryParameters,
    responses: { 200: csvResponse, 400: invalidParameterResponse, 401: unauthorizedResponse },
  }),
  statistics: describeRoute({
    summary: 'Get what the partner brought in a period',
    tags,
    security,
    parameters: shopStatisticsParameters,
    responses: {
      200: describeJson(ShopStatistics, 'The statistics'),
      400: describeJson(FieldProblem, 'The invalid parameter; `period_invalid`: reversed, or too long'),
      401: unauthorizedResponse,
    },
  }),
  exportStatistics: describeRoute({
    summary: 'Download the rows of the statistics as CSV',
    tags,
    security,
    parameters: shopStatisticsParameters,
    responses: { 200: csvResponse, 400: invalidParameterResponse, 401: unauthorizedResponse },
  }),
};
