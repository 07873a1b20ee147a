import type { MiddlewareHandler } from 'hono';
import type { MaintenanceStatus } from '#core/contract/siteSettings.ts';
import type { ServerContext } from '../context.ts';
import { sendProblem } from './problemResponse.ts';

/** Retry-After during maintenance without a known end, seconds. */
export const MAINTENANCE_RETRY_SECONDS = 60;

/**
 * Seconds until the end of maintenance (Retry-After, at least 1); undefined while the exchange is open. `now` in ms.
 */
export function getMaintenanceRetryAfter(
  { tech, until }: MaintenanceStatus,
  now: number,
): number | undefined {
  if (!tech) return undefined;
  return Math.max(1, until ? Math.ceil((Date.parse(until) - now) / 1000) : MAINTENANCE_RETRY_SECONDS);
}

/** Sets `maintenanceRetryAfter` for the web host. */
export function markMaintenance({ catalogue, now }: ServerContext): MiddlewareHandler {
  return async (c, next) => {
    const retryAfter = getMaintenanceRetryAfter(catalogue.getMaintenance(), now());
    if (retryAfter !== undefined) c.set('maintenanceRetryAfter', retryAfter);
    await next();
  };
}

/** Returns 503 during maintenance, except for requests to `openPaths` that ask for no pair. */
export function rejectDuringMaintenance(
  { catalogue, now }: ServerContext,
  openPaths: readonly string[],
): MiddlewareHandler {
  const openPathSet = new Set(openPaths);
  return async (c, next) => {
    const retryAfter = getMaintenanceRetryAfter(catalogue.getMaintenance(), now());
    // With cur_from or cur_to the settings contain a course, and there is none during maintenance.
    const hasPairQuery = c.req.query('cur_from') !== undefined || c.req.query('cur_to') !== undefined;
    if (retryAfter === undefined || (openPathSet.has(c.req.path.replace(/\/$/, '')) && !hasPairQuery))
      return next();
    return sendProblem(c, 503, 'maintenance', retryAfter);
  };
}
