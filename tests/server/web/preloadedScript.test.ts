import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { startHttpServer } from '#server/platform/http/httpServer.ts';
import { encodeText } from '#server/platform/http/response/contentEncoding.ts';
import { openWebHost } from '#server/web/webHost.ts';
import { setMaintenance } from '#tests/support/maintenanceMode.ts';
import { forEachDatabase, type TestServer } from '#tests/support/testServer.ts';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { createListeningTest } from '../http/support/listeningTest.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const PLAIN_SCRIPT = '/widget/exchange-widget.js';
const SCRIPT = `${PLAIN_SCRIPT}?cur_from=BTC&cur_to=SBERRUB`;

/** Spellings of one encoding, which the cache of responses keeps apart. */
const BROTLI_HEADERS = ['br', 'gzip, br', 'gzip, deflate, br, zstd', 'br;q=1', 'deflate, br'];

/** Listens with the built pages. */
async function listen({ context, config }: TestServer) {
  await context.catalogue.stopPolling();
  const host = await openWebHost(config, root);
  context.formPrerenderer = host.formPrerenderer;
  const app = createApp(context, host.servePages);
  const port = await findFreePort();
  const { stop } = await startHttpServer(app, { host: '127.0.0.1', port });
  const get = (path: string, encoding: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': encoding } });
  const compress = vi.spyOn(encodeText, 'br').mockClear();
  return {
    get,
    getText: async (path: string, encoding = 'br') => (await get(path, encoding)).text(),
    /** Asks the app itself, without the cache of responses. */
    getFromApp: async (path: string) =>
      (await app.request(path, { headers: { 'accept-encoding': 'br' } })).arrayBuffer(),
    countCompressions: () => compress.mock.calls.length,
    async stop() {
      compress.mockRestore();
      await stop(0);
      await host.stop();
    },
  };
}

const readQuote = (script: string) => /"quote":"([^"]+)"/.exec(script)?.[1];

/** Spells a code in as many ways as it has cases: `btc`, `Btc`, … */
const spellCode = (code: string, number: number) =>
  [...code.toLowerCase()].map((letter, at) => (number & (1 << at) ? letter.toUpperCase() : letter)).join('');

forEachDatabase(startServer => {
  const withServer = createListeningTest(startServer, listen);

  test(
    'compresses a script once a second, also for visitors at the same moment',
    withServer(async ({ get, getText, countCompressions }, { advanceClock, log }) => {
      const countSettingsRequests = () => log().split('/calculator/settings/').length - 1;
      const load = async () => {
        const responses = await Promise.all(BROTLI_HEADERS.map(encoding => get(SCRIPT, encoding)));
        for (const { headers } of responses)
          expect(
            ['content-encoding', 'content-type', 'cache-control', 'access-control-allow-origin'].map(name =>
              headers.get(name),
            ),
          ).toEqual(['br', 'text/javascript; charset=utf-8', 'public, max-age=10', '*']);
        return new Set(await Promise.all(responses.map(response => response.text())));
      };
      const [first = '', ...others] = await load();
      expect([others, countCompressions()]).toEqual([[], 1]);
      const settingsRequests = countSettingsRequests();
      expect([...(await load()), countCompressions()]).toEqual([first, 1]);
      // The cache of responses answers.
      expect([settingsRequests, countSettingsRequests()]).toEqual(Array(2).fill(BROTLI_HEADERS.length));
      for (const encoding of ['gzip', 'identity'])
        expect([await getText(SCRIPT, encoding), countCompressions()]).toEqual([first, 1]);
      advanceClock(999);
      expect([...(await load()), countCompressions()]).toEqual([first, 1]);
      advanceClock(1);
      const [next = '', ...more] = await load();
      expect([more, countCompressions()]).toEqual([[], 2]);
      expect(readQuote(first)).toBeDefined();
      expect(readQuote(next)).not.toBe(readQuote(first));
      expect(await getText(`${SCRIPT}&amount=0,5`)).not.toBe(next);
    }),
  );

  test(
    'shows the writes of this process and the maintenance at once',
    withServer(async ({ getText }, testServer) => {
      const first = await getText(SCRIPT);
      expect(await getText(SCRIPT)).toBe(first);
      const { db } = testServer.context;
      await db.updateTable('currencies').set({ name: 'Монета' }).where('code', '=', 'BTC').execute();
      expect(await getText(SCRIPT)).toContain('Монета');
      await setMaintenance(testServer, true);
      expect(await getText(SCRIPT)).toBe(await getText(PLAIN_SCRIPT));
    }),
  );

  test(
    'counts each request as a read of settings with a pair',
    withServer(
      async ({ getText }) => {
        const plain = await getText(PLAIN_SCRIPT);
        const texts: string[] = [];
        for (let number = 0; number < 4; number++) texts.push(await getText(SCRIPT));
        expect(texts.map(text => text === plain)).toEqual([false, false, true, true]);
      },
      { LIMIT_READS_PER_MINUTE: '10', LIMIT_READS_BURST: '1' },
    ),
  );

  test(
    'keeps at most 200 scripts of a state, none of unknown pairs',
    withServer(
      async ({ getFromApp, countCompressions }) => {
        const isCached = async (path: string) => {
          const count = countCompressions();
          await getFromApp(path);
          return countCompressions() === count;
        };
        const paths = Array.from(
          { length: 201 },
          (_, number) =>
            `${PLAIN_SCRIPT}?cur_from=${spellCode('BTC', number >> 7)}&cur_to=${spellCode('SBERRUB', number)}`,
        );
        for (let number = 0; number < 201; number++)
          await getFromApp(`${PLAIN_SCRIPT}?cur_from=NONE${number}&cur_to=SBERRUB`);
        expect(countCompressions()).toBe(0);
        for (const path of paths) expect(await isCached(path)).toBe(false);
        for (const path of [paths[0], paths[199]]) expect(await isCached(path ?? '')).toBe(true);
        expect(await isCached(paths[200] ?? '')).toBe(false);
      },
      { LIMIT_READS_PER_MINUTE: '100000' },
    ),
  );
});
