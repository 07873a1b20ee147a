import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import { sql } from 'kysely';
import * as v from 'valibot';
import { isIdempotencyKey, isIdempotencyKeyUsed } from './claims/idempotency.ts';
import type { ServerContext } from './context.ts';
import { registerMiddleware, publicCors } from './http/middleware.ts';
import { createExportRoutes } from './exports/exportRoutes.ts';
import {
  limitRequests,
  createTokenBucket,
  createCalculatorBudget,
  createUploadBudget,
  createClaimBudget,
} from './http/rateLimits.ts';
import { createMerchantRoutes } from './merchant/merchantRoutes.ts';
import { sendProblem } from './http/problemResponse.ts';
import { createCalculatorRoutes } from './routes/calculator.ts';
import { createClaimRoutes } from './routes/claim.ts';
import { createOpenApiHandler } from './routes/openapi.ts';
import { createVerificationRoutes } from './routes/verification.ts';
import { createSimulatorRoutes } from './simulator/simulatorRoutes.ts';

/** While the exchange is closed: ask again in this many seconds, unless it is known when it opens. */
const MAINTENANCE_RETRY_SECONDS = 60;

/** The whole exchange as one handler: API, its description, the probe and, when given, the web host's `pages`. */
export function createApp(context: ServerContext, pages?: MiddlewareHandler): Hono {
  const { config, log, now } = context;
  const app = new Hono();
  registerMiddleware(app, config, log);
  app.use(
    '/api/v1/calculator/*',
    limitRequests(createTokenBucket(createCalculatorBudget(config.limits), now)),
  );
  for (const path of ['/api/v1/*', '/api/v2/*']) app.use(path, rejectDuringMaintenance(context));
  const limitUploads = limitRequests(createTokenBucket(createUploadBudget(config.limits), now));
  for (const path of ['v1/claim/:id/bill', 'v1/verify/upload', 'v2/verify/upload'])
    app.post(`/api/${path}/`, limitUploads);
  // Who did not hear the answer and asks again has to learn that the claim exists.
  const isIdempotentRetry = async (c: Context) => {
    const key = c.req.header('idempotency-key');
    return key !== undefined && isIdempotencyKey(key) && isIdempotencyKeyUsed(context.db, 'claim', key);
  };
  app.post(
    '/api/v1/claim/',
    limitRequests(createTokenBucket(createClaimBudget(config.limits), now), isIdempotentRetry),
  );

  // With a slash at its end, or a table's '/' would answer to the address without one only.
  app.route('/api/v1/calculator/', createCalculatorRoutes(context));
  app.route('/api/v1/claim/', createClaimRoutes(context));
  for (const path of ['/api/v1/verify/', '/api/v2/verify/'])
    app.route(path, createVerificationRoutes(context));
  app.route(
    '/',
    createMerchantRoutes(context, (path, init) => app.request(path, init)),
  );
  if (config.operator === 'demo') {
    app.use('/api/v1/simulator/*', publicCors);
    app.route('/api/v1/simulator/', createSimulatorRoutes(context));
  }
  app.get('/api/openapi.json', createOpenApiHandler(app, config.publicOrigin));
  app.route('/', createExportRoutes(context));
  app.get('/healthz', healthDocs, async c => {
    try {
      await sql`select 1`.execute(context.db);
      return c.json({ status: 'ok' });
    } catch (error) {
      log.error({ err: error }, 'the database does not answer');
      return c.json({ status: 'database' }, 503);
    }
  });

  for (const path of ['/api/*', '/front-api/*']) app.all(path, c => sendProblem(c, 404, 'not_found'));
  if (pages) app.use(markMaintenance(context), pages);
  app.notFound(c => sendProblem(c, 404, 'not_found'));
  app.onError((error, c) => {
    log.error({ err: error, id: c.var.requestId }, 'a request failed');
    return sendProblem(c, 500, 'server_error');
  });
  return app;
}

const healthDocs = describeRoute({
  summary: 'Whether the server and its database answer',
  tags: ['server'],
  responses: {
    200: {
      description: 'Both do',
      content: { 'application/json': { schema: resolver(v.object({ status: v.literal('ok') })) } },
    },
    503: { description: 'The database does not' },
  },
});

declare module 'hono' {
  interface ContextVariableMap {
    /** While the exchange is closed for maintenance: ask again in this many seconds. */
    maintenanceRetryAfter?: number;
  }
}

/** In how many seconds to ask again, while the exchange is closed for maintenance; undefined while it is open. */
function getMaintenanceRetryAfter({ catalogue, now }: ServerContext): number | undefined {
  const { tech, until } = catalogue.getMaintenance();
  if (!tech) return undefined;
  return Math.max(1, until ? Math.ceil((Date.parse(until) - now()) / 1000) : MAINTENANCE_RETRY_SECONDS);
}

/** Lets the web host know that the exchange is closed. */
function markMaintenance(context: ServerContext): MiddlewareHandler {
  return async (c, next) => {
    const retryAfter = getMaintenanceRetryAfter(context);
    if (retryAfter !== undefined) c.set('maintenanceRetryAfter', retryAfter);
    await next();
  };
}

/** Closed for maintenance, only what says so, the chat and the settings without a pair are answered. */
function rejectDuringMaintenance(context: ServerContext): MiddlewareHandler {
  const openPaths = new Set(['tech', 'chat', 'settings'].map(name => `/api/v1/calculator/${name}`));
  return async (c, next) => {
    const retryAfter = getMaintenanceRetryAfter(context);
    // With cur_from or cur_to the settings carry a course, and there is none now.
    const hasPairQuery = c.req.query('cur_from') !== undefined || c.req.query('cur_to') !== undefined;
    if (retryAfter === undefined || (openPaths.has(c.req.path.replace(/\/$/, '')) && !hasPairQuery))
      return next();
    return sendProblem(c, 503, 'maintenance', retryAfter);
  };
}
