import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawned } from '#tests/server/spawned.ts';

/** A real server on an empty folder, ready to be measured. */
export interface Exchange {
  origin: string;
  close: () => Promise<void>;
}

/** Nobody is to be slowed down by limits. */
const CALLS = '1000000';

/** Starts it, and waits until it has compressed its files: a first visitor would pay for that. */
export async function open(): Promise<Exchange> {
  const dataDir = mkdtempSync(join(tmpdir(), 'razmen-bench-'));
  const server = await spawned({
    DATA_DIR: dataDir,
    RATE_DRIFT: 'off',
    LOG_LEVEL: 'warn',
    LIMIT_CALCULATOR_PER_MINUTE: CALLS,
    LIMIT_CALCULATOR_BURST: CALLS,
  });
  const close = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await server.start();
    const loader = await (await fetch(`${server.origin}/widget/exchange-widget.js`)).text();
    const [chunk = ''] = /[\w-]+\/element\.js/.exec(loader) ?? [];
    for (const path of ['/', `/widget/${chunk}`]) await compressed(server.origin + path);
  } catch (error) {
    await close();
    throw error;
  }
  return { origin: server.origin, close };
}

/** How long compressing everything may take, milliseconds. */
const PATIENCE = 60_000;

async function compressed(address: string) {
  for (const began = performance.now(); performance.now() - began < PATIENCE;) {
    const answer = await fetch(address, { headers: { 'accept-encoding': 'br' } });
    if (answer.headers.get('content-encoding') === 'br') return;
    await new Promise(resolve => setTimeout(resolve, 200));
  }
  throw new Error(`${address} is not compressed`);
}
