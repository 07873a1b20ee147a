import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { homePageCalls } from '#tests/support/homePageCalls.ts';
import { createServerProcess, type ServerProcess } from '#tests/support/serverProcess.ts';

/** Visitors behind one IPv4 address: an office, a mobile network. */
const VISITORS = 200;

const dataDir = mkdtempSync(join(tmpdir(), 'razmen-loads-'));
let server: ServerProcess;
beforeAll(async () => {
  // The default limits.
  server = await createServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  await server.start();
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Sends `count` requests, some at the same time, and returns how many got each status. */
async function countStatuses(count: number, getPath: (n: number) => string) {
  const counts: Record<number, number> = {};
  let next = 0;
  const sendRemaining = async () => {
    while (next < count) {
      const response = await fetch(server.origin + getPath(next++));
      await response.arrayBuffer();
      counts[response.status] = (counts[response.status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 20 }, sendRemaining));
  return counts;
}

test('200 visitors behind one address load the home page and keep it open without a 429', async () => {
  const paths = homePageCalls.flatMap(({ path, count }) => Array.from({ length: count }, () => path));
  const total = VISITORS * paths.length;
  expect(await countStatuses(total, n => paths[n % paths.length] ?? '')).toEqual({ 200: total });

  // The same server limits the same address where it matters.
  const guesses = await countStatuses(120, n => `/api/v1/calculator/course/1/19/?promocode=A${n}`);
  expect(guesses[400]).toBeGreaterThanOrEqual(80);
  expect(guesses[429]).toBeGreaterThan(30);
  // A flood of reads ends, too: 4000 tokens, and 50 more each second.
  const flood = await countStatuses(5000, () => '/api/v1/calculator/tech/');
  expect(flood[429]).toBeGreaterThan(100);
});
