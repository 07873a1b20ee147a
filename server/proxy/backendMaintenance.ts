import type { MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { MaintenanceStatus } from '#core/contract/siteSettings.ts';
import { getMaintenanceRetryAfter } from '#server/exchange/catalogue/maintenance.ts';
import type { BackendClient } from './backendClient.ts';

/** How long a status is fresh, and how long it may then still be used while it is refreshed, milliseconds. */
const MAINTENANCE_FRESH_MS = 2_000;
const MAINTENANCE_STALE_MS = 3_000;

/** Timeout of the status request, milliseconds. */
const MAINTENANCE_TIMEOUT_MS = 500;

/** Paths of files: scripts, styles, images, the widget. */
const FILE_PATH_PATTERN = /\.\w+$/;

/**
 * Sets `maintenanceRetryAfter` for the web host while the backend is in maintenance. A backend that does not respond
 * counts as open: the pages themselves report that it is unreachable.
 */
export function markBackendMaintenance(
  backend: BackendClient,
  now: () => number = Date.now,
): MiddlewareHandler {
  let cached: { tech: MaintenanceStatus | null; at: number } | null = null;
  let pendingCheck: Promise<void> | null = null;

  async function checkBackend(clientAddress: string) {
    const parsed = v.safeParse(
      MaintenanceStatus,
      await backend.fetchJson('/api/v1/calculator/tech/', clientAddress, MAINTENANCE_TIMEOUT_MS),
    );
    cached = { tech: parsed.success ? parsed.output : null, at: now() };
    pendingCheck = null;
  }

  return async (c, next) => {
    // Files do not change during maintenance, and must not wait for the backend.
    if (FILE_PATH_PATTERN.test(c.req.path)) return next();
    const ageMs = cached ? now() - cached.at : Infinity;
    if (ageMs > MAINTENANCE_FRESH_MS) pendingCheck ??= checkBackend(c.var.clientAddress);
    // Only a missing or stale status delays the request; a recent one is refreshed in the background.
    if (ageMs > MAINTENANCE_FRESH_MS + MAINTENANCE_STALE_MS) await pendingCheck;
    const retryAfter = cached?.tech ? getMaintenanceRetryAfter(cached.tech, now()) : undefined;
    if (retryAfter !== undefined) c.set('maintenanceRetryAfter', retryAfter);
    await next();
  };
}
