import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { ApiClient } from '#core/api/client.ts';
import { toErrorCode } from '#core/api/apiError.ts';
import type { MaintenanceStatus } from '#core/contract/calculator.ts';

/** Milliseconds between two questions whether the exchange is open again. */
export const MAINTENANCE_POLL_INTERVAL_MS = 15_000;

/** Whether the exchange is closed for maintenance, as far as this page has heard. */
export interface Maintenance {
  isClosed: ReadonlySignal<boolean>;
  /** A call has been answered that it is closed. */
  markClosed(): void;
  /** Asks at once unless it is known to be closed, and while it is closed again and again until the returned function is called. */
  startPolling(page: Document): () => void;
}

/** Known to nobody yet: open. */
export function createMaintenance(client: ApiClient): Maintenance {
  const isClosed = signal(false);
  let watchedPage: Document | null = null;
  let cancelTimer = () => {};
  // An answer that was asked for before another news came is none any more.
  let stateVersion = 0;

  function scheduleCheck() {
    cancelTimer();
    if (watchedPage && isClosed.peek())
      cancelTimer = client.clock.setTimer(checkIfVisible, MAINTENANCE_POLL_INTERVAL_MS);
  }

  /** A hidden page asks when it is seen again. */
  function checkIfVisible() {
    if (isClosed.peek() && watchedPage && !watchedPage.hidden) void checkNow();
  }

  async function checkNow() {
    cancelTimer();
    const requestVersion = ++stateVersion;
    const wasClosed = isClosed.peek();
    const answer = await fetchTechStatus(client);
    if (requestVersion !== stateVersion || !watchedPage) return;
    // Not told: it stays as it is.
    if (answer) isClosed.value = answer.tech;
    // Whoever waits for the server on this page asks it at once.
    if (wasClosed && !isClosed.peek()) watchedPage.defaultView?.dispatchEvent(new Event('online'));
    scheduleCheck();
  }

  function markClosed() {
    stateVersion++;
    isClosed.value = true;
    scheduleCheck();
  }

  /** The widgets of the page hear it from their own calls. */
  function onExchangeError(event: Event) {
    if ((event as CustomEvent<{ code?: string } | null>).detail?.code === 'maintenance') markClosed();
  }

  return {
    isClosed,
    markClosed,
    startPolling(page) {
      const pageWindow = page.defaultView;
      watchedPage = page;
      // Told by the page itself: not asked for at once.
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

/** Whether it is closed; null when that is not told. Its code is fetched when it is asked: no page waits for it. */
async function fetchTechStatus(client: ApiClient): Promise<MaintenanceStatus | null> {
  try {
    const { fetchMaintenanceStatus } = await import('#core/api/calculator.ts');
    return await fetchMaintenanceStatus(client, { revalidate: true });
  } catch {
    return null;
  }
}

/** The client of the site's own pages: when one of their calls is answered that the exchange is closed, `onMaintenance` is called. */
export function withMaintenanceDetection(client: ApiClient, onMaintenance: () => void): ApiClient {
  return {
    ...client,
    async call(schema, path, options) {
      try {
        return await client.call(schema, path, options);
      } catch (error) {
        if (toErrorCode(error) === 'maintenance') onMaintenance();
        throw error;
      }
    },
  };
}
