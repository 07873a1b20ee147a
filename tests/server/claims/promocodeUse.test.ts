import { beforeEach, expect, test } from 'vitest';
import type { ClaimCreate } from '#core/contract/claim/claimCreate.ts';
import { decimalToUnits, unitsToDecimal } from '#core/exchange/amount.ts';
import { parseCourse, toReceiveUnits } from '#core/exchange/course.ts';
import { makeDueOffers } from '#server/exchange/claims/recalculation/dueOffers.ts';
import { recordPayment } from '#server/exchange/claims/payment/recordPayment.ts';
import { getCurrentCourse } from '#server/exchange/claims/recalculation/recalculation.ts';
import { loadClaimById } from '#server/exchange/claims/findClaimById.ts';
import { expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { tryChange } from '../support/tryChange.ts';

const WINDOW_MS = 30 * 60_000;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const client = createBeforeEach(() => createInProcessClient(testServer.app));
  beforeEach(async () => {
    const code = { code: 'ONCE', single_use: 1n, percent: '50', used: 0n, active: 1n, valid_until: null };
    await testServer.context.db.insertInto('promocodes').values(code).execute();
    await testServer.context.catalogue.reload();
  });

  /** A body of 2 LTC with the promocode. */
  async function buildDiscounted(): Promise<ClaimCreate> {
    await testServer.context.catalogue.reload();
    const [{ id: from }, { id: to }] = [await client.findItem('LTC'), await client.findItem('SBERRUB')];
    const path = `/api/v1/calculator/course/${from}/${to}/?promocode=ONCE`;
    const { course, quote } = (await (await testServer.get(path)).json()) as {
      course: string;
      quote: string;
    };
    const units = toReceiveUnits(decimalToUnits('2', 8), parseCourse(course), { from: 8, to: 2 }, 'down');
    const body = await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '2.00000000' });
    return { ...body, toSumma: unitsToDecimal(units, 2), promocode: 'ONCE', quote };
  }

  const countUses = async () => {
    const row = await testServer.context.db
      .selectFrom('promocodes')
      .select('used')
      .where('code', '=', 'ONCE')
      .executeTakeFirstOrThrow();
    return Number(row.used);
  };

  const payLate = (id: string) =>
    tryChange(testServer.context.db, async trx => {
      const claim = await loadClaimById(trx, id);
      return recordPayment(testServer.context, trx, claim, {
        amount: claim.from_amount,
        reference: `late ${id}`,
        receivedAt: testServer.now(),
        currentCourse: await getCurrentCourse(testServer.context, trx, claim),
      });
    });

  test.each(['cancelled', 'expired'] as const)('a claim that is %s gives its promocode back', async end => {
    const body = await buildDiscounted();
    const { id, secret } = await client.createClaim(body);
    expect(await countUses()).toBe(1);
    expect((await client.postClaim({ ...body, email: 'other@example.com' })).status).toBe(400);
    if (end === 'cancelled') await client.postStep(id, 'cancel', secret);
    testServer.advanceClock(WINDOW_MS);
    await expireOverdueClaims(testServer.context);
    expect(await countUses()).toBe(0);
    expect((await client.postClaim(await buildDiscounted())).status).toBe(201);
  });

  test('late money takes it again', async () => {
    const body = await buildDiscounted();
    const { id } = await client.createClaim(body);
    testServer.advanceClock(WINDOW_MS);
    await expireOverdueClaims(testServer.context);
    expect(await payLate(id)).toMatchObject({ ok: true, claim: { status: 'hold', promocode: 'ONCE' } });
    expect(await countUses()).toBe(1);
    const again = await client.postClaim({ ...body, email: 'other@example.com' });
    expect([again.status, await again.json()]).toMatchObject([
      400,
      { codes: { promocode: 'promocode_used' } },
    ]);
  });

  test('late money has no discount once another claim has the promocode', async () => {
    const late = await client.createClaim(await buildDiscounted());
    testServer.advanceClock(WINDOW_MS);
    await expireOverdueClaims(testServer.context);
    await client.createClaim(await buildDiscounted());
    const { course: regularCourse } = await client.createClaim(
      await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '2.00000000' }),
    );
    expect(await payLate(late.id)).toMatchObject({
      ok: true,
      claim: { status: 'hold', promocode: null, discount: '0' },
    });
    expect(await countUses()).toBe(1);
    await makeDueOffers(testServer.context);
    const status = (await (await client.fetchClaim(late.id, 'status', late.secret)).json()) as {
      can: string[];
      recalculations: { course: string }[];
    };
    expect(status.can).toContain('accept');
    expect(Number(status.recalculations[0]?.course)).toBeCloseTo(Number(regularCourse), 4);
    await expectBalancedLedger(testServer.context.db);
  });

  test('late money keeps the discount that is not the promocode’s, and the amounts follow', async () => {
    const { db, catalogue } = testServer.context;
    const late = await client.createClaim(await buildDiscounted());
    testServer.advanceClock(WINDOW_MS);
    await expireOverdueClaims(testServer.context);
    await client.createClaim(await buildDiscounted());
    const { from_id, to_id, discount } = await loadClaimById(db, late.id);
    const own = '0.1';
    expect(Number(discount)).toBeGreaterThan(Number(own));
    const row = { margin: null, discount: own, max: null, closed: null, frozen_course: null };
    await db
      .insertInto('pairs')
      .values({ from_id, to_id, ...row })
      .execute();
    await catalogue.reload();
    const { course, toSumma } = await client.createClaim(
      await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '2.00000000' }),
    );
    expect(await payLate(late.id)).toMatchObject({ ok: true, claim: { discount: own } });
    const claim = await loadClaimById(db, late.id);
    expect(Number(claim.course)).toBeCloseTo(Number(course), 4);
    expect(Number(unitsToDecimal(claim.to_amount, 2))).toBeCloseTo(Number(toSumma), 1);
    await expectBalancedLedger(db);
  });
});
