import { signal, type ReadonlySignal } from '@preact/signals-core';
import { fetchReserves, fetchCourse } from '#core/api/calculator.ts';
import type { ApiClient } from '#core/api/client.ts';
import type { Reserve } from '#core/contract/calculator.ts';
import { loadAsyncState, type AsyncState } from './asyncState.ts';
import { POPULAR_PAIRS, type PopularRate } from './popularRates.ts';

/** Milliseconds between two looks at the market while the page is visible. */
export const MARKET_REFRESH_INTERVAL_MS = 60_000;

/** Reserves and the courses of the board, as the home page shows them. */
export interface Market {
  /** Free reserves, a payment system each, in the server's order. */
  reserves: ReadonlySignal<AsyncState<Reserve[]>>;
  /** The board; pairs that are closed now are not in it. */
  popularRates: ReadonlySignal<AsyncState<PopularRate[]>>;
  /** A person asks again for what did not come. */
  retry(): void;
  /** Looks at the reserves alone: a claim has just taken or given back some. */
  refreshReserves(): void;
  /** Keeps both fresh while the page is visible, until the returned function is called. */
  startPolling(page: Document): () => void;
}

/** The market of the API that `client` calls; nothing is asked before it is watched. */
export function createMarket(client: ApiClient): Market {
  const reserves = signal<AsyncState<Reserve[]>>({ phase: 'loading' });
  const popularRates = signal<AsyncState<PopularRate[]>>({ phase: 'loading' });
  // A later question has the fresher answer: an earlier one that comes after it is dropped.
  let lastReservesRequest = 0;
  let lastRatesRequest = 0;

  async function loadReserves(revalidate = false): Promise<AsyncState<Reserve[]>> {
    const requestNumber = ++lastReservesRequest;
    const nextState = await loadAsyncState(
      () => reserves.peek(),
      () => fetchReserves(client, { revalidate }),
    );
    if (requestNumber === lastReservesRequest) reserves.value = nextState;
    return nextState;
  }

  async function loadPopularRates(loadedReserves: Reserve[]): Promise<PopularRate[]> {
    const byCode = new Map(loadedReserves.map(reserve => [reserve.code, reserve]));
    const requests = POPULAR_PAIRS.map(async ({ from: fromCode, to: toCode }) => {
      const from = byCode.get(fromCode);
      const to = byCode.get(toCode);
      if (!from || !to) return null;
      const { course, closed } = await fetchCourse(client, from.id, to.id);
      return closed ? null : { from, to, course };
    });
    const results = await Promise.allSettled(requests);
    const failedResult = results.find(result => result.status === 'rejected');
    const rates = results.flatMap(result =>
      result.status === 'fulfilled' && result.value ? [result.value] : [],
    );
    if (rates.length === 0 && failedResult) throw failedResult.reason;
    return rates;
  }

  async function refresh(revalidate = false) {
    // The board is made of the reserves' names and ids.
    const reservesState = await loadReserves(revalidate);
    const requestNumber = ++lastRatesRequest;
    const nextState =
      reservesState.phase === 'ready'
        ? await loadAsyncState(
            () => popularRates.peek(),
            () => loadPopularRates(reservesState.data),
          )
        : reservesState;
    if (requestNumber === lastRatesRequest) popularRates.value = nextState;
  }

  return {
    reserves,
    popularRates,
    retry() {
      if (reserves.peek().phase === 'failed') reserves.value = { phase: 'loading' };
      if (popularRates.peek().phase === 'failed') popularRates.value = { phase: 'loading' };
      void refresh(true);
    },
    refreshReserves: () => void loadReserves(true),
    startPolling(page) {
      let lastRefreshAt = 0;
      const refreshNow = () => {
        lastRefreshAt = client.clock.now();
        void refresh();
      };
      const onVisibilityChange = () => {
        if (!page.hidden && client.clock.now() - lastRefreshAt >= MARKET_REFRESH_INTERVAL_MS / 4)
          refreshNow();
      };
      let cancelTimer = () => {};
      const tick = () => {
        if (!page.hidden) refreshNow();
        cancelTimer = client.clock.setTimer(tick, MARKET_REFRESH_INTERVAL_MS);
      };
      const pageWindow = page.defaultView;
      tick();
      page.addEventListener('visibilitychange', onVisibilityChange);
      pageWindow?.addEventListener('online', refreshNow);
      return () => {
        cancelTimer();
        page.removeEventListener('visibilitychange', onVisibilityChange);
        pageWindow?.removeEventListener('online', refreshNow);
      };
    },
  };
}
