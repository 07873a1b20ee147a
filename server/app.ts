import { Hono, type Context as Call, type MiddlewareHandler } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import { sql } from 'kysely';
import * as v from 'valibot';
import { isKey, isKnown } from './claims/idempotency.ts';
import type { Context } from './context.ts';
import { entrance, openToAll } from './entrance.ts';
import { exports } from './exports/routes.ts';
import * as limits from './limits.ts';
import { merchant } from './merchant/routes.ts';
import { problem } from './problem.ts';
import { calculator } from './routes/calculator.ts';
import { claim } from './routes/claim.ts';
import { openapi } from './routes/openapi.ts';
import { verification } from './routes/verification.ts';
import { simulator } from './simulator/routes.ts';

/** While the exchange is closed: ask again in this many seconds, unless it is known when it opens. */
const MAINTENANCE_RETRY = 60;

/** The whole exchange as one handler: API, its description, the probe and, when given, the web host's `pages`. */
export function app(context: Context, pages?: MiddlewareHandler): Hono {
  const { config, log, now } = context;
  const app = new Hono();
  entrance(app, config, log);
  app.use('/api/v1/calculator/*', limits.limit(limits.bucket(limits.calculatorBudget(config.limits), now)));
  for (const path of ['/api/v1/*', '/api/v2/*']) app.use(path, maintenance(context));
  const uploads = limits.limit(limits.bucket(limits.uploadBudget(config.limits), now));
  for (const path of ['v1/claim/:id/bill', 'v1/verify/upload', 'v2/verify/upload'])
    app.post(`/api/${path}/`, uploads);
  // Who did not hear the answer and asks again has to learn that the claim exists.
  const isRepeated = async (c: Call) => {
    const key = c.req.header('idempotency-key');
    return key !== undefined && isKey(key) && isKnown(context.db, 'claim', key);
  };
  app.post('/api/v1/claim/', limits.limit(limits.bucket(limits.claimBudget(config.limits), now), isRepeated));

  // With a slash at its end, or a table's '/' would answer to the address without one only.
  app.route('/api/v1/calculator/', calculator(context));
  app.route('/api/v1/claim/', claim(context));
  for (const path of ['/api/v1/verify/', '/api/v2/verify/']) app.route(path, verification(context));
  app.route(
    '/',
    merchant(context, (path, init) => app.request(path, init)),
  );
  if (config.operator === 'demo') {
    app.use('/api/v1/simulator/*', openToAll);
    app.route('/api/v1/simulator/', simulator(context));
  }
  app.get('/api/openapi.json', openapi(app, config.publicOrigin));
  app.route('/', exports(context));
  app.get('/healthz', health, async c => {
    try {
      await sql`select 1`.execute(context.db);
      return c.json({ status: 'ok' });
    } catch (error) {
      log.error({ err: error }, 'the database does not answer');
      return c.json({ status: 'database' }, 503);
    }
  });

  for (const path of ['/api/*', '/front-api/*']) app.all(path, c => problem(c, 404, 'not_found'));
  if (pages) app.use(says(context), pages);
  app.notFound(c => problem(c, 404, 'not_found'));
  app.onError((error, c) => {
    log.error({ err: error, id: c.var.requestId }, 'a request failed');
    return problem(c, 500, 'server_error');
  });
  return app;
}

const health = describeRoute({
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
    closed?: number;
  }
}

/** In how many seconds to ask again, while the exchange is closed for maintenance; undefined while it is open. */
function closedFor({ catalogue, now }: Context): number | undefined {
  const { tech, until } = catalogue.tech();
  if (!tech) return undefined;
  return Math.max(1, until ? Math.ceil((Date.parse(until) - now()) / 1000) : MAINTENANCE_RETRY);
}

/** Lets the web host know that the exchange is closed. */
function says(context: Context): MiddlewareHandler {
  return async (c, next) => {
    const left = closedFor(context);
    if (left !== undefined) c.set('closed', left);
    await next();
  };
}

/** Closed for maintenance, only what says so, the chat and the settings without a pair are answered. */
function maintenance(context: Context): MiddlewareHandler {
  const open = new Set(['tech', 'chat', 'settings'].map(name => `/api/v1/calculator/${name}`));
  return async (c, next) => {
    const left = closedFor(context);
    // With cur_from or cur_to the settings carry a course, and there is none now.
    const priced = c.req.query('cur_from') !== undefined || c.req.query('cur_to') !== undefined;
    if (left === undefined || (open.has(c.req.path.replace(/\/$/, '')) && !priced)) return next();
    return problem(c, 503, 'maintenance', left);
  };
}
