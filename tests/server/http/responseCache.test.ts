import { expect, test, vi } from 'vitest';
import { startHttpServer } from '#server/platform/http/httpServer.ts';
import { setMaintenance } from '#tests/support/maintenanceMode.ts';
import { forEachDatabase, type TestServer } from '#tests/support/testServer.ts';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { createListeningTest } from './support/listeningTest.ts';

const CALCULATOR = '/api/v1/calculator';
const PAIR_PATH = `${CALCULATOR}/pair/1/5/`;
const SETTINGS_PATH = `${CALCULATOR}/settings/?cur_from=BTC&cur_to=SBERRUB`;

/** Headers that differ between two responses to the same request. */
const OWN_HEADERS = ['date', 'x-request-id'];

/** Listens on a port. */
async function listen(testServer: TestServer) {
  const { context } = testServer;
  await context.catalogue.stopPolling();
  const port = await findFreePort();
  const fetchFromApp = vi.spyOn(testServer.app, 'fetch');
  const { stop } = await startHttpServer(testServer.app, { host: '127.0.0.1', port });
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return {
    get,
    getJson: async (path: string, headers?: Record<string, string>) =>
      (await (await get(path, headers)).json()) as Record<string, unknown>,
    /** Counts the calculations of courses and of closed directions. */
    countCalculations: () => {
      const spies = [vi.spyOn(context.rates, 'getSourceCourse'), vi.spyOn(context.rates, 'getRateProblem')];
      for (const spy of spies) spy.mockClear();
      return () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    },
    /** Sends 20 requests at once. Returns their statuses, and how many reached the app. */
    getAtOnce: async (path: string) => {
      fetchFromApp.mockClear();
      const responses = await Promise.all(Array.from({ length: 20 }, () => get(path)));
      return { statuses: responses.map(({ status }) => status), appCount: fetchFromApp.mock.calls.length };
    },
    stop: () => stop(0),
  };
}

