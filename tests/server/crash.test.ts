import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import type { Config } from '#server/config.ts';
import * as database from '#server/database/database.ts';
import { applicant } from './applicant.ts';
import { expectLedger } from './balance.ts';
import { spawned } from './spawned.ts';
import { writers, type Acknowledged } from './writers.ts';
import { roomy } from './roomy.ts';

const ROUNDS = 20;
const WRITERS = 8;

/** Claims that both databases have to acknowledge together. */
const ENOUGH = 500;

/** The moments of the kills follow from it: CRASH_SEED=… repeats a run's. */
const seed = Number(process.env.CRASH_SEED) || randomInt(1, 2 ** 31);
console.log(`CRASH_SEED=${seed}`);

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Place {
  env: Record<string, string>;
  open: Pick<Config, 'dataDir' | 'databaseUrl'>;
  remove: () => Promise<void>;
}

async function folder(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'razmen-crash-'));
  return {
    env: { DATA_DIR: dataDir },
    open: { dataDir, databaseUrl: null },
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

async function ownDatabase(server: string): Promise<Place> {
  const name = `crash_${seed}_${randomInt(1e9)}`;
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await administer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const files = await folder();
  return {
    env: { ...files.env, DATABASE_URL: url.href, SEED: 'start' },
    open: { ...files.open, databaseUrl: url.href },
    remove: async () => {
      await files.remove();
      await administer(`drop database ${name} with (force)`);
    },
  };
}

const server = process.env.TEST_DATABASE_URL;
const places: [string, (() => Promise<Place>) | undefined][] = [
  ['SQLite', folder],
  ['PostgreSQL', server ? () => ownDatabase(server) : undefined],
];

describe.each(places)('%s under kill -9', (name, make) => {
  test.skipIf(!make)(
    `${ROUNDS} times with ${WRITERS} writers loses no claim, doubles none, and keeps the ledger right`,
    { timeout: 400_000 },
    async () => {
      if (!make) return;
      const place = await make();
      const server = await spawned({ ...roomy, ...place.env, OPERATOR: 'manual', RATE_DRIFT: 'off' });
      const random = chance(seed);
      try {
        await server.start();
        const client = applicant((path, init) => fetch(server.origin + path, init));
        const template = await client.body('XRP', 'USDTTRC20');
        const people = writers(server.origin, WRITERS, () => ({
          // Without a quote: it would outlive its minute; the fixed course is told again after each start.
          body: { ...template, quote: null, email: `${randomInt(1e12)}@example.com` },
          cancel: random() < 0.3,
        }));
        for (let round = 0; round < ROUNDS; round++) {
          // A slow machine takes longer, it does not test less.
          const due = ((round + 1) * ENOUGH) / places.length / ROUNDS;
          await until(() => people.acknowledged.length >= due || people.failure() !== null);
          await new Promise(resolve => setTimeout(resolve, random() * 120));
          await server.kill();
          await server.start();
        }
        await people.finish();
        await server.stop();
        const { acknowledged } = people;
        console.log(`${name}: ${acknowledged.length} acknowledged, ${people.cut()} cut off and sent again`);
        expect(people.cut()).toBeGreaterThan(0);
        expect(acknowledged.length).toBeGreaterThanOrEqual(ENOUGH / places.length);
        await audit(place.open, acknowledged);
      } finally {
        await server.kill();
        await place.remove();
      }
    },
  );
});

/** The database after everything, against what the writers were told. */
async function audit(options: Place['open'], acknowledged: readonly Acknowledged[]): Promise<void> {
  const { db, close } = await database.open(options);
  try {
    const claims = await db.selectFrom('claims').selectAll().execute();
    const keys = await db.selectFrom('idempotency_keys').selectAll().execute();
    const status = new Map(claims.map(claim => [claim.id, claim.status]));
    // Every wish was acknowledged in the end, so there is one claim a key and no other.
    expect(claims.length).toBe(acknowledged.length);
    expect(new Map(keys.map(row => [row.key, row.claim_id]))).toEqual(
      new Map(acknowledged.map(({ key, id }) => [key, id])),
    );
    for (const { id, cancelled } of acknowledged)
      expect(status.get(id)).toBe(cancelled ? 'cancelled' : 'waiting');
    expect(new Set(claims.map(claim => claim.number)).size).toBe(claims.length);
    await expectLedger(db);
  } finally {
    await close();
  }
}

async function until(so: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!so()) {
    if (performance.now() > deadline) throw new Error('nothing was acknowledged for 60 s');
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}
