import type { Hono } from 'hono';
import {
  cancelCourseAlertsCall,
  confirmCourseAlertCall,
  CourseAlertRequest,
  CourseAlertToken,
  requestCourseAlertCall,
} from '#core/contract/course/courseAlert.ts';
import { readAccountDevice } from '../accounts/accountClient.ts';
import { createAccountContext } from '../accounts/accountContext.ts';
import type { ServerContext } from '../context.ts';
import { requireJson } from '../http/parseJsonBody.ts';
import type { GetLimit } from '../limits/limitRequests.ts';
import { createCallRoutes, everybody } from '../routes/callRoutes.ts';
import { cancelAlerts, confirmAlert } from './answerAlert.ts';
import { createAlert } from './createAlert.ts';

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