forEachDatabase(startServer => {
  const withServer = createListeningTest(startServer, listen);

  test(
    'sends a course once calculated in a second, with the time of each request',
    withServer(async ({ getJson, countCalculations }, { advanceClock, now }) => {
      const first = await getJson(PAIR_PATH);
      const count = countCalculations();
      advanceClock(300);
      const second = await getJson(PAIR_PATH);
      expect(count()).toBe(0);
      expect(second).toEqual({ ...first, now: new Date(now()).toISOString() });
      expect(second.now).not.toBe(first.now);
      advanceClock(700);
      const third = await getJson(PAIR_PATH);
      expect(count()).toBeGreaterThan(0);
      expect(third.quote).not.toBe(first.quote);
      expect(third.expiresAt).toBe(new Date(now() + 60_000).toISOString());
    }),
  );

  test(
    'compresses settings with a pair ten times a second',
    withServer(async ({ getJson }, { advanceClock, now }) => {
      const read = async () => ((await getJson(SETTINGS_PATH)).pair as { now: string }).now;
      const first = await read();
      advanceClock(99);
      expect(await read()).toBe(first);
      advanceClock(1);
      expect(await read()).toBe(new Date(now()).toISOString());
    }),
  );

  test(
    'makes a response once for requests that come together, after a second and after a write',
    withServer(async ({ get, getAtOnce }, { advanceClock, context: { db } }) => {
      for (const path of [PAIR_PATH, SETTINGS_PATH, '/rates.xml']) {
        await get(path);
        expect([path, (await getAtOnce(path)).appCount]).toEqual([path, 0]);
        advanceClock(1_000);
        const { statuses, appCount } = await getAtOnce(path);
        expect([path, appCount, new Set(statuses)]).toEqual([path, 1, new Set([200])]);
        await db.updateTable('currencies').set({ send_closed: null }).where('id', '=', 1n).execute();
        expect([path, (await getAtOnce(path)).appCount]).toEqual([path, 1]);
      }
    }),
  );

  test(
    'answers all requests that wait for a response which is not public any more',
    withServer(async ({ get, getAtOnce }, testServer) => {
      await get(PAIR_PATH);
      await setMaintenance(testServer, true);
      expect((await getAtOnce(PAIR_PATH)).statuses).toEqual(Array.from({ length: 20 }, () => 503));
    }),
  );

  test(
    'keeps pairs, encodings, promocodes and accounts apart',
    withServer(async ({ get, getJson }) => {
      const { structure } = await getJson(PAIR_PATH);
      expect((await getJson(`${CALCULATOR}/pair/2/5/`)).structure).not.toEqual(structure);
      expect((await getJson(`${CALCULATOR}/course/1/5/`)).structure).toBeUndefined();
      for (const encoding of ['br', 'gzip', 'br']) {
        const { headers } = await get(SETTINGS_PATH, { 'accept-encoding': encoding });
        expect(headers.get('content-encoding')).toBe(encoding);
      }
      expect(
        (await get(SETTINGS_PATH, { 'accept-encoding': 'identity' })).headers.has('content-encoding'),
      ).toBe(false);
      expect((await get(`${PAIR_PATH}?promocode=UNKNOWN`)).status).toBe(400);
      expect((await get(PAIR_PATH, { authorization: 'Bearer wrong' })).status).toBe(401);
      expect((await get(PAIR_PATH)).status).toBe(200);
    }),
  );

  test(
    'shows the writes of this process and the maintenance at once',
    withServer(async ({ get, getJson }, testServer) => {
      expect((await getJson(PAIR_PATH)).closed).toBeNull();
      const tag = (await get(`${CALCULATOR}/`)).headers.get('etag') ?? '';
      expect((await get(`${CALCULATOR}/`, { 'if-none-match': tag })).status).toBe(304);
      const { db } = testServer.context;
      await db.updateTable('currencies').set({ send_closed: 'Нет' }).where('id', '=', 1n).execute();
      expect((await getJson(PAIR_PATH)).closed).toMatchObject({ detail: 'Нет' });
      expect((await get(`${CALCULATOR}/`, { 'if-none-match': tag })).status).toBe(200);
      await setMaintenance(testServer, true);
      expect((await get(PAIR_PATH)).status).toBe(503);
    }),
  );

  test(
    'builds no body for 304',
    withServer(async ({ get, countCalculations }) => {
      for (const path of [`${CALCULATOR}/`, `${CALCULATOR}/reserves/`, '/rates.xml']) {
        const tag = (await get(path)).headers.get('etag') ?? '';
        const count = countCalculations();
        // The app sends the first one, the cache the second one.
        for (let number = 0; number < 2; number++) {
          const { status, headers } = await get(path, { 'if-none-match': tag });
          expect([path, status, headers.get('etag'), headers.has('content-length')]).toEqual([
            path,
            304,
            tag,
            false,
          ]);
        }
        expect([path, count()]).toEqual([path, 0]);
      }
    }),
  );

  test(
    'sends the headers of the app and logs each request',
    withServer(async ({ get }, { log }) => {
      for (const path of [PAIR_PATH, `${CALCULATOR}/`, SETTINGS_PATH, '/rates.xml']) {
        const [first, second] = [await get(path), await get(path)];
        const list = ({ headers }: Response) => [...headers].filter(([name]) => !OWN_HEADERS.includes(name));
        expect(list(second)).toEqual(list(first));
        const ids = [first, second].map(({ headers }) => headers.get('x-request-id'));
        const lines = log()
          .split('\n')
          .filter(line => ids.some(id => id && line.includes(id)))
          .map(line => JSON.parse(line) as { route: string; status: number });
        expect(lines.map(({ status }) => status)).toEqual([200, 200]);
        expect(lines[1]?.route).toBe(lines[0]?.route);
      }
    }),
  );

  test(
    'counts each request against its limit',
    withServer(
      async ({ get, getAtOnce }, { advanceClock }) => {
        const statuses: number[] = [];
        for (let number = 0; number < 6; number++) statuses.push((await get(PAIR_PATH)).status);
        expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
        expect((await get(`${CALCULATOR}/`)).status).toBe(429);
        expect((await get('/rates.xml')).status).toBe(200);
        advanceClock(60_000);
        const { statuses: together } = await getAtOnce(PAIR_PATH);
        expect(together.toSorted()).toEqual(together.map((_, index) => (index < 3 ? 200 : 429)));
      },
      { LIMIT_READS_PER_MINUTE: '3', LIMIT_READS_BURST: '1' },
    ),
  );

  test(
    'sends correct responses to more addresses than it keeps',
    withServer(
      async ({ getJson }) => {
        const [{ id } = { id: 0 }] = (await getJson(`${CALCULATOR}/`)) as unknown as { id: number }[];
        for (let number = 0; number < 600; number++) await getJson(`${CALCULATOR}/tech/?n=${number}`);
        for (let number = 0; number < 600; number++)
          expect(Object.keys(await getJson(`${CALCULATOR}/reserves/?n=${number}`))).not.toHaveLength(0);
        expect(((await getJson(`${CALCULATOR}/`)) as unknown as { id: number }[])[0]?.id).toBe(id);
      },
      { LIMIT_READS_PER_MINUTE: '100000', LIMIT_READS_BURST: '100000' },
    ),
  );
});
