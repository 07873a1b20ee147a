import type { Hono, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { isUploadRequest, MAX_UPLOAD_BYTES, createFileProblem } from '../files/parseUpload.ts';
import { identifyClient } from './rateLimits.ts';
import { logRequests } from '../logger.ts';
import { sendProblem } from './problemResponse.ts';
import { createCommonHeaders } from '../web/securityHeaders.ts';

/** A JSON body may have this many bytes. */
const MAX_JSON_BODY_BYTES = 64 * 1024;

/** Calls that a widget on anybody's page makes, so any origin may; without cookies. */
export const publicCors = cors({
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
export function registerMiddleware(app: Hono, config: Config, log: Logger): void {
  app.use(logRequests(log), identifyClient(config), addMissingHeaders(config));
  for (const path of ['/api/*', '/front-api/*']) app.use(path, setApiHeaders(config));
  for (const path of ['v1/calculator', 'v1/claim', 'v1/verify', 'v2/verify'])
    app.use(`/api/${path}/*`, publicCors);
  for (const path of ['/api/*', '/front-api/*'])
    app.use(path, (c, next) =>
      (isUploadRequest(c.req.method, c.req.path) ? limitUploadBody : limitJsonBody)(c, next),
    );
}

/** No answer goes without what every answer has: redirects, refusals, exports, what another server gave. */
function addMissingHeaders(config: Config): MiddlewareHandler {
  const commonHeaders = Object.entries(createCommonHeaders(config));
  return async (c, next) => {
    await next();
    for (const [name, value] of commonHeaders) if (!c.res.headers.has(name)) c.header(name, value);
  };
}

const limitJsonBody = bodyLimit({
  maxSize: MAX_JSON_BODY_BYTES,
  onError: c => sendProblem(c, 413, 'body_too_large'),
});
const limitUploadBody = bodyLimit({
  maxSize: MAX_UPLOAD_BYTES,
  onError: c => c.json(createFileProblem('file_size').body, 400),
});

/** Answers are nobody's document and, unless a route says so, nobody's to keep. */
function setApiHeaders(config: Config): MiddlewareHandler {
  const headers = {
    ...createCommonHeaders(config),
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  };
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  };
}
