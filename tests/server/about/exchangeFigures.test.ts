import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AboutExchange } from '#core/contract/siteSettings.ts';
import { MIN_SHOWN_EXCHANGES } from '#server/exchange/claims/exchangeFigures.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import {
  createBeforeEach,
  createTestServer,
  forEachDatabase,
  type TestServer,
} from '../../support/testServer.ts';
import { createClaimDriver } from '../support/claimDriver.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const fetchAbout = async ({ get }: TestServer): Promise<AboutExchange> => {
  const settings = (await (await get('/api/v1/calculator/settings/')).json()) as { about: AboutExchange };
  return settings.about;
};

/** Asks until the figures, which are computed after a response, are there. */
async function fetchFigures(testServer: TestServer) {
  testServer.advanceClock(10 * MINUTE_MS);
  await fetchAbout(testServer);
  await new Promise(resolve => setTimeout(resolve, 200));
  // A response is repeated within a second.
  testServer.advanceClock(1000);
  return (await fetchAbout(testServer)).figures;
}

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer({ ...relaxedLimits, ABOUT_FIGURES: 'on' }));

  /** Completes an exchange by payment and payout, `minutes` after the payment. Returns its claim. */
  async function completeExchange(minutes: number): Promise<string> {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB');
    await driver.pay(driver.claim.fromSumma);
    testServer.advanceClock(minutes * MINUTE_MS);
    await driver.move('aml', 'paid', 'payout', 'completed');
    return driver.id;
  }

  /** Copies the events and payments of a claim to `count` other claims, much faster than completing them. */
  async function repeatExchange(id: string, count: number): Promise<void> {
    const { db } = testServer.context;
    const claim = await db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const events = await db.selectFrom('claim_events').selectAll().where('claim_id', '=', id).execute();
    const payments = await db.selectFrom('payments').selectAll().where('claim_id', '=', id).execute();
    for (let n = 0; n < count; n++) {
      const claim_id = randomUUID();
      const number = claim.number + 1_000n + BigInt(Math.floor(Math.random() * 1e9));
      const copy = { ...claim, id: claim_id, number, public_number: claim_id.slice(0, 12) };
      await db.insertInto('claims').values(copy).execute();
      for (const { id: _, ...event } of events)
        await db
          .insertInto('claim_events')
          .values({ ...event, claim_id })
          .execute();
      for (const { id: _, ...payment } of payments)
        await db
          .insertInto('payments')
          .values({ ...payment, claim_id, reference: randomUUID() })
          .execute();
    }
  }

  test('figures are shown from 50 exchanges on, with the median of their times, for 30 days', async () => {
    const quick = await completeExchange(4);
    const slow = await completeExchange(25);
    await repeatExchange(quick, MIN_SHOWN_EXCHANGES - 11);
    await repeatExchange(slow, 8);
    expect(await fetchFigures(testServer)).toBeNull();
    await repeatExchange(quick, 1);
    expect(await fetchFigures(testServer)).toEqual({
      days: 30,
      exchanges: MIN_SHOWN_EXCHANGES,
      payoutMinutes: 4,
    });
    // Answered from memory until they are ten minutes old.
    await repeatExchange(slow, 1);
    expect((await fetchAbout(testServer)).figures?.exchanges).toBe(MIN_SHOWN_EXCHANGES);
    await repeatExchange(slow, MIN_SHOWN_EXCHANGES);
    expect(await fetchFigures(testServer)).toMatchObject({ payoutMinutes: 25 });
    testServer.advanceClock(30 * DAY_MS);
    expect(await fetchFigures(testServer)).toBeNull();
  });

  test('a claim without a payment and a simulated one are no exchanges', async () => {
    const id = await completeExchange(4);
    await repeatExchange(id, MIN_SHOWN_EXCHANGES - 1);
    const { db } = testServer.context;
    await db.insertInto('simulated_claims').values({ claim_id: id }).execute();
    const unpaid = await createClaimDriver(testServer, 'LTC', 'SBERRUB');
    await db
      .insertInto('claim_events')
      .values({
        claim_id: unpaid.id,
        from_status: 'payout',
        to_status: 'completed',
        reason: null,
        actor: 'operator',
        note: null,
        at: BigInt(testServer.now()),
      })
      .execute();
    expect(await fetchFigures(testServer)).toBeNull();
    await repeatExchange(id, 1);
    expect(await fetchFigures(testServer)).toMatchObject({ exchanges: MIN_SHOWN_EXCHANGES });
  });

  test('what the operator does not set is not told', async () => {
    const silent = await startServer(relaxedLimits);
    expect(await fetchAbout(silent)).toEqual({ owner: null, hours: null, links: [], figures: null });
    const open = await startServer({
      ...relaxedLimits,
      ABOUT_OWNER: 'ООО «Пример», ИНН 7700000000',
      ABOUT_HOURS: 'каждый день с 9:00 до 23:00',
      ABOUT_LINKS: 'Отзывы=https://reviews.example/razmen',
    });
    expect(await fetchAbout(open)).toEqual({
      owner: 'ООО «Пример», ИНН 7700000000',
      hours: 'каждый день с 9:00 до 23:00',
      links: [{ name: 'Отзывы', url: 'https://reviews.example/razmen' }],
      figures: null,
    });
  });
});

test('a demo, whose claims nobody pays, has no figures', async () => {
  const demo = await createTestServer({ OPERATOR: 'demo', ABOUT_FIGURES: 'on', ...relaxedLimits });
  try {
    for (let n = 0; n < MIN_SHOWN_EXCHANGES; n++) {
      const driver = await createClaimDriver(demo, 'LTC', 'SBERRUB');
      await driver.pay(driver.claim.fromSumma);
      await driver.move('aml', 'paid', 'payout', 'completed');
    }
    expect(await fetchFigures(demo)).toBeNull();
  } finally {
    await demo.close();
  }
});
