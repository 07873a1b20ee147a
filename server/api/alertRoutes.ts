import type { Hono } from 'hono';
import {
  cancelCourseAlertsCall,
  confirmCourseAlertCall,
  CourseAlertRequest,
  CourseAlertToken,
  requestCourseAlertCall,
} from '#core/contract/course/courseAlert.ts';
import { readAccountDevice } from '#server/accounts/accountClient.ts';
import { createAccountContext } from '#server/accounts/accountContext.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { requireJson } from '#server/platform/http/request/parseJsonBody.ts';
import type { GetLimit } from '#server/platform/limits/limitRequests.ts';
import { createCallRoutes, everybody } from './callRoutes.ts';
import { cancelAlerts, confirmAlert } from '#server/notifications/courseAlerts/answerAlert.ts';
import { createAlert } from '#server/notifications/courseAlerts/createAlert.ts';

/** Routes below /api/v1/alerts. */
export function createAlertRoutes(serverContext: ServerContext, getLimit: GetLimit): Hono {
  const context = createAccountContext(serverContext, getLimit);
  const { routes, addCall } = createCallRoutes('/api/v1/alerts', 'alerts');
  routes.use(requireJson);
  addCall(
    requestCourseAlertCall,
    { access: everybody, body: CourseAlertRequest, codes: ['number_format'], status: 202 },
    (c, { body }) => createAlert(context, body, readAccountDevice(c).network),
  );
  const byToken = { access: everybody, body: CourseAlertToken };
  addCall(confirmCourseAlertCall, byToken, (_c, { body: { token } }) => confirmAlert(context, token));
  addCall(cancelCourseAlertsCall, byToken, (_c, { body: { token } }) => cancelAlerts(context, token));
  return routes;
}
