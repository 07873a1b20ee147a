import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TEST_ACCOUNT_KEY } from '../../support/accountKeys.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createSeededRandom } from '../../support/random/seededRandom.ts';
import { createServerProcess } from '../../support/serverProcess.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { listApiCalls } from './support/apiCalls.ts';
import { CallFuzzer } from './support/fuzzCalls.ts';
import { createPageCall, listHeaderRequests } from './support/fuzzRequests.ts';
import { FuzzTarget } from './support/fuzzTarget.ts';
import { createFuzzVisitors } from './support/fuzzVisitors.ts';

const text = { type: 'string' };

/** What is no call of the API. */
const PAGE_CALLS = [
  createPageCall(
    '/',
    ['cur_from', 'cur_to', 'city', 'amount'].map(name => ({ name, in: 'query', schema: text })),
  ),
  createPageCall('/{path}', [{ name: 'path', in: 'path', schema: text }]),
  createPageCall('/claim/{id}/', [{ name: 'id', in: 'path', schema: text }]),
];

/** Paths whose headers get every extreme. */
const HEADER_PATHS = [
  '/',
  '/faq',
  '/robots.txt',
  '/rates.xml',
  '/livez',
  '/widget/exchange-widget.js',
  '/api/v1/calculator/settings/',
  '/api/v1/claim/01234567-89ab-4cde-8f01-23456789abcd/status/',
  '/api/v1/users/me/',
  '/api/v1/shop/claims/',
];

forEachDatabase(startServer => {
  // In a process of its own: a loop that never ends would also stop a test in the same thread.
  test(
    'answers every call within a second and without a 500, whatever its parameters are',
    { timeout: 1_400_000 },
    async () => {
      const testServer = await startServer(relaxedLimits);
      const { config } = testServer;
      const folder = mkdtempSync(join(tmpdir(), 'razmen-fuzz-'));
      const server = await createServerProcess({
        ...relaxedLimits,
        PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
        TRUST_PROXY: 'loopback',
        SEED: 'start',
        RATE_DRIFT: 'off',
        LOG_LEVEL: 'error',
        ...(config.databaseUrl === null
          ? { DATA_DIR: config.dataDir }
          : { DATA_DIR: folder, DATABASE_URL: config.databaseUrl, ACCOUNT_KEY: TEST_ACCOUNT_KEY }),
      });
      const target = new FuzzTarget(server);
      try {
        await server.start();
        const calls = listApiCalls(await (await fetch(`${server.origin}/api/openapi.json`)).json());
        const visitors = await createFuzzVisitors({ origin: server.origin, testServer });
        const fuzzer = new CallFuzzer(target, visitors, createSeededRandom(1));
        const times: [string, number, number][] = [];
        for (const call of [...calls, ...PAGE_CALLS]) {
          const began = performance.now(),
            n = fuzzer.report.requestCount;
          await fuzzer.fuzzCall(call);
          if (process.env.FUZZ_LOG)
            appendFileSync(
              process.env.FUZZ_LOG,
              `${Math.round(performance.now() - began)} ${fuzzer.report.requestCount - n} ${call.method} ${call.path} ${JSON.stringify(fuzzer.report.failures)}\n`,
            );
          times.push([
            `${call.method} ${call.path}`,
            performance.now() - began,
            fuzzer.report.requestCount - n,
          ]);
        }
        const began = performance.now();
        for (const path of HEADER_PATHS) await fuzzer.sendAll(listHeaderRequests(path, visitors.guest));
        times.push(['headers', performance.now() - began, 0]);
        console.log(
          fuzzer.report.requestCount,
          fuzzer.report.unreachable,
          times
            .toSorted((a, b) => b[1] - a[1])
            .slice(0, 40)
            .map(([a, b, c]) => `${Math.round(b)} ${c} ${a}`),
        );
        expect(fuzzer.report.failures).toEqual([]);
        expect(fuzzer.report.unreachable).toEqual([]);
      } finally {
        target.close();
        await server.kill();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
