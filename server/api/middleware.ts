import type { Hono, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import type { Config } from '#server/platform/config/config.ts';
import { refuseForeignRequests } from '#server/platform/http/request/refuseForeignRequests.ts';
import { admitUpload } from '#server/platform/files/admitUpload.ts';
import { limitBody } from '#server/platform/http/request/bodyLimits.ts';
import { identifyClient } from '#server/platform/http/request/identifyClient.ts';
import { refuseNul } from '#server/platform/http/request/refuseNul.ts';
import { logRequests } from '#server/platform/logger.ts';
import {
  addBaseHeaders,
  createCommonHeaders,
  isComplete,
  type ResponseHeaders,
} from '#server/platform/http/response/commonHeaders.ts';
import { cacheResponses } from '#server/platform/http/response/responseCache.ts';
import { listApiResources } from './resources.ts';

/** Maximum size of a JSON body, bytes. */
const MAX_JSON_BODY_BYTES = 64 * 1024;

/** CORS for calls of widgets on partners' pages: any origin, no cookies. Answers the browser's question. */
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
  maxAge: 7200,
});

const CORS_HEADERS: ResponseHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag,Retry-After,X-Request-Id',
};

const allowAnyOrigin: MiddlewareHandler = (c, next) => {
  Object.assign(c.get('baseHeaders'), CORS_HEADERS);
  return c.req.method === 'OPTIONS' ? answerPreflight(c, next) : next();
};

/**
 * Adds the middleware of all requests: log line, client address, common headers, the refusals of a demo and of NUL,
 * CORS and body limits of the API.
 */
export function registerMiddleware(app: Hono, config: Config, log: Logger): void {
  // A demo inspects the headers of every request.
  if (config.operator !== 'demo') cacheResponses(app, config, log);
  app.use(logRequests(log), setBaseHeaders(config), identifyClient(config));
  if (config.operator === 'demo') app.use(refuseForeignRequests);
  for (const path of ['/api/*', '/front-api/*']) app.use(path, setApiHeaders, refuseNul);
  for (const { prefixes, cors, uploadPaths = [] } of listApiResources(config))
    for (const prefix of prefixes) {
      if (cors === 'any') app.use(`${prefix}*`, allowAnyOrigin);
      for (const path of uploadPaths)
        // Also without the trailing slash: a backend behind API_ORIGIN may use either.
        for (const uploadPath of [prefix + path, (prefix + path).replace(/\/$/, '')])
          app.post(uploadPath, markUpload);
    }
  for (const path of ['/api/*', '/front-api/*'])
    app.use(path, (c, next) => {
      // Asking for the body makes a whole Request of it.
      if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
      return (c.get('acceptsUpload') ? admitUpload : limitJsonBody)(c, next);
    });
}

const markUpload: MiddlewareHandler = async (c, next) => {
  c.set('acceptsUpload', true);
  await next();
};

/** Adds the common headers to responses that lack them. */
function setBaseHeaders(config: Config): MiddlewareHandler {
  const commonHeaders = createCommonHeaders(config);
  return async (c, next) => {
    Object.assign(c.get('baseHeaders'), commonHeaders);
    await next();
    addBaseHeaders(c, { replaces: false });
  };
}

const limitJsonBody = limitBody(MAX_JSON_BODY_BYTES);

/** Sets headers of API responses: they cannot be rendered as a document, and are cached only if the route allows it. */
const setApiHeaders: MiddlewareHandler = async (c, next) => {
  c.get('baseHeaders')['Content-Security-Policy'] = "default-src 'none'; frame-ancestors 'none'";
  await next();
  addBaseHeaders(c, { replaces: true });
  if (!isComplete(c) && !c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
};
