import type { Hono, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { isUpload, MAX_UPLOAD, refusedFile } from './files/upload.ts';
import { identify } from './limits.ts';
import { requests } from './log.ts';
import { problem } from './problem.ts';
import { common } from './web/policy.ts';

/** A JSON body may have this many bytes. */
const MAX_BODY = 64 * 1024;

/** Calls that a widget on anybody's page makes, so any origin may; without cookies. */
export const openToAll = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  allowHeaders: [
    'Content-Type',
    'Idempotency-Key',
    'X-Claim-Secret',
    'X-Verification-Device',
    'X-Verification-Token',
  ],
  exposeHeaders: ['ETag', 'Retry-After', 'X-Request-Id'],
  maxAge: 7200,
});

/** What every request goes through, whoever answers it: its line in the log, who asks, the headers and limits of the API. */
export function entrance(app: Hono, config: Config, log: Logger): void {
  app.use(requests(log), identify(config), completed(config));
  for (const path of ['/api/*', '/front-api/*']) app.use(path, apiHeaders(config));
  for (const path of ['v1/calculator', 'v1/claim', 'v1/verify', 'v2/verify'])
    app.use(`/api/${path}/*`, openToAll);
  for (const path of ['/api/*', '/front-api/*'])
    app.use(path, (c, next) => (isUpload(c.req.method, c.req.path) ? large : small)(c, next));
}

/** No answer goes without what every answer has: redirects, refusals, exports, what another server gave. */
function completed(config: Config): MiddlewareHandler {
  const all = Object.entries(common(config));
  return async (c, next) => {
    await next();
    for (const [name, value] of all) if (!c.res.headers.has(name)) c.header(name, value);
  };
}

const small = bodyLimit({ maxSize: MAX_BODY, onError: c => problem(c, 413, 'body_too_large') });
const large = bodyLimit({ maxSize: MAX_UPLOAD, onError: c => c.json(refusedFile('file_size').body, 400) });

/** Answers are nobody's document and, unless a route says so, nobody's to keep. */
function apiHeaders(config: Config): MiddlewareHandler {
  const all = {
    ...common(config),
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  };
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(all)) c.header(name, value);
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  };
}
