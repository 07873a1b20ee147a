import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config/config.ts';
import { isComplete } from './http/response/commonHeaders.ts';
import { publishEvent, startTimer } from './serverEvents.ts';

/** Creates the log: one JSON line per event, to stdout or `destination`. Lines never contain client input. */
export function createLogger(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: serializeError },
  };
  return pino(options, destination ?? (output ??= createOutput()));
}

let output: DestinationStream | undefined;
/** Writes the lines of one turn of the event loop to stdout with one system call, also before the process exits. */
function createOutput(): DestinationStream {
  const stdout = pino.destination({ dest: 1, sync: true });
  let lines = '';
  const writeLines = () => {
    stdout.write(lines);
    lines = '';
  };
  process.on('exit', writeLines);
  return {
    write(line) {
      if (lines === '') setImmediate(writeLines);
      lines += line;
    },
  };
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

/** Logs and counts each request. The response body may still be in transit at its end. */
export function logRequests(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const { id, end } = startRequest(log);
    c.set('requestId', id);
    c.set('baseHeaders', { 'X-Request-Id': id });
    await next();
    if (!isComplete(c)) c.res.headers.set('X-Request-Id', id);
    const pageCode = c.get('maintenanceRetryAfter') === undefined ? null : 'maintenance';
    end(c.req.method, routePath(c), c.res.status, c.get('problemCode') ?? pageCode);
  };
}

/** Starts a request. `end` logs it: method, route pattern (a path may identify a person), status, milliseconds. */
export function startRequest(log: Logger) {
  const id = randomUUID();
  const startedAt = performance.now();
  publishEvent('requestStarted', {});
  const endTimer = startTimer('requestEnded');
  const end = (method: string, route: string, status: number, code: string | null = null) => {
    endTimer?.({ method, route, status, code });
    const line = { id, method, route, status, ms: Math.round(performance.now() - startedAt) };
    // Health checks come every few seconds; successful ones are only for debugging.
    if ((route === '/healthz' || route === '/livez') && status === 200) log.debug(line, 'request');
    else log[status >= 500 && status !== 503 ? 'error' : 'info'](line, 'request');
  };
  return { id, end };
}
