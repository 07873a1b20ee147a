import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApiClient } from '#core/api/client.ts';
import { deviceClock } from '#core/clock.ts';
import { localizeDecimal, trimTrailingZeros } from '#core/exchange/amount.ts';
import { ReservesSection } from '#site/home/ReservesSection.tsx';
import { createMarketQuery, type MarketQuery } from '#site/home/marketQuery.ts';
import { RatesTable } from '#site/home/RatesTable.tsx';
import { MemoryRouter } from 'react-router';
import { createTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let isReachable = true;
let refusedCount = 0;
/** Whether the server has the API extension `market`. */
let hasMarketCall = true;
let requestedPaths: string[] = [];

beforeEach(async () => {
  server = await createTestServer();
  isReachable = true;
  refusedCount = 0;
  hasMarketCall = true;
  requestedPaths = [];
});

afterEach(async () => {
  cleanup();
  await server.close();
});

/**
 * Renders the home page's courses and reserves with a real server in this process. `isReachable = false` disconnects
 * it.
 */
function renderMarket(): MarketQuery {
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
      requestedPaths.push(pathname.replace('/api/v1/calculator', ''));
      if (!hasMarketCall && pathname.endsWith('/market/')) return new Response('', { status: 404 });
      return server.app.request(pathname + search, init);
    },
  });
  const market = createMarketQuery(api);
  render(
    <MemoryRouter>
      <RatesTable market={market} />
      <ReservesSection market={market} />
    </MemoryRouter>,
  );
  return market;
}

test('reserves show a skeleton, then the server’s figures', async () => {
  const market = renderMarket();
  expect(screen.getByRole('list', { name: 'Резервы загружаются' }).getAttribute('aria-busy')).toBe('true');
  market.show(null);
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
  const market = renderMarket();
  market.show(null);
  const retryButton = (await screen.findAllByRole('button', { name: 'Повторить' }))[0];
  isReachable = true;
  act(() => retryButton?.click());
  const list = (await screen.findByText('Сбербанк')).closest('ul');
  expect(within(list as HTMLElement).getAllByRole('listitem').length).toBeGreaterThan(20);
});

test('keeps loaded figures when the server is unreachable', async () => {
  const market = renderMarket();
  market.show(null);
  await screen.findByText('Bitcoin');
  isReachable = false;
  market.refresh();
  await expect.poll(() => refusedCount).toBe(3);
  await new Promise(resolve => setTimeout(resolve, 50));
  expect(screen.queryByText('Bitcoin')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
});

/** Texts of the rows in the table of popular pairs. */
const listRates = () => screen.getAllByRole('row').map(row => row.textContent);

test('loads courses and reserves with one request', async () => {
  const market = renderMarket();
  market.show(null);
  await screen.findByText('Bitcoin');
  expect(listRates()).toHaveLength(5);
  expect(listRates()[0]).toMatch(/^TeСбUSDT TRC20\sна\sСбербанк\d+,\d+\u00a0₽$/);
  expect(requestedPaths).toEqual(['/market/']);
});

test('shows the same with a server without `market`, and asks it for `market` only once', async () => {
  const market = renderMarket();
  market.show(null);
  await screen.findByText('Bitcoin');
  const rates = listRates();
  cleanup();

  hasMarketCall = false;
  requestedPaths = [];
  const separateMarket = renderMarket();
  separateMarket.show(null);
  await screen.findByText('Bitcoin');
  expect(listRates()).toEqual(rates);
  separateMarket.refresh();
  await expect.poll(() => requestedPaths.filter(path => path === '/reserves/')).toHaveLength(2);
  expect(requestedPaths.filter(path => path === '/market/')).toHaveLength(1);
});

test('without `market`, a closed pair is left out', async () => {
  hasMarketCall = false;
  const { db, catalogue } = server.context;
  await db.updateTable('currencies').set({ send_closed: 'Нет' }).where('code', '=', 'TON').execute();
  await catalogue.reload();
  const market = renderMarket();
  market.show(null);
  await screen.findByText('Bitcoin');
  expect(listRates()).toHaveLength(4);
});
