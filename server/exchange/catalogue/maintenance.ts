import type { MiddlewareHandler } from 'hono';
import type { ClaimAction } from '#core/claim/status.ts';
import type { MaintenanceStatus } from '#core/contract/siteSettings.ts';
import type { ExchangeContext } from '../context.ts';
import { createProblem } from '#server/platform/http/problem.ts';

/** Retry-After during maintenance without an announced end, seconds. */
export const MAINTENANCE_RETRY_SECONDS = 60;

/**
 * Actions on a claim that stay available during maintenance: evidence of a payment, which moves no money. The payment
 * window continues, so a client who has paid must be able to report it.
 */
export const MAINTENANCE_CLAIM_ACTIONS: readonly ClaimAction[] = ['confirm', 'bill'];

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
export function markMaintenance({ catalogue, now }: ExchangeContext): MiddlewareHandler {
  return (c, next) => {
    const retryAfter = getMaintenanceRetryAfter(catalogue.getMaintenance(), now());
    if (retryAfter !== undefined) c.set('maintenanceRetryAfter', retryAfter);
    return next();
  };
}

/**
 * Returns 503 during maintenance, except for requests to `openPaths` without a pair. A path segment that begins with
 * `:` matches any text, and `*` at the end any path.
 */
export function rejectDuringMaintenance(
  { catalogue, now }: ExchangeContext,
  openPaths: readonly string[],
): MiddlewareHandler {
  const openPatterns = openPaths.map(
    path => new RegExp(`^${path.replace(/\/$/, '').replace(/\*$/, '.*').replace(/:\w+/g, '[^/]+')}/?$`),
  );
  return async (c, next) => {
    const retryAfter = getMaintenanceRetryAfter(catalogue.getMaintenance(), now());
    if (retryAfter === undefined) return next();
    // With cur_from or cur_to the settings contain a course, which is not available during maintenance.
    const hasPairQuery = c.req.query('cur_from') !== undefined || c.req.query('cur_to') !== undefined;
    if (!hasPairQuery && openPatterns.some(pattern => pattern.test(c.req.path))) return next();
    throw createProblem(503, 'maintenance', { retryAfter });
  };
}
