import { sendCall } from '#core/api/sendCall.ts';
import { listReservesCall } from '#core/contract/calculator.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApiClient } from '#core/api/client.ts';
import type { ApiClient } from '#core/api/client.ts';
// The site imports this module on demand. Loaded here, so that the clock's flush need not wait for the disk.
import '#core/api/siteSettings.ts';
import { createSiteSettingsLoader } from '#site/shell/siteSettings.ts';
import { createMaintenance, withMaintenanceDetection } from '#site/shell/errors/maintenance.ts';
import { createFakeClock, type FakeClock } from '#tests/support/fakeClock.ts';
import { setMaintenance } from '#tests/support/maintenanceMode.ts';
import { createTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let clock: FakeClock;
/** Requests that return whether the exchange is closed. */
let techRequestCount: number;
let isReachable: boolean;
let api: ApiClient;
let stop = () => {};

beforeEach(async () => {
  server = await createTestServer();
  clock = createFakeClock();
  techRequestCount = 0;
  isReachable = true;
  api = createApiClient({
    base: 'http://exchange.test',
    clock,
    fetch: async (address, init) => {
      const { pathname, search } = new URL(String(address));
      if (/\/(tech|settings)\/$/.test(pathname)) techRequestCount++;
      if (!isReachable) throw new TypeError('Failed to fetch');
      return server.app.request(pathname + search, init);
    },
  });
});
afterEach(async () => {
  stop();
  await server.close();
});

function watchMaintenance() {
  const maintenance = createMaintenance(api, createSiteSettingsLoader(api));
  stop = maintenance.startPolling(document);
  return maintenance;
}

test('checks an open exchange once', async () => {
  const { isClosed } = watchMaintenance();
  await clock.advance(60_000);
  expect([isClosed.value, techRequestCount]).toEqual([false, 1]);
});

test('polls a closed exchange every 15 s and dispatches online when it reopens', async () => {
  await setMaintenance(server, true);
  let onlineEvents = 0;
  addEventListener('online', () => onlineEvents++, { once: true });
  const { isClosed } = watchMaintenance();
  await clock.advance(0);
  expect([isClosed.value, techRequestCount]).toEqual([true, 1]);
  await clock.advance(14_999);
  expect(techRequestCount).toBe(1);
  await clock.advance(1);
  expect([isClosed.value, techRequestCount, onlineEvents]).toEqual([true, 2, 0]);
  await setMaintenance(server, false);
  await clock.advance(15_000);
  expect([isClosed.value, techRequestCount, onlineEvents]).toEqual([false, 3, 1]);
  await clock.advance(60_000);
  expect(techRequestCount).toBe(3);
});

test('a refused call or a widget error starts maintenance', async () => {
  const maintenance = watchMaintenance();
  const detectingApi = withMaintenanceDetection(api, maintenance.markClosed);
  await clock.advance(0);
  await setMaintenance(server, true);
  await expect(sendCall(detectingApi, listReservesCall)).rejects.toMatchObject({ code: 'maintenance' });
  expect(maintenance.isClosed.value).toBe(true);
  await setMaintenance(server, false);
  await clock.advance(15_000);
  expect(maintenance.isClosed.value).toBe(false);

  const dispatchWidgetError = (code: string) =>
    document.body.dispatchEvent(new CustomEvent('exchange-error', { detail: { code }, bubbles: true }));
  dispatchWidgetError('network');
  expect(maintenance.isClosed.value).toBe(false);
  dispatchWidgetError('maintenance');
  expect(maintenance.isClosed.value).toBe(true);
});

test('keeps its state without a response and polls again', async () => {
  await setMaintenance(server, true);
  const { isClosed } = watchMaintenance();
  await clock.advance(0);
  isReachable = false;
  await clock.advance(40_000);
  expect(isClosed.value).toBe(true);
  isReachable = true;
  await setMaintenance(server, false);
  await clock.advance(40_000);
  expect(isClosed.value).toBe(false);
});

test('stops polling after the watch ends', async () => {
  await setMaintenance(server, true);
  watchMaintenance();
  await clock.advance(0);
  stop();
  await clock.advance(60_000);
  expect(techRequestCount).toBe(1);
});
