import type { Hono, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import type { Config } from '#server/platform/config/config.ts';
import { refuseForeignRequests } from '#server/platform/http/request/refuseForeignRequests.ts';
import { admitUpload } from '#server/platform/files/admitUpload.ts';
import { limitBody } from '#server/platform/http/request/bodyLimits.ts';
import { identifyClient } from '#server/platform/http/request/identifyClient.ts';
import { refuseNul } from '#server/platform/http/request/refuseNul.ts';
import { reportRequests } from '#server/platform/http/request/requestEvents.ts';
import { logRequests } from '#server/platform/logger.ts';
import { createCommonHeaders } from '#server/platform/http/response/commonHeaders.ts';
import { setHeaders } from '#server/platform/http/response/setHeaders.ts';
import { listApiResources } from './resources.ts';

/** Maximum size of a JSON body, bytes. */
const MAX_JSON_BODY_BYTES = 64 * 1024;

const EXPOSED_HEADERS = ['ETag', 'Retry-After', 'X-Request-Id'];

const answerPreflight = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  allowHeaders: [
    'Content-Type',
    'Idempotency-Key',
    'X-Claim-Secret',
    'X-Verification-Device',
    'X-Verification-Token',
  ],
  exposeHeaders: EXPOSED_HEADERS,
  maxAge: 7200,
});

/** CORS for calls of widgets on partners' pages: any origin, no cookies. */
const publicCors: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'OPTIONS') return answerPreflight(c, next);
  await next();
  setHeaders(c, {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(),
  });
};

/**
 * Adds the middleware of all requests: log line, client address, common headers, the refusals of a demo and of NUL,
 * CORS and body limits of the API.
 */
export function registerMiddleware(app: Hono, config: Config, log: Logger): void {
  if (config.metrics) app.use(reportRequests);
  app.use(logRequests(log), identifyClient(config), addMissingHeaders(config));
  if (config.operator === 'demo') app.use(refuseForeignRequests);
  for (const path of ['/api/*', '/front-api/*']) app.use(path, setApiHeaders(config), refuseNul);
  for (const { prefixes, cors, uploadPaths } of listApiResources(config))
    for (const prefix of prefixes) {
      if (cors === 'any') app.use(`${prefix}*`, publicCors);
      for (const path of uploadPaths)
        // Also without the trailing slash: a backend behind API_ORIGIN may use either.
        for (const uploadPath of [prefix + path, (prefix + path).replace(/\/$/, '')])
          app.post(uploadPath, markUpload);
    }
  for (const path of ['/api/*', '/front-api/*'])
    app.use(path, (c, next) => (c.var.acceptsUpload ? admitUpload : limitJsonBody)(c, next));
}

const markUpload: MiddlewareHandler = async (c, next) => {
  c.set('acceptsUpload', true);
  await next();
};

/** Adds the common headers to responses that lack them. */
function addMissingHeaders(config: Config): MiddlewareHandler {
  const commonHeaders = Object.entries(createCommonHeaders(config));
  return async (c, next) => {
    await next();
    setHeaders(c, Object.fromEntries(commonHeaders.filter(([name]) => !c.res.headers.has(name))));
  };
}

const limitJsonBody = limitBody(MAX_JSON_BODY_BYTES);

/** Sets headers of API responses: they cannot be rendered as a document, and are cached only if the route allows it. */
function setApiHeaders(config: Config): MiddlewareHandler {
  const headers = {
    ...createCommonHeaders(config),
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  };
  return async (c, next) => {
    await next();
    setHeaders(c, headers);
    if (!c.res.headers.has('Cache-Control')) setHeaders(c, { 'Cache-Control': 'no-store' });
  };
}
