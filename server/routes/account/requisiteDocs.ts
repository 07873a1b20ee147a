import { describeRoute } from 'hono-openapi';
import {
  AccountRequisite,
  AccountRequisites,
  RequisiteCreate,
  RequisiteInputs,
  RequisiteUpdate,
  SAVED_REQUISITE_TYPES,
} from '#core/contract/account/savedRequisite.ts';
import { ConfirmationRequired } from '#core/contract/auth.ts';
import { FieldProblem, Problem } from '#core/contract/problem.ts';
import { describeJson, describeJsonBody, pageParameters } from '../openapiDocs.ts';

const tags = ['users'];
const security = [{ bearer: [] }];
const unauthorizedResponse = describeJson(
  Problem,
  '`token_not_valid`: refresh the token and repeat the request',
);
const unknownResponse = describeJson(Problem, '`not_found`: no such requisite of this account');
const parameterResponse = describeJson(FieldProblem, 'The invalid parameter');
const idParameter = {
  name: 'id',
  in: 'path' as const,
  required: true,
  schema: { type: 'string' as const, format: 'uuid' as const },
};
const typeParameter = {
  name: 'type',
  in: 'query' as const,
  description: '`card`: also a phone for transfers',
  schema: { type: 'string' as const, enum: [...SAVED_REQUISITE_TYPES] },
};

/** OpenAPI of the saved requisites of an account. */
export const requisiteDocs = {
  list: describeRoute({
    summary: 'List the saved requisites, the last used first',
    tags,
    security,
    parameters: [typeParameter, ...pageParameters],
    responses: {
      200: describeJson(AccountRequisites, 'One page of requisites'),
      400: parameterResponse,
      401: unauthorizedResponse,
    },
  }),
  inputs: describeRoute({
    summary: 'List the fields of a requisite; without a currency, the field that chooses one',
    tags,
    security,
    parameters: [
      typeParameter,
      {
        name: 'currency',
        in: 'query',
        description: 'Code of the currency',
        schema: { type: 'string' },
      },
    ],
    responses: {
      200: describeJson(RequisiteInputs, 'The fields'),
      400: parameterResponse,
      401: unauthorizedResponse,
    },
  }),
  add: describeRoute({
    summary: 'Save a requisite; money is paid out to it after 24 hours',
    tags,
    security,
    requestBody: describeJsonBody(RequisiteCreate),
    responses: {
      201: describeJson(AccountRequisite, 'The requisite'),
      400: describeJson(
        FieldProblem,
        'Errors by field: `currency`, `values.<name>` (also `requisite_saved`); `requisites_limit` without a field',
      ),
      401: unauthorizedResponse,
      403: describeJson(
        ConfirmationRequired,
        '`confirm_required`: the user proved more than 10 minutes ago who they are',
      ),
    },
  }),
  rename: describeRoute({
    summary: 'Give a requisite another label',
    tags,
    security,
    parameters: [idParameter],
    requestBody: describeJsonBody(RequisiteUpdate),
    responses: {
      200: describeJson(AccountRequisite, 'The requisite'),
      400: describeJson(FieldProblem, 'The invalid label'),
      401: unauthorizedResponse,
      404: unknownResponse,
    },
  }),
  remove: describeRoute({
    summary: 'Delete a requisite; it can be restored for 60 seconds',
    tags,
    security,
    parameters: [idParameter],
    responses: {
      204: { description: 'Deleted, by this or an earlier request' },
      401: unauthorizedResponse,
      404: unknownResponse,
    },
  }),
  restore: describeRoute({
    summary: 'Restore a requisite that was deleted less than 60 seconds ago',
    tags,
    security,
    parameters: [idParameter],
    responses: {
      200: describeJson(AccountRequisite, 'The requisite'),
      401: unauthorizedResponse,
      404: unknownResponse,
      409: describeJson(Problem, '`requisite_saved` or `requisites_limit`: its place is taken'),
    },
  }),
};
