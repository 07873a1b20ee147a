import { describe, expect, test } from 'vitest';
import { createClock } from '#server/platform/clock.ts';
import { createLogger } from '#server/platform/logger.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { forEachDatabase } from '../../support/testServer.ts';

const HOUR_MS = 3_600_000;

/** A clock whose reference and monotonic clock the test sets. */
async function createTestClock() {
  const state = { reference: 1_000_000, elapsed: 50, readingMs: 0 };
  const lines: string[] = [];
  const clock = await createClock({
    readReference: async () => {
      state.elapsed += state.readingMs;
      return state.reference;
    },
    elapsed: () => state.elapsed,
    log: createLogger('info', { write: line => void lines.push(line) }),
  });
  const pass = async (ms: number) => {
    state.reference += ms;
    state.elapsed += ms;
    await clock.sync();
  };
  return { clock, state, pass, lines };
}

describe('the clock of an exchange', () => {
  test('follows the drift of the reference clock', async () => {
    const { clock, state, pass } = await createTestClock();
    expect(clock.now()).toBe(1_000_000);
    await pass(1_000);
    expect(clock.now()).toBe(1_001_000);
    state.reference += 400;
    await clock.sync();
    expect(clock.now()).toBe(1_001_400);
  });

  test.each([HOUR_MS, -HOUR_MS])('ignores a step of %i ms until it has lasted for a minute', async step => {
    const { clock, state, pass, lines } = await createTestClock();
    state.reference += step;
    await clock.sync();
    for (let second = 0; second < 59; second++) await pass(1_000);
    expect(clock.now()).toBe(1_059_000);
    await pass(1_000);
    expect(clock.now()).toBe(1_060_000 + step);
    expect(lines.map(line => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      expect.stringContaining('ignored for a minute'),
      expect.stringContaining('is followed'),
    ]);
  });

  test('forgets a step that is undone', async () => {
    const { clock, state, pass } = await createTestClock();
    state.reference += HOUR_MS;
    await pass(30_000);
    state.reference -= HOUR_MS;
    await pass(31_000);
    state.reference += HOUR_MS;
    await pass(30_000);
    expect(clock.now()).toBe(1_091_000);
  });

  test('ignores a reading that took too long', async () => {
    const { clock, state } = await createTestClock();
    state.readingMs = 900;
    await clock.sync();
    expect(clock.now()).toBe(1_000_900);
  });
});

forEachDatabase(startServer => {
  test('a quote of the future is not valid', async () => {
    const testServer = await startServer();
    const client = createInProcessClient(testServer.app);
    testServer.advanceClock(HOUR_MS);
    const body = await client.buildClaim('LTC', 'SBERRUB');
    testServer.advanceClock(-HOUR_MS);
    const { db, catalogue } = testServer.context;
    // The course has moved since, within the limit of a jump, so only the quote could make the amounts valid.
    await db
      .insertInto('pairs')
      .values({
        ...(await findPairIds(testServer.context.catalogue)),
        margin: '3',
        discount: null,
        max: null,
        frozen_course: null,
        closed: null,
      })
      .execute();
    await catalogue.reload();
    const response = await client.postClaim(body);
    expect([response.status, await response.json()]).toMatchObject([409, { code: 'course_changed' }]);
  });
});

async function findPairIds(catalogue: { findCurrencyByCode: (code: string) => { id: number } | undefined }) {
  const [from, to] = ['LTC', 'SBERRUB'].map(code => catalogue.findCurrencyByCode(code)?.id ?? 0);
  return { from_id: BigInt(from ?? 0), to_id: BigInt(to ?? 0) };
}
