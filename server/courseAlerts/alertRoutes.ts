import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import {
  CourseAlert,
  CourseAlertCancellation,
  CourseAlertRequest,
  CourseAlertToken,
} from '#core/contract/course/courseAlert.ts';
import { FieldProblem, Problem } from '#core/contract/problem.ts';
import { readAccountDevice } from '../accounts/accountClient.ts';
import { createAccountContext } from '../accounts/accountContext.ts';
import type { ServerContext } from '../context.ts';
import { parseJsonBody, requireJson } from '../http/parseJsonBody.ts';
import type { GetLimit } from '../limits/limitRequests.ts';
import { describeJson, describeJsonBody } from '../routes/openapiDocs.ts';
import { cancelAlerts, confirmAlert } from './answerAlert.ts';
import { createAlert } from './createAlert.ts';

const tags = ['alerts'];

const createDocs = describeRoute({
  summary: 'Ask for a letter when the course of a pair reaches a price',
  tags,
  requestBody: describeJsonBody(CourseAlertRequest),
  responses: {
    202: { description: 'Accepted: a letter with the link that confirms it is sent, once' },
    400: describeJson(FieldProblem, 'The invalid field; `price_reached` if the course has this price now'),
    403: describeJson(Problem, '`captcha_required` or `captcha_failed`, with the captcha to solve'),
    404: describeJson(Problem, '`currency_unknown` or `pair_unknown`'),
    409: describeJson(
      Problem,
      '`direction_closed`, or `alerts_limit`: the e-mail has too many confirmed alerts',
    ),
    429: describeJson(Problem, '`too_many_requests` with Retry-After'),
  },
});

const linkRefusal = describeJson(Problem, '`link_invalid`: no letter has this token');

const confirmDocs = describeRoute({
  summary: 'Confirm an alert by the token of its letter',
  tags,
  requestBody: describeJsonBody(CourseAlertToken),
  responses: {
    200: describeJson(CourseAlert, 'The alert'),
    404: describeJson(Problem, '`link_invalid`, or `alert_over`: expired, cancelled or reached'),
    409: describeJson(Problem, '`alerts_limit`: the e-mail has too many confirmed alerts'),
  },
});

const cancelDocs = describeRoute({
  summary: 'Cancel an alert by the token of its letter, or all others by that of a reached one',
  tags,
  requestBody: describeJsonBody(CourseAlertToken),
  responses: {
    200: describeJson(CourseAlertCancellation, 'How many were cancelled'),
    404: linkRefusal,
  },
});

/** Routes below /api/v1/alerts. */
export function createAlertRoutes(serverContext: ServerContext, getLimit: GetLimit): Hono {
  const context = createAccountContext(serverContext, getLimit);
  const routes = new Hono();
  routes.use(requireJson);
  routes.post('/', createDocs, async c => {
    const body = await parseJsonBody(c, CourseAlertRequest, ['number_format']);
    await createAlert(context, body, readAccountDevice(c).network);
    return c.body(null, 202);
  });
  routes.post('/confirm/', confirmDocs, async c => {
    const { token } = await parseJsonBody(c, CourseAlertToken);
    return c.json(await confirmAlert(context, token));
  });
  routes.post('/cancel/', cancelDocs, async c => {
    const { token } = await parseJsonBody(c, CourseAlertToken);
    return c.json(await cancelAlerts(context, token));
  });
  return routes;
}
