import { describeRoute } from 'hono-openapi';
import {
  Webhook,
  WebhookCreate,
  WebhookCreated,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookRedeliver,
  Webhooks,
  WebhookUpdate,
} from '#core/contract/account/shopWebhooks.ts';
import { FieldProblem, LimitProblem, Problem } from '#core/contract/problem.ts';
import { describeJson, describeJsonBody, pageParameters } from '../openapiDocs.ts';
import { freshAccountRefusals, shopIdParameter } from './shopKeyDocs.ts';

const tags = ['users'];
const security = [{ bearer: [] }];
const parameters = [shopIdParameter];
const unknownResponse = describeJson(Problem, '`not_found`: no such webhook of this account');
const partnerOffResponse = describeJson(Problem, '`partner_off`: nothing is sent to its webhooks');
const offResponse = describeJson(Problem, '`webhook_off`: turn it on first');
const urlResponse = describeJson(
  LimitProblem,
  'Errors by field; `url`: `webhook_url`, `webhook_https`, `webhook_credentials`, `webhook_port`, `webhook_private`, `webhook_unresolved`',
);

/** OpenAPI of webhooks. */
export const webhookDocs = {
  list: describeRoute({
    summary: 'List the webhooks, the oldest first',
    tags,
    security,
    responses: { 200: describeJson(Webhooks, 'All webhooks'), 401: freshAccountRefusals[401] },
  }),
  add: describeRoute({
    summary: 'Add a webhook; its secret is shown once',
    tags,
    security,
    requestBody: describeJsonBody(WebhookCreate),
    responses: {
      201: describeJson(WebhookCreated, 'The webhook and its secret'),
      400: urlResponse,
      ...freshAccountRefusals,
      409: describeJson(Problem, '`webhooks_limit`: the shop has 5 webhooks'),
    },
  }),
  update: describeRoute({
    summary: 'Change the address or the events of a webhook, or turn it on again',
    tags,
    security,
    parameters,
    requestBody: describeJsonBody(WebhookUpdate),
    responses: {
      200: describeJson(Webhook, 'The webhook'),
      400: urlResponse,
      ...freshAccountRefusals,
      404: unknownResponse,
    },
  }),
  remove: describeRoute({
    summary: 'Remove a webhook and its deliveries',
    tags,
    security,
    parameters,
    responses: { 204: { description: 'Removed' }, ...freshAccountRefusals, 404: unknownResponse },
  }),
  rotate: describeRoute({
    summary: 'Give a webhook a new secret; the one before also signs for 24 hours',
    tags,
    security,
    parameters,
    responses: {
      200: describeJson(WebhookCreated, 'The webhook and its new secret'),
      ...freshAccountRefusals,
      404: unknownResponse,
    },
  }),
  test: describeRoute({
    summary: 'Send a test event',
    tags,
    security,
    parameters,
    responses: {
      202: describeJson(WebhookDelivery, 'The delivery, not sent yet'),
      401: freshAccountRefusals[401],
      403: partnerOffResponse,
      404: unknownResponse,
      409: offResponse,
    },
  }),
  deliveries: describeRoute({
    summary: 'List the deliveries of the last 90 days, the newest first',
    tags,
    security,
    parameters: [shopIdParameter, ...pageParameters],
    responses: {
      200: describeJson(WebhookDeliveries, 'One page of deliveries'),
      400: describeJson(FieldProblem, 'The invalid parameter'),
      401: freshAccountRefusals[401],
      404: unknownResponse,
    },
  }),
  redeliver: describeRoute({
    summary: 'Send an event again, with the same `webhook-id`',
    tags,
    security,
    parameters,
    requestBody: describeJsonBody(WebhookRedeliver),
    responses: {
      202: describeJson(WebhookDelivery, 'The new delivery, not sent yet'),
      400: describeJson(FieldProblem, 'The invalid field'),
      401: freshAccountRefusals[401],
      403: partnerOffResponse,
      404: describeJson(Problem, '`not_found`: no such webhook or delivery'),
      409: offResponse,
    },
  }),
};
