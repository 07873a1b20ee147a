import { afterEach, beforeEach, expect, test } from 'vitest';
import * as calculator from '#core/api/calculator.ts';
import * as client from '#core/api/client.ts';
import * as maintenances from '#site/shell/maintenance.ts';
import { fake, type FakeClock } from '#tests/core/clock.ts';
import { world, type World } from '#tests/server/world.ts';

let server: World;
let clock: FakeClock;
let asked: number;
let reachable: boolean;
let api: client.Client;
let stop = () => {};

beforeEach(async () => {
  server = await world();
  clock = fake();
  asked = 0;
  reachable = true;
  api = client.create({
    base: 'http://exchange.test',
    clock,
    fetch: async (address, init) => {
      const { pathname, search } = new URL(String(address));
      if (pathname.endsWith('/tech/')) asked++;
      if (!reachable) throw new TypeError('Failed to fetch');
      return server.app.request(pathname + search, init);
    },
  });
});
afterEach(async () => {
  stop();
  await server.close();
});

/** As an operator does. */
async function close(tech: boolean) {
  const value = JSON.stringify({ tech, until: null });
  await server.context.db
    .insertInto('settings')
    .values({ name: 'tech', value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute();
  await server.context.catalogue.reload();
}

function watch() {
  const maintenance = maintenances.create(api);
  stop = maintenance.watch(document);
  return maintenance;
}

test('an open exchange is asked for once', async () => {
  const { closed } = watch();
  await clock.advance(60_000);
  expect([closed.value, asked]).toEqual([false, 1]);
});

test('a closed one is asked for every 15 s, and everybody on the page hears that it is open again', async () => {
  await close(true);
  let again = 0;
  addEventListener('online', () => again++, { once: true });
  const { closed } = watch();
  await clock.advance(0);
  expect([closed.value, asked]).toEqual([true, 1]);
  await clock.advance(14_999);
  expect(asked).toBe(1);
  await clock.advance(1);
  expect([closed.value, asked, again]).toEqual([true, 2, 0]);
  await close(false);
  await clock.advance(15_000);
  expect([closed.value, asked, again]).toEqual([false, 3, 1]);
  await clock.advance(60_000);
  expect(asked).toBe(3);
});

test('a call of a page that is refused because of it tells, and so does a widget', async () => {
  const maintenance = watch();
  const heeding = maintenances.heeding(api, maintenance.noticed);
  await clock.advance(0);
  await close(true);
  await expect(calculator.reserves(heeding)).rejects.toMatchObject({ code: 'maintenance' });
  expect(maintenance.closed.value).toBe(true);
  await close(false);
  await clock.advance(15_000);
  expect(maintenance.closed.value).toBe(false);

  const tell = (code: string) =>
    document.body.dispatchEvent(new CustomEvent('exchange-error', { detail: { code }, bubbles: true }));
  tell('network');
  expect(maintenance.closed.value).toBe(false);
  tell('maintenance');
  expect(maintenance.closed.value).toBe(true);
});

test('without an answer it stays as it was, and is asked for again', async () => {
  await close(true);
  const { closed } = watch();
  await clock.advance(0);
  reachable = false;
  await clock.advance(40_000);
  expect(closed.value).toBe(true);
  reachable = true;
  await close(false);
  await clock.advance(40_000);
  expect(closed.value).toBe(false);
});

test('nothing is asked for once nobody watches', async () => {
  await close(true);
  watch();
  await clock.advance(0);
  stop();
  await clock.advance(60_000);
  expect(asked).toBe(1);
});
