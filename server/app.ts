import { Hono, type MiddlewareHandler } from 'hono';
import { describeRoute } from 'hono-openapi';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { ServerContext } from './context.ts';
import { createExportRoutes } from './exports/exportRoutes.ts';
import { registerErrorHandlers } from './http/errorHandlers.ts';
import { markMaintenance } from './http/maintenance.ts';
import { registerMiddleware } from './http/middleware.ts';
import { sendProblem } from './http/problemResponse.ts';
import { createMerchantPages } from './merchant/merchantRoutes.ts';
import { mountResources } from './routes/mountResources.ts';
import { createOpenApiHandler } from './routes/openapi.ts';
import { describeJson } from './routes/openapiDocs.ts';
import { listApiResources } from './routes/resources.ts';

/** The exchange as one Hono app: API, OpenAPI, rate exports, health check and, if given, the web host's `pages`. */
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
  app.get('/healthz', healthDocs, async c => {
    try {
      await sql`select 1`.execute(context.db);
      return c.json({ status: 'ok' });
    } catch (error) {
      log.error({ err: error }, 'the database does not respond');
      return c.json({ status: 'database' }, 503);
    }
  });

  for (const path of ['/api/*', '/front-api/*']) app.all(path, c => sendProblem(c, 404, 'not_found'));
  if (pages) app.use(markMaintenance(context), pages);
  registerErrorHandlers(app, log);
  return app;
}

const healthDocs = describeRoute({
  summary: 'Get whether the server and its database respond',
  tags: ['server'],
  responses: {
    200: describeJson(
      v.object({ status: v.pipe(v.literal('ok'), v.description('Always `ok`')) }),
      'Both respond',
    ),
    503: { description: 'The database does not respond' },
  },
});
