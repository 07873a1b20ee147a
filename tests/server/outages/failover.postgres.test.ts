import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { findPostgresBinaries } from '#tools/programs/postgres.ts';
import { TEST_ACCOUNT_KEY } from '../../support/accountKeys.ts';
import { createClaimClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createServerProcess } from '../../support/serverProcess.ts';
import { startReplicatedDatabase, type ReplicatedDatabase } from './replicatedDatabase.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function startDatabase(): Promise<ReplicatedDatabase> {
  const database = await startReplicatedDatabase();
  cleanups.push(database.stop);
  return database;
}

/** Starts a server that knows both hosts, and a client that creates claims one after another until it is stopped. */
async function startExchange(hosts: string) {
  const folder = mkdtempSync(join(tmpdir(), 'razmen-failover-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const server = await createServerProcess({
    ...relaxedLimits,
    DATA_DIR: folder,
    DATABASE_URL: `postgres://postgres@${hosts}/postgres`,
    ACCOUNT_KEY: TEST_ACCOUNT_KEY,
    SEED: 'start',
  });
  cleanups.push(server.kill);
  await server.start();
  const client = createClaimClient((path, init) => fetch(server.origin + path, init));
  const body = await client.buildClaim('SBERRUB', 'LTC');
  const acknowledged: { key: string; id: string; at: number }[] = [];
  const refusals = new Set<string>();
  let isRunning = true;
  const createClaims = async () => {
    while (isRunning) {
      const key = randomUUID();
      const response = await client.postClaim(body, { key });
      const answer = (await response.json()) as { id: string; code?: string };
      if (response.status === 201) acknowledged.push({ key, id: answer.id, at: performance.now() });
      else refusals.add(`${response.status} ${answer.code} ${response.headers.get('retry-after')}`);
      await setTimeout(20);
    }
  };
  const clients = Promise.all([createClaims(), createClaims(), createClaims()]);
  return {
    acknowledged,
    refusals,
    async stop() {
      isRunning = false;
      await clients;
    },
  };
}

async function readClaimIds(port: number): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from claims');
  await client.end();
  return new Set(rows.map(({ id }) => id));
}

/** Waits for a claim that was acknowledged after `since`. Returns the milliseconds until then. */
async function measureRecovery(acknowledged: readonly { at: number }[], since: number): Promise<number> {
  await expect
    .poll(() => acknowledged.some(({ at }) => at > since), { timeout: 15_000, interval: 20 })
    .toBe(true);
  return (acknowledged.find(({ at }) => at > since)?.at ?? Infinity) - since;
}

/** Measured: 0.1 and 3 s. Other tests use the same cores. */
const MAX_RECOVERY_MS = { promoted: 3_000, silent: 8_000 };

/** The tests start clusters of their own, which another database at TEST_DATABASE_URL does not offer. */
const isInstalled = findPostgresBinaries() !== undefined;

test.skipIf(!isInstalled)(
  'claims are created again within a second after a standby was promoted, and none is lost',
  { timeout: 180_000 },
  async () => {
    const database = await startDatabase();
    const exchange = await startExchange(
      `127.0.0.1:${database.primaryPort},127.0.0.1:${database.standbyPort}`,
    );
    await expect.poll(() => exchange.acknowledged.length).toBeGreaterThan(20);
    database.killPrimary();
    await setTimeout(500);
    database.promoteStandby();
    expect(await measureRecovery(exchange.acknowledged, performance.now())).toBeLessThan(
      MAX_RECOVERY_MS.promoted,
    );
    await exchange.stop();
    expect([...exchange.refusals]).toEqual(['503 database_unavailable 2']);
    const stored = await readClaimIds(database.standbyPort);
    expect(exchange.acknowledged.filter(({ id }) => !stored.has(id))).toEqual([]);
  },
);

test.skipIf(!isInstalled)(
  'a primary that gives no answer any more is given up within five seconds after the promotion',
  { timeout: 180_000 },
  async () => {
    const database = await startDatabase();
    const proxy = await startSilentProxy(database.primaryPort);
    const exchange = await startExchange(`127.0.0.1:${proxy.port},127.0.0.1:${database.standbyPort}`);
    await expect.poll(() => exchange.acknowledged.length).toBeGreaterThan(20);
    proxy.silence();
    database.promoteStandby();
    expect(await measureRecovery(exchange.acknowledged, performance.now())).toBeLessThan(
      MAX_RECOVERY_MS.silent,
    );
    await exchange.stop();
    const stored = await readClaimIds(database.standbyPort);
    expect(exchange.acknowledged.filter(({ id }) => !stored.has(id))).toEqual([]);
  },
);

/** Forwards connections to a port. After `silence` it accepts and drops everything, as a lost network does. */
async function startSilentProxy(target: number) {
  let isSilent = false;
  const sockets: Socket[] = [];
  const server = createServer(socket => {
    sockets.push(socket);
    socket.on('error', () => {});
    if (isSilent) return;
    const upstream = connect(target, '127.0.0.1');
    sockets.push(upstream);
    upstream.on('error', () => {});
    socket.on('data', data => isSilent || upstream.write(data));
    upstream.on('data', data => isSilent || socket.write(data));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    silence: () => void (isSilent = true),
  };
}
