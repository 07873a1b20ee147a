import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config/config.ts';

/** Creates the log: one JSON line per event, to stdout or `destination`. Lines never contain client input. */
export function createLogger(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: serializeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Selects the properties of an error to log. Others are dropped: a database's `detail` repeats the refused row. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return {
    name,
    message,
    ...code,
    stack,
    ...(cause === undefined ? {} : { cause: serializeError(cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(serializeError) }),
  };
}

/** Logs each request: method, route pattern (a path may identify a person), status, milliseconds. */
export function logRequests(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const startedAt = performance.now();
    const id = randomUUID();
    c.set('requestId', id);
    c.set('baseHeaders', { 'X-Request-Id': id });
    await next();
    if (c.res !== c.get('completeResponse')) c.res.headers.set('X-Request-Id', id);
    const { status } = c.res;
    const route = routePath(c);
    const line = { id, method: c.req.method, route, status, ms: Math.round(performance.now() - startedAt) };
    // Health checks come every few seconds; successful ones are only for debugging.
    if ((route === '/healthz' || route === '/livez') && status === 200) log.debug(line, 'request');
    else log[status >= 500 && status !== 503 ? 'error' : 'info'](line, 'request');
  };
}
