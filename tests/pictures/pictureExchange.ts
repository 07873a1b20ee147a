import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/platform/database/database.ts';
import { createClaimClient } from '#tests/support/claimClient.ts';
import { createServerProcess } from '#tests/support/serverProcess.ts';
import { CLAIM_TIME, PICTURE_TIME } from './pictureTime.ts';

/** A real exchange with fixed prices, a fixed clock and fixed claim numbers. */
export interface PictureExchange {
  origin: string;
  /** Path of the page of a claim that waits for its payment, with the secret. */
  claimPath: string;
  close: () => Promise<void>;
}

/** The server's key, from which the public numbers of claims follow. */
const FIXED_SECRET = Buffer.alloc(32, 'pictures').toString('base64url');

/** Creates the database with the fixed key. The server adds the rest at its start. */
async function createDatabase(dataDir: string): Promise<void> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null, createIfMissing: true });
  await db
    .insertInto('settings')
    .values({ name: 'secret', value: JSON.stringify(FIXED_SECRET) })
    .execute();
  await close();
}

/** Prepares a server on this folder whose clock stands at `time`, milliseconds since 1970 UTC. */
const createServer = (dataDir: string, time: number) =>
  createServerProcess({
    DATA_DIR: dataDir,
    SEED: 'start',
    RATE_DRIFT: 'off',
    LOG_LEVEL: 'warn',
    FIXED_TIME: String(time),
    NODE_OPTIONS: `--import=${new URL('fixedClock.ts', import.meta.url)}`,
  });

/** Creates a claim as the form does, at its own time. Returns the path of its page. */
async function createClaim(dataDir: string): Promise<string> {
  const server = await createServer(dataDir, CLAIM_TIME);
  try {
    await server.start();
    const client = createClaimClient((path, init) => fetch(server.origin + path, init));
    const body = await client.buildClaim('BTC', 'SBERRUB', { fromSumma: '0.05' });
    const { id, secret } = await client.createClaim({ ...body, email: 'anna@example.com' });
    return `/claim/${id}#${secret}`;
  } finally {
    await server.stop();
  }
}

/** Starts the exchange on a temporary folder, which `close` removes. */
export async function startPictureExchange(): Promise<PictureExchange> {
  const dataDir = mkdtempSync(join(tmpdir(), 'razmen-pictures-'));
  const server = await createServer(dataDir, PICTURE_TIME);
  async function close() {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  try {
    await createDatabase(dataDir);
    const claimPath = await createClaim(dataDir);
    await server.start();
    return { origin: server.origin, claimPath, close };
  } catch (error) {
    await close();
    throw error;
  }
}
