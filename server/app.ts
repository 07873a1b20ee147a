import { Hono, type Context, type MiddlewareHandler } from 'hono';
import type { ServerContext } from './notifications/context.ts';
import { createExportRoutes } from '#server/api/exports/exportRoutes.ts';
import { createHealthRoutes } from '#server/platform/http/health.ts';
import { registerErrorHandlers } from '#server/platform/http/errorHandlers.ts';
import { markMaintenance } from '#server/exchange/catalogue/maintenance.ts';
import { registerMiddleware } from '#server/api/middleware.ts';
import { createMerchantPages } from '#server/api/merchant/merchantRoutes.ts';
import { mountResources } from '#server/api/mountResources.ts';
import { createOpenApiHandler } from '#server/api/openapi/openapi.ts';
import type { ParentBinding } from '#server/platform/http/response/responseCache.ts';
import { createPreloadedScript, WIDGET_SCRIPT_PATH } from '#server/web/preloadedScript.ts';

/** The exchange as one Hono app: API, OpenAPI, rate exports, health checks and, if given, the web host's `pages`. */
export function createApp(context: ServerContext, pages?: MiddlewareHandler): Hono {
  const { config, log } = context;
  const app = new Hono();
  registerMiddleware(app, config, log);
  mountResources(app, context);
  app.route(
    '/',
    createMerchantPages(context, (path, init) => app.request(path, init)),
  );
  app.get('/api/openapi.json', createOpenApiHandler(app, config.publicOrigin));
  app.route('/', createExportRoutes(context));
  app.route('/', createHealthRoutes(context));

  for (const path of ['/api/*', '/front-api/*']) app.all(path, c => c.notFound());
  if (pages) {
    const requestSettings = (path: string, c: Context) => {
      const headers = new Headers(c.req.raw.headers);
      headers.delete('accept-encoding');
      return app.request(path, { headers }, { ...(c.env as object), parent: c } satisfies ParentBinding);
    };
    app.get(WIDGET_SCRIPT_PATH, createPreloadedScript(context, requestSettings));
    app.use(markMaintenance(context), pages);
  }
  registerErrorHandlers(app, log);
  return app;
}
