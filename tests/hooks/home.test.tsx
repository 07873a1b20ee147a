import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as client from '#core/api/client.ts';
import { clock } from '#core/clock.ts';
import { show, trim } from '#core/exchange/amount.ts';
import { Reserves } from '#site/home/Reserves.tsx';
import * as markets from '#site/home/market.ts';
import { world, type World } from '#tests/server/world.ts';

let server: World;
let reachable = true;
let refused = 0;

beforeEach(async () => {
  server = await world();
  reachable = true;
  refused = 0;
});

afterEach(async () => {
  cleanup();
  await server.close();
});

/** The home page's reserves before a real server in this process, which can be cut off. */
function open(): markets.Market {
  const api = client.create({
    base: 'http://exchange.test',
    // Waiting between two attempts takes no time here.
    clock: { now: () => Date.now(), later: (run, ms) => clock.later(run, ms / 50) },
    fetch: async (address, init) => {
      if (!reachable) {
        refused++;
        throw new TypeError('Failed to fetch');
      }
      const { pathname, search } = new URL(String(address));
      return server.app.request(pathname + search, init);
    },
  });
  const market = markets.create(api);
  render(<Reserves market={market} />);
  return market;
}

test('the reserves are a skeleton, then exactly the server’s figures', async () => {
  const market = open();
  expect(screen.getByRole('list', { name: 'Резервы загружаются' }).getAttribute('aria-busy')).toBe('true');
  market.refreshReserves();
  const bitcoin = (await screen.findByText('Bitcoin')).closest('li');
  const answer = await server.get('/api/v1/calculator/reserves/');
  const told = ((await answer.json()) as { code: string; amount: string }[]).find(one => one.code === 'BTC');
  expect(bitcoin?.textContent).toContain(`${show(trim(told?.amount ?? ''))}\u00a0BTC`);
});

test('a server that cannot be reached is said, and asked again at a press', async () => {
  reachable = false;
  const market = open();
  market.retry();
  const again = await screen.findByRole('button', { name: 'Повторить' });
  reachable = true;
  act(() => again.click());
  const list = (await screen.findByText('Сбербанк')).closest('ul');
  expect(within(list as HTMLElement).getAllByRole('listitem').length).toBeGreaterThan(20);
});

test('figures that are there stay when the server is lost', async () => {
  const market = open();
  market.refreshReserves();
  await screen.findByText('Bitcoin');
  reachable = false;
  market.refreshReserves();
  await expect.poll(() => refused).toBe(3);
  await new Promise(resolve => setTimeout(resolve, 50));
  expect(screen.queryByText('Bitcoin')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
});
