import { expect, test } from 'vitest';
import * as v from 'valibot';
import { ChangedTerms } from '#core/contract/claim/claimCreate.ts';
import { decimalToUnits } from '#core/exchange/amount.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import { freezeCourse } from '../../../support/frozenCourse.ts';
import { createInProcessClient } from '../../../support/claimClient.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { runOperator, startServerToday } from '../../support/operatorCommand.ts';
import { keepOneRequisite } from '../../support/paymentRequisites.ts';
import { expectBalancedLedger } from '../../support/ledgerAssertions.ts';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const client = createBeforeEach(() => createInProcessClient(testServer.app));

  const postClaim = async (fromSumma: string, from = 'LTC') =>
    client.postClaim(await client.buildClaim(from, 'SBERRUB', { fromSumma }));

  const keepOneAddress = (code = 'LTC') => keepOneRequisite(testServer, code);

  /** What each open claim of a currency expects: address, memo and amount. */
  const listExpected = async () => {
    const rows = await testServer.context.db
      .selectFrom('claims')
      .select(['pay_to', 'from_amount'])
      .where('status', '=', 'waiting')
      .execute();
    return rows.map(({ pay_to, from_amount }) => {
      const { value, memo } = JSON.parse(pay_to ?? '{}') as { value: string; memo: { value: string } | null };
      return [value, memo?.value ?? '', from_amount].join();
    });
  };

  const readTerms = async (response: Response) => {
    expect(response.status).toBe(409);
    return v.parse(ChangedTerms, await response.json());
  };

  test('equal amounts get addresses of their own', async () => {
    for (let count = 0; count < 3; count++) expect((await postClaim('0.5')).status).toBe(201);
    expect(new Set(await listExpected()).size).toBe(3);
  });

  test('without a free address the amount is shifted before the claim exists, and shown', async () => {
    await keepOneAddress();
    expect((await postClaim('0.5')).status).toBe(201);
    const body = await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '0.5' });
    const terms = await readTerms((await client.postClaim(body)) as Response);
    expect(terms).toMatchObject({
      code: 'amount_taken',
      detail: 'Сумма изменилась. Проверьте новые суммы',
      fromSumma: '0.50000100',
    });
    expect(Number(terms.toSumma)).toBeGreaterThan(Number(body.toSumma));
    expect(await listExpected()).toHaveLength(1);
    await expectBalancedLedger(testServer.context.db);
    const { fromSumma, toSumma, quote } = terms;
    expect((await client.postClaim({ ...body, fromSumma, toSumma, quote })).status).toBe(201);
    expect(new Set(await listExpected()).size).toBe(2);
  });

  test('an amount may be repeated once its claim has ended, or in another currency', async () => {
    await keepOneAddress();
    await keepOneAddress('SOL');
    const first = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '0.5' }));
    expect((await postClaim('0.5', 'SOL')).status).toBe(201);
    expect((await postClaim('0.5')).status).toBe(409);
    await client.fetchClaim(first.id, 'cancel', first.secret);
    expect((await postClaim('0.5')).status).toBe(201);
  });

  test('a memo, a card and a merchant tell payments of equal amounts apart', async () => {
    await keepOneAddress('XRP');
    for (let count = 0; count < 3; count++) expect((await postClaim('20', 'XRP')).status).toBe(201);
    expect(new Set(await listExpected()).size).toBe(3);
    for (let count = 0; count < 3; count++) {
      const body = await client.buildClaim('TBRUB', 'LTC', { fromSumma: '5000' });
      expect((await client.postClaim(body)).status).toBe(201);
    }
  });

  test('without a free amount within 0.1 % the answer is 503 with the time of the next free one', async () => {
    await keepOneAddress('USDTTRC20');
    // 50.00 may become 50.01 to 50.05; less than the minimum is not offered.
    const taken = [];
    for (let count = 0; count < 6; count++) {
      const created = await client.createClaim(
        await client.buildClaim('USDTTRC20', 'SBERRUB', { fromSumma: '50.00' }),
      );
      taken.push(created.fromSumma);
      testServer.advanceClock(1_000);
    }
    expect(taken.toSorted()).toEqual(['50.00', '50.01', '50.02', '50.03', '50.04', '50.05']);
    const response = await postClaim('50.00', 'USDTTRC20');
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'requisites_busy' });
    expect(response.headers.get('retry-after')).toBe(String(30 * 60 - 6));
    expect(await listExpected()).toHaveLength(6);
    await expectBalancedLedger(testServer.context.db);
    // Between two others there is room below as well.
    await client.createClaim(await client.buildClaim('USDTTRC20', 'SBERRUB', { fromSumma: '60.00' }));
    const terms = await readTerms(await postClaim('60.00', 'USDTTRC20'));
    expect(terms.fromSumma).toBe('60.01');
    const second = await client.buildClaim('USDTTRC20', 'SBERRUB', { fromSumma: '60.01' });
    expect((await client.postClaim(second)).status).toBe(201);
    expect((await readTerms(await postClaim('60.00', 'USDTTRC20'))).fromSumma).toBe('59.99');
  });

  test('eight claims at once never share address and amount', async () => {
    await keepOneAddress();
    const body = await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '0.5' });
    const created = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        client.createClaim({ ...body, email: `p${index}@example.com` }),
      ),
    );
    expect(new Set(created.map(({ fromSumma }) => fromSumma)).size).toBe(8);
    expect(new Set(await listExpected()).size).toBe(8);
    for (const { fromSumma } of created) {
      const shift = decimalToUnits(fromSumma, 8) - decimalToUnits('0.5', 8);
      expect(shift < 0n ? -shift : shift).toBeLessThanOrEqual(decimalToUnits('0.0005', 8));
    }
  });

  test('a claim that gets its address later waits for a free one', async () => {
    await keepOneAddress();
    const { db, now } = testServer.context;
    const later = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '0.5' }));
    await db.updateTable('claims').set({ pay_to: null, status: 'requisites' }).execute();
    expect((await postClaim('0.5')).status).toBe(201);
    const operator = await startServerToday(async () => testServer);
    const waiting = await runOperator(operator, 'claim', later.id, 'waiting');
    expect(waiting).toMatchObject({
      code: 1,
      err: expect.stringContaining('no open claim for the same amount uses') as string,
    });
    const [other] = await db.selectFrom('claims').select('id').where('status', '=', 'waiting').execute();
    const cancel = { id: other?.id ?? '', to: 'cancelled', actor: 'operator', now: now() } as const;
    await runInTransaction(db, trx => transitionClaim(testServer.context, trx, cancel));
    expect(await runOperator(operator, 'claim', later.id, 'waiting')).toMatchObject({ code: 0 });
  });

  test('limits that moved with the course end the search, and the new course is offered', async () => {
    await keepOneAddress('DOGE');
    const { min = '' } = await client.findItem('DOGE');
    await freezeCourse(testServer, 'DOGE', 'SBERRUB', '12');
    const fromSumma = (Number(min) * 4).toFixed(8);
    await client.createClaim(await client.buildClaim('DOGE', 'SBERRUB', { fromSumma }));
    const body = await client.buildClaim('DOGE', 'SBERRUB', { fromSumma });
    // Afterwards the amount is below the minimum of the present course, but not of the quoted one.
    const { id } = await client.findItem('SBERRUB');
    const received = decimalToUnits(body.toSumma, 2);
    await testServer.context.db
      .updateTable('currencies')
      .set({ min: received, min_verification: received, default_amount: null })
      .where('id', '=', BigInt(id))
      .execute();
    await freezeCourse(testServer, 'DOGE', 'SBERRUB', '11.88');
    const began = performance.now();
    const terms = await readTerms((await client.postClaim(body)) as Response);
    expect(terms).toMatchObject({ code: 'course_changed', course: '11.88' });
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
