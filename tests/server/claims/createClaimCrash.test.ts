import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import { createClaimClient } from '../../support/claimClient.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { createSeededRandom } from '../../support/random/seededRandom.ts';
import { createServerProcess } from '../../support/serverProcess.ts';
import { startClaimWriters, type AcknowledgedClaim } from '../support/claimWriters.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import {
  CRASH_DATABASE_NAME,
  createCrashDatabase,
  type CrashDatabase,
} from '../payments/support/crashDatabase.ts';

const KILL_ROUNDS = 10;
const WRITER_COUNT = 8;

/** Minimum number of acknowledged claims. */
const MIN_ACKNOWLEDGED_CLAIMS = 250;

/** Determines the times of the kills. Set CRASH_SEED to repeat a run. */
const seed = Number(process.env.CRASH_SEED) || randomInt(1, 2 ** 31);
console.log(`CRASH_SEED=${seed}`);

describe(`${CRASH_DATABASE_NAME} under kill -9`, () => {
  test(
    `${KILL_ROUNDS} times with ${WRITER_COUNT} writers loses no claim, duplicates none, and keeps the ledger balanced`,
    { timeout: 400_000 },
    async () => {
      const database = await createCrashDatabase();
      const server = await createServerProcess({
        ...relaxedLimits,
        ...database.env,
        OPERATOR: 'manual',
        RATE_DRIFT: 'off',
      });
      const random = createSeededRandom(seed);
      try {
        await server.start();
        const client = createClaimClient((path, init) => fetch(server.origin + path, init));
        const template = await client.buildClaim('XRP', 'USDTTRC20');
        const writers = startClaimWriters(server.origin, WRITER_COUNT, () => ({
          // No quote, because it expires after a minute. The fixed course is the same after each restart.
          body: { ...template, quote: null, email: `${randomInt(1e12)}@example.com` },
          cancel: random() < 0.3,
        }));
        for (let round = 0; round < KILL_ROUNDS; round++) {
          // Counted in claims, not in time, so that a slow machine tests as much.
          const due = ((round + 1) * MIN_ACKNOWLEDGED_CLAIMS) / KILL_ROUNDS;
          await waitUntil(() => writers.acknowledged.length >= due || writers.getFailure() !== null);
          await new Promise(resolve => setTimeout(resolve, random() * 120));
          await server.kill();
          await server.start();
        }
        await writers.stop();
        await server.stop();
        const { acknowledged } = writers;
        console.log(
          `${CRASH_DATABASE_NAME}: ${acknowledged.length} acknowledged, ${writers.countCutRequests()} cut off and sent again`,
        );
        expect(writers.countCutRequests()).toBeGreaterThan(0);
        expect(acknowledged.length).toBeGreaterThanOrEqual(MIN_ACKNOWLEDGED_CLAIMS);
        await expectConsistentDatabase(database.open, acknowledged);
      } finally {
        await server.kill();
        await database.remove();
      }
    },
  );
});

/** Expects that the database contains exactly the acknowledged claims. */
async function expectConsistentDatabase(
  options: CrashDatabase['open'],
  acknowledged: readonly AcknowledgedClaim[],
): Promise<void> {
  const { db, close } = await openDatabase(options);
  try {
    const claims = await db.selectFrom('claims').selectAll().execute();
    const keys = await db.selectFrom('idempotency_keys').selectAll().execute();
    const status = new Map(claims.map(claim => [claim.id, claim.status]));
    // Each request was acknowledged in the end, so there is exactly one claim per key.
    expect(claims.length).toBe(acknowledged.length);
    expect(new Map(keys.map(row => [row.key, row.claim_id]))).toEqual(
      new Map(acknowledged.map(({ key, id }) => [key, id])),
    );
    for (const { id, cancelled } of acknowledged)
      expect(status.get(id)).toBe(cancelled ? 'cancelled' : 'waiting');
    expect(new Set(claims.map(claim => claim.number)).size).toBe(claims.length);
    await expectBalancedLedger(db);
  } finally {
    await close();
  }
}

async function waitUntil(isDone: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!isDone()) {
    if (performance.now() > deadline) throw new Error('nothing was acknowledged for 60 s');
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}
