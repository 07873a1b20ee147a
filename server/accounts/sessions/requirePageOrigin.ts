import type { MiddlewareHandler } from 'hono';
import type { Config } from '#server/platform/config/config.ts';
import { createProblem } from '#server/platform/http/problem.ts';

/** Returns 403 for a request from a page of another origin. Browsers send Origin with every POST. */
export function requirePageOrigin({ pageOrigins }: Pick<Config, 'pageOrigins'>): MiddlewareHandler {
  return async (c, next) => {
    if (!pageOrigins.includes(c.req.header('origin') ?? '')) throw createProblem(403, 'origin_forbidden');
    await next();
  };
}
