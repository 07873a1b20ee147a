import type { MiddlewareHandler } from 'hono';
import type { Config } from '../../config.ts';
import { sendProblem } from '../../http/problemResponse.ts';

/** Returns 403 for a request from a page of another origin. Browsers send Origin with every POST. */
export function requirePageOrigin({ pageOrigins }: Pick<Config, 'pageOrigins'>): MiddlewareHandler {
  return (c, next) =>
    pageOrigins.includes(c.req.header('origin') ?? '')
      ? next()
      : Promise.resolve(sendProblem(c, 403, 'origin_forbidden'));
}
