import { Hono, type MiddlewareHandler } from 'hono';
import type { ServerContext } from './context.ts';
import { createExportRoutes } from './exports/exportRoutes.ts';
import { createHealthRoutes } from './http/health.ts';
import { registerErrorHandlers } from './http/errorHandlers.ts';
import { markMaintenance } from './http/maintenance.ts';
import { registerMiddleware } from './http/middleware.ts';
import { createMerchantPages } from './merchant/merchantRoutes.ts';
import { mountResources } from './routes/mountResources.ts';
import { createOpenApiHandler } from './openapi/openapi.ts';
import { listApiResources } from './routes/resources.ts';

/** The exchange as one Hono app: API, OpenAPI, rate exports, health checks and, if given, the web host's `pages`. */
export function createApp(context: ServerContext, pages?: MiddlewareHandler): Hono {
  const { config, log } = context;
  const app = new Hono();
  registerMiddleware(app, config, log, listApiResources(config));
  mountResources(app, context);
  app.route(
    '/',
    createMerchantPages(context, (path, init) => app.request(path, init)),
  );
  app.get('/api/openapi.json', createOpenApiHandler(app, config.publicOrigin));
  app.route('/', createExportRoutes(context));
  app.route('/', createHealthRoutes(context));

  for (const path of ['/api/*', '/front-api/*']) app.all(path, c => c.notFound());
  if (pages) app.use(markMaintenance(context), pages);
  registerErrorHandlers(app, log);
  return app;
}
