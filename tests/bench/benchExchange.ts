import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServerProcess } from '#tests/support/serverProcess.ts';

/** A real server on an empty folder for measurements. */
export interface BenchExchange {
  origin: string;
  close: () => Promise<void>;
}

/** Disables rate limits, which would distort the measurements. */
const UNLIMITED_CALLS = '1000000';

/**
 * Starts the server, with these variables in addition, and waits for its file compression. Otherwise the first visit
 * would include that time.
 */
export async function startBenchExchange(env: Record<string, string> = {}): Promise<BenchExchange> {
  const dataDir = mkdtempSync(join(tmpdir(), 'razmen-bench-'));
  const server = await createServerProcess({
    DATA_DIR: dataDir,
    RATE_DRIFT: 'off',
    LOG_LEVEL: 'warn',
    LIMIT_READS_PER_MINUTE: UNLIMITED_CALLS,
    LIMIT_CALCULATOR_PER_MINUTE: UNLIMITED_CALLS,
    LIMIT_CALCULATOR_BURST: UNLIMITED_CALLS,
    ...env,
  });
  const close = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await server.start();
    const loader = await (await fetch(`${server.origin}/widget/exchange-widget.js`)).text();
    const [chunk = ''] = /[\w-]+\/element\.js/.exec(loader) ?? [];
    for (const path of ['/', `/widget/${chunk}`]) await waitUntilCompressed(server.origin + path);
  } catch (error) {
    await close();
    throw error;
  }
  return { origin: server.origin, close };
}

/** Timeout of the compression in milliseconds. */
const COMPRESSION_TIMEOUT_MS = 60_000;

/** Waits until the server sends the file of this address compressed. Throws after a minute. */
export async function waitUntilCompressed(address: string) {
  for (const began = performance.now(); performance.now() - began < COMPRESSION_TIMEOUT_MS;) {
    const response = await fetch(address, { headers: { 'accept-encoding': 'br' } });
    if (response.headers.get('content-encoding') === 'br') return;
    await new Promise(resolve => setTimeout(resolve, 200));
  }
  throw new Error(`${address} is not compressed`);
}
