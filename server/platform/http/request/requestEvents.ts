import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { publishEvent, startTimer } from '../../serverEvents.ts';

/** Reports the start and the end of each request. The response body may still be in transit at the end. */
export const reportRequests: MiddlewareHandler = async (c, next) => {
  publishEvent('requestStarted', {});
  const endTimer = startTimer('requestEnded');
  try {
    await next();
  } finally {
    const pageCode = c.get('maintenanceRetryAfter') === undefined ? null : 'maintenance';
    const code = c.get('problemCode') ?? pageCode;
    endTimer?.({ method: c.req.method, route: routePath(c), status: c.res.status, code });
  }
};
