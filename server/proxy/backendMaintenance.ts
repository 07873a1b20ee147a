import type { MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { MaintenanceStatus } from '#core/contract/calculator.ts';
import { getMaintenanceRetryAfter } from '../http/maintenance.ts';
import type { BackendClient } from './backendClient.ts';

/** Milliseconds: the backend's word is good for this long, and this much longer while it is asked again. */
const MAINTENANCE_FRESH_MS = 2_000;
const MAINTENANCE_STALE_MS = 3_000;

/** It is waited for this long, milliseconds. */
const MAINTENANCE_TIMEOUT_MS = 500;

/** What has no page: scripts, styles, pictures, the widget. */
const FILE_PATH_PATTERN = /\.\w+$/;

/**
 * Lets the web host know that the exchange behind us is closed for maintenance. A backend that does not answer counts as
 * open: its pages are there, and say themselves that it is away.
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
    // A file is the same in maintenance, and nobody's script waits for a backend.
    if (FILE_PATH_PATTERN.test(c.req.path)) return next();
    const ageMs = cached ? now() - cached.at : Infinity;
    if (ageMs > MAINTENANCE_FRESH_MS) pendingCheck ??= checkBackend(c.var.clientAddress);
    // Who comes first, or after a while, waits; among many it is the last word meanwhile.
    if (ageMs > MAINTENANCE_FRESH_MS + MAINTENANCE_STALE_MS) await pendingCheck;
    const retryAfter = cached?.tech ? getMaintenanceRetryAfter(cached.tech, now()) : undefined;
    if (retryAfter !== undefined) c.set('maintenanceRetryAfter', retryAfter);
    await next();
  };
}
