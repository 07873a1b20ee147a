import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApiClient } from '#core/api/client.ts';
import { deviceClock } from '#core/clock.ts';
import { localizeDecimal, trimTrailingZeros } from '#core/exchange/amount.ts';
import { ReservesSection } from '#site/home/ReservesSection.tsx';
import { createMarketQueries } from '#site/home/marketQueries.ts';
import type { MarketQueries } from '#site/home/marketQueries.ts';
import { createTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let isReachable = true;
let refusedCount = 0;

beforeEach(async () => {
  server = await createTestServer();
  isReachable = true;
  refusedCount = 0;
});

afterEach(async () => {
  cleanup();
  await server.close();
});

/** Renders the home page's reserves with a real server in this process. `isReachable = false` disconnects it. */
function renderReserves(): MarketQueries {
  const api = createApiClient({
    base: 'http://exchange.test',
    // Shortens the delay between retries.
    clock: { now: () => Date.now(), setTimer: (run, ms) => deviceClock.setTimer(run, ms / 50) },
    fetch: async (address, init) => {
      if (!isReachable) {
        refusedCount++;
        throw new TypeError('Failed to fetch');
      }
      const { pathname, search } = new URL(String(address));
      return server.app.request(pathname + search, init);
    },
  });
  const market = createMarketQueries(api);
  render(<ReservesSection market={market} />);
  return market;
}

test('reserves show a skeleton, then the server’s figures', async () => {
  const market = renderReserves();
  expect(screen.getByRole('list', { name: 'Резервы загружаются' }).getAttribute('aria-busy')).toBe('true');
  market.reserves.refresh();
  const bitcoin = (await screen.findByText('Bitcoin')).closest('li');
  const response = await server.get('/api/v1/calculator/reserves/');
  const btcReserve = ((await response.json()) as { code: string; amount: string }[]).find(
    item => item.code === 'BTC',
  );
  expect(bitcoin?.textContent).toContain(
    `${localizeDecimal(trimTrailingZeros(btcReserve?.amount ?? ''))}\u00a0BTC`,
  );
});

test('shows a connection error and retries on click', async () => {
  isReachable = false;
  const market = renderReserves();
  market.popularRates.refresh();
  const retryButton = await screen.findByRole('button', { name: 'Повторить' });
  isReachable = true;
  act(() => retryButton.click());
  const list = (await screen.findByText('Сбербанк')).closest('ul');
  expect(within(list as HTMLElement).getAllByRole('listitem').length).toBeGreaterThan(20);
});

test('keeps loaded figures when the server is unreachable', async () => {
  const market = renderReserves();
  market.reserves.refresh();
  await screen.findByText('Bitcoin');
  isReachable = false;
  market.reserves.refresh();
  await expect.poll(() => refusedCount).toBe(3);
  await new Promise(resolve => setTimeout(resolve, 50));
  expect(screen.queryByText('Bitcoin')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
});
