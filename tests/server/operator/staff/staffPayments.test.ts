import { expect, test } from 'vitest';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { createClaimDriver } from '../../support/claimDriver.ts';
import { expectBalancedLedger } from '../../support/ledgerAssertions.ts';
import { runOperator, startServerToday } from '../../support/operatorCommand.ts';
import { callOperator, openStaff, readOperator } from './support/staffBrowser.ts';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));
  const createClaim = (fromSumma: string) => createClaimDriver(testServer, 'SBERRUB', 'TON', fromSumma);

  test('a payment that is recorded already is refused with the claim that has it', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const [first, second] = [await createClaim('7000'), await createClaim('7000')];
    const payment = { amount: '7000', reference: 'БАНК-7', seen: 'waiting' };
    await readOperator(cashier, `claims/${first.id}/payments/`, payment);
    for (const [{ id }, seen] of [[second, 'waiting'] as const, [first, 'paid'] as const]) {
      const refused = await callOperator(cashier, `claims/${id}/payments/`, { ...payment, seen });
      expect([refused.status, await refused.json()]).toEqual([
        409,
        expect.objectContaining({ code: 'reference_used', claim: first.claim.number, claimId: first.id }),
      ]);
    }
  });

  test('asks before it records a transfer whose number and amount are recorded in another form', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const claims = [await createClaim('7000'), await createClaim('7000'), await createClaim('7000')];
    const dated = '9100 28.11.2026 22:17:00 7000.00';
    const pay = (index: number, reference: string, more: object = {}) =>
      callOperator(cashier, `claims/${claims[index]?.id}/payments/`, {
        amount: '7000',
        reference,
        seen: 'waiting',
        ...more,
      });
    expect((await pay(0, dated)).status).toBe(200);
    // Another day, another amount and another number are other transfers.
    const other = await createClaim('8000');
    const otherAmount = { amount: '8000', reference: '№9100', seen: 'waiting' };
    expect((await callOperator(cashier, `claims/${other.id}/payments/`, otherAmount)).status).toBe(200);
    expect((await pay(1, '9100 27.11.2026 22:17:00 7000.00')).status).toBe(200);
    for (const reference of ['9100', '№ 09100', '9100 Иван']) {
      const refused = await pay(2, reference);
      expect([refused.status, await refused.json()]).toEqual([
        409,
        expect.objectContaining({
          code: 'payment_similar',
          claim: claims[0]?.claim.number,
          claimId: claims[0]?.id,
        }),
      ]);
    }
    const { err } = await runOperator(
      testServer,
      'claim',
      claims[2]?.claim.number ?? '',
      '--amount',
      '7000',
      '--reference',
      '9100',
    );
    expect(err).toContain(`${claims[0]?.claim.number} has a payment of the same amount`);
    expect((await claims[2]?.fetchRow())?.status).toBe('waiting');
    expect((await pay(2, '9100', { force: true })).status).toBe(200);
    await expectBalancedLedger(testServer.context.db);
  });

  test('asks before it records an amount ten times more or less than what is still expected', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const { id, claim, fetchRow } = await createClaim('7000');
    const pay = (amount: string, seen: string, more: object = {}) =>
      callOperator(cashier, `claims/${id}/payments/`, { amount, reference: `N${amount}`, seen, ...more });
    for (const amount of ['70000', '700', '700000', '0.01']) {
      const refused = await pay(amount, 'waiting');
      expect([refused.status, await refused.json()]).toEqual([
        409,
        expect.objectContaining({
          code: 'payment_far',
          amount: Number(amount).toFixed(2),
          expected: '7000.00',
        }),
      ]);
    }
    const byCommand = ['claim', claim.number, '--amount', '700', '--reference', 'N700'];
    expect((await runOperator(testServer, ...byCommand)).err).toContain(
      '700.00 SBERRUB is ten times more or less than the 7000.00 that',
    );
    expect(await testServer.context.db.selectFrom('payments').selectAll().execute()).toEqual([]);
    expect((await fetchRow()).status).toBe('waiting');
    expect((await runOperator(testServer, ...byCommand, '--force')).code).toBe(0);
    // 6300 are still expected: just more than a tenth of it is no doubt. Any amount is one when nothing is expected.
    expect(await readRefusal(await pay('630', 'hold'))).toEqual([409, 'payment_far']);
    expect((await pay('630.01', 'hold')).status).toBe(200);
    expect((await pay('5669.99', 'hold')).status).toBe(200);
    expect((await fetchRow()).status).toBe('paid');
    const again = await pay('1', 'paid');
    expect([again.status, await again.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'payment_far', expected: '0.00' }),
    ]);
    const excess = ['claim', claim.number, '--amount', '1', '--reference', 'N1'];
    expect((await runOperator(testServer, ...excess)).err).toContain('has received its whole amount');
    expect((await runOperator(testServer, ...excess, '--force')).code).toBe(0);
    await expectBalancedLedger(testServer.context.db);
  });

  test('a number by hand is found by the number with a date, also if both come at once', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const claims = [await createClaim('7000'), await createClaim('7000')];
    const references = ['0042', '42 28.11.2026 7000.00'];
    const codes = await Promise.all(
      claims.map(({ id }, index) =>
        callOperator(cashier, `claims/${id}/payments/`, {
          amount: '7000',
          reference: references[index],
          seen: 'waiting',
        }).then(readRefusal),
      ),
    );
    expect(codes.map(([status]) => status).toSorted()).toEqual([200, 409]);
    const loser = codes.findIndex(([status]) => status === 409);
    expect(codes[loser]).toEqual([409, 'payment_similar']);
  });
});
