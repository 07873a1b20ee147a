import { Hono, type Context as Call, type MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { Problem } from '#core/contract/problem.ts';
import type { Config } from '../config.ts';
import { entrance } from '../entrance.ts';
import { xml } from '../exports/xml.ts';
import { limit, returns } from '../merchant/returns.ts';
import { PAGE } from '../merchant/order.ts';
import { problem } from '../problem.ts';
import type { Backend } from './backend.ts';
import { closed } from './closed.ts';

/** The front end before another exchange: its own pages, the backend's API, exports and merchant; no database. */
export function app(config: Config, log: Logger, backend: Backend, pages: MiddlewareHandler): Hono {
  const app = new Hono();
  entrance(app, config, log);
  for (const path of ['/api/*', '/front-api/*']) app.all(path, backend.forward);
  if (Object.keys(config.merchants).length > 0) app.all(`${PAGE}*`, limit, backend.forward);
  app.route('/', returns());
  app.get('/rates.xml', c => exported(c, backend, xml([]), 'application/xml'));
  app.get('/rates.json', c => exported(c, backend, JSON.stringify({ rates: [] }), 'application/json'));
  // Of this server alone: it is to be kept running while its backend is away.
  app.get('/healthz', c => c.json({ status: 'ok' }));
  app.use(closed(backend), pages);
  app.notFound(c => problem(c, 404, 'not_found'));
  app.onError((error, c) => {
    log.error({ err: error, id: c.var.requestId }, 'a request failed');
    return problem(c, 500, 'server_error');
  });
  return app;
}

/** A backend that gives no export is asked again in this many seconds, unless it says when. */
const RETRY = 60;

/**
 * The backend's export; a valid empty one while it is closed for maintenance, since nothing can be exchanged then. Why
 * there is none otherwise is told by the status: an empty one would be read as an exchange without a single pair.
 */
async function exported(c: Call, backend: Backend, empty: string, type: string): Promise<Response> {
  const answer = await backend.forward(c);
  if (answer.ok || answer.status === 304) return answer;
  const { status, headers } = answer;
  const said = v.safeParse(Problem, await answer.json().catch(() => null));
  if (status === 503 && said.success && said.output.code === 'maintenance')
    return c.body(empty, 200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  c.header('Cache-Control', 'no-store');
  if (status === 404) return problem(c, 404, 'not_found');
  const after = Number(headers.get('retry-after')) || RETRY;
  if (status === 429) return problem(c, 429, 'too_many_requests', after);
  return status === 504 ? problem(c, 504, 'timeout', after) : problem(c, 502, 'server_error', after);
}
