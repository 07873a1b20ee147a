import type { ApiClient } from '#core/api/client.ts';
import type { DeskChange } from '#core/contract/operator/today/deskEvents.ts';
import { importWithRetry } from '#core/importWithRetry.ts';
import { createPolling, type Polling } from '#core/serverQuery.ts';

/** A connection without a sign of life for this time, three beats, is replaced, milliseconds. */
const STALL_MS = 45_000;

/** Delay after a refusal, or if the code could not be loaded, milliseconds. */
const REOPEN_MS = 60_000;

/** Polling while changes are announced, milliseconds: prices, confirmations and entries of clients are not. */
const LIVE_POLLING_MS = 30_000;
const POLLING_MS = 10_000;

/** Called with each change; with null if any may have been missed, because the connection began or broke. */
export type DeskListener = (change: DeskChange | null) => void;

/** What other people and the exchange change while the desk is open. */
export interface DeskEvents {
  subscribe(listener: DeskListener): () => void;
  /** Polling of what changes are announced of: often while there is no connection. */
  readonly polling: Polling;
  /** Connects while visible. Nothing is connected before the first call. */
  setVisible(isVisible: boolean): void;
}

/** Creates the events of one tab. A backend without them leaves the polling. */
export function createDeskEvents(api: ApiClient): DeskEvents {
  const { clock } = api;
  const listeners = new Set<DeskListener>();
  let isVisible = false;
  let isLive = false;
  let close = () => {};
  let cancelTimer = () => {};

  const publish: DeskListener = change => {
    for (const listener of listeners) listener(change);
  };

  function setLive(value: boolean, reopenMs: number) {
    cancelTimer();
    cancelTimer = clock.setTimer(() => {
      disconnect();
      void connect();
    }, reopenMs);
    if (isLive === value) return;
    isLive = value;
    publish(null);
  }

  function disconnect() {
    close();
    setLive(false, REOPEN_MS);
    cancelTimer();
  }

  async function connect(): Promise<void> {
    let isClosed = false;
    close = () => {
      isClosed = true;
    };
    const loaded = await importWithRetry(() => import('./openDeskStream.ts')).catch(() => null);
    if (isClosed) return;
    if (!loaded) return setLive(false, REOPEN_MS);
    const onLife = () => setLive(true, STALL_MS);
    close = loaded.openDeskStream(api, {
      onLife,
      onChange(change) {
        onLife();
        publish(change);
      },
      onBreak: () => setLive(false, REOPEN_MS),
    });
  }

  return {
    polling: {
      ...createPolling(POLLING_MS, POLLING_MS / 2),
      interval: {
        growth: 1,
        get firstMs() {
          return isLive ? LIVE_POLLING_MS : POLLING_MS;
        },
        get maxMs() {
          return this.firstMs;
        },
      },
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setVisible(value) {
      if (value === isVisible) return;
      isVisible = value;
      if (value) void connect();
      else disconnect();
    },
  };
}
