import { Hono, type Context, type MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { Problem } from '#core/contract/problem.ts';
import type { Config } from '#server/platform/config/config.ts';
import { registerErrorHandlers } from '#server/platform/http/errorHandlers.ts';
import { registerMiddleware } from '#server/api/middleware.ts';
import { formatRatesXml } from '#server/api/exports/ratesXml.ts';
import { limitFormBody, createReturnRoutes } from '#server/api/merchant/merchantReturn.ts';
import { MERCHANT_PAGE_PATH } from '#server/api/merchant/merchantOrder.ts';
import { createProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import type { BackendClient } from './backendClient.ts';
import { markBackendMaintenance } from './backendMaintenance.ts';

/** Creates the app for API_ORIGIN: our pages, and the backend's API, exports and merchant. No database. */
export function createProxyApp(
  config: Config,
  log: Logger,
  backend: BackendClient,
  pages: MiddlewareHandler,
): Hono {
  const app = new Hono();
  registerMiddleware(app, config, log);
  for (const path of ['/api/*', '/front-api/*']) app.all(path, backend.forwardRequest);
  if (Object.keys(config.merchants).length > 0)
    app.all(`${MERCHANT_PAGE_PATH}*`, limitFormBody, backend.forwardRequest);
  app.route('/', createReturnRoutes());
  app.get('/rates.xml', c => forwardExport(c, backend, formatRatesXml([]), 'application/xml'));
  app.get('/rates.json', c => forwardExport(c, backend, JSON.stringify({ rates: [] }), 'application/json'));
  // The status of this server only: it must keep running while the backend is unreachable.
  for (const path of ['/healthz', '/livez']) app.get(path, c => c.json({ status: 'ok' }));
  app.use(markBackendMaintenance(backend), pages);
  registerErrorHandlers(app, log);
  return app;
}

/** Default Retry-After of a failed export, seconds. */
const EXPORT_RETRY_SECONDS = 60;

/**
 * Forwards the backend's export. During maintenance it is a valid empty one. Other failures return an error status:
 * monitoring sites would read an empty export as an exchange without pairs.
 */
async function forwardExport(
  c: Context,
  backend: BackendClient,
  emptyBody: string,
  contentType: string,
): Promise<Response> {
  const response = await backend.forwardRequest(c);
  if (response.ok || response.status === 304) return response;
  const { status, headers } = response;
  const parsed = v.safeParse(Problem, await response.json().catch(() => null));
  if (status === 503 && parsed.success && parsed.output.code === 'maintenance')
    return c.body(emptyBody, 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
  c.header('Cache-Control', 'no-store');
  if (status === 404) throw notFoundProblem;
  const retryAfter = Number(headers.get('retry-after')) || EXPORT_RETRY_SECONDS;
  if (status === 429) throw createProblem(429, 'too_many_requests', { retryAfter });
  throw status === 504
    ? createProblem(504, 'timeout', { retryAfter })
    : createProblem(502, 'server_error', { retryAfter });
}
