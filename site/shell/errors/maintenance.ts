import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { ApiClient } from '#core/api/client.ts';
import { toErrorCode } from '#core/api/apiError.ts';
import type { MaintenanceStatus } from '#core/contract/siteSettings.ts';
import type { LoadSiteSettings } from '../siteSettings.ts';

/** Interval of the check whether maintenance has ended. */
export const MAINTENANCE_POLL_INTERVAL_MS = 15_000;

const CLAIM_STATUS_PATH = /\/claim\/[^/]+\/status\/$/;

/** Whether the exchange is closed for maintenance, by the latest response. */
export interface Maintenance {
  isClosed: ReadonlySignal<boolean>;
  /** Whether open claims are closed, too: another backend may refuse their status. */
  areClaimsClosed: ReadonlySignal<boolean>;
  /** Call this when an API response reports maintenance. `refusedPath` is the path of the call. */
  markClosed(refusedPath?: string): void;
  /** Checks now, and repeatedly while the exchange is closed. The returned function stops it. */
  startPolling(page: Document): () => void;
}

/**
 * Creates the model. The exchange counts as open until a response reports maintenance. The first check
 * uses the settings that the page loads anyway.
 */
export function createMaintenance(client: ApiClient, loadSiteSettings: LoadSiteSettings): Maintenance {
  const isClosed = signal(false);
  const areClaimsClosed = signal(false);
  let watchedPage: Document | null = null;
  let cancelTimer = () => {};
  // Incremented by each update, to ignore responses to older requests.
  let stateVersion = 0;

  function scheduleCheck() {
    cancelTimer();
    if (watchedPage && isClosed.peek())
      cancelTimer = client.clock.setTimer(checkIfVisible, MAINTENANCE_POLL_INTERVAL_MS);
  }

  /** A hidden page checks when it becomes visible. */
  function checkIfVisible() {
    if (isClosed.peek() && watchedPage && !watchedPage.hidden) void checkNow();
  }

  async function checkNow() {
    cancelTimer();
    const requestVersion = ++stateVersion;
    const wasClosed = isClosed.peek();
    const isFirst = requestVersion === 1;
    const answer =
      (isFirst ? (await loadSiteSettings().catch(() => null))?.tech : null) ??
      (await fetchTechStatus(client));
    if (requestVersion !== stateVersion || !watchedPage) return;
    // Unknown: keep the state.
    if (answer) isClosed.value = answer.tech;
    if (!isClosed.peek()) areClaimsClosed.value = false;
    // Models that retry after connection errors listen to this event and retry now.
    if (wasClosed && !isClosed.peek()) watchedPage.defaultView?.dispatchEvent(new Event('online'));
    scheduleCheck();
  }

  function markClosed(refusedPath = '') {
    stateVersion++;
    isClosed.value = true;
    if (CLAIM_STATUS_PATH.test(refusedPath)) areClaimsClosed.value = true;
    scheduleCheck();
  }

  /** A widget on the page detects maintenance by its own API calls and emits this event. */
  function onExchangeError(event: Event) {
    if ((event as CustomEvent<{ code?: string } | null>).detail?.code === 'maintenance') markClosed();
  }

  return {
    isClosed,
    areClaimsClosed,
    markClosed,
    startPolling(page) {
      const pageWindow = page.defaultView;
      watchedPage = page;
      // The server already sent the maintenance page: the first check can wait.
      if (isClosed.peek()) scheduleCheck();
      else void checkNow();
      page.addEventListener('exchange-error', onExchangeError);
      page.addEventListener('visibilitychange', checkIfVisible);
      pageWindow?.addEventListener('online', checkIfVisible);
      return () => {
        watchedPage = null;
        cancelTimer();
        page.removeEventListener('exchange-error', onExchangeError);
        page.removeEventListener('visibilitychange', checkIfVisible);
        pageWindow?.removeEventListener('online', checkIfVisible);
      };
    },
  };
}

/** Whether the exchange is closed; null if unknown. Imports the API code on demand, so that no page waits for it. */
async function fetchTechStatus(client: ApiClient): Promise<MaintenanceStatus | null> {
  try {
    const { fetchMaintenanceStatus } = await import('#core/api/siteSettings.ts');
    return await fetchMaintenanceStatus(client);
  } catch {
    return null;
  }
}

/** Wraps a client so that a maintenance response calls `onMaintenance` with the path of the call. */
export function withMaintenanceDetection(
  client: ApiClient,
  onMaintenance: (path: string) => void,
): ApiClient {
  return {
    ...client,
    async call(schema, path, options) {
      try {
        return await client.call(schema, path, options);
      } catch (error) {
        if (toErrorCode(error) === 'maintenance') onMaintenance(path);
        throw error;
      }
    },
  };
}
