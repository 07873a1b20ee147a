import { expect, test } from 'vitest';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { createInProcessClient } from '../../../support/claimClient.ts';
import { forEachDatabase } from '../../../support/testServer.ts';
import { expectBalancedLedger } from '../../support/ledgerAssertions.ts';
import { listOperatorChanges, runOperator, startServerToday } from '../../support/operatorCommand.ts';

forEachDatabase(startServer => {
  /** Creates a claim of roubles for TON and completes it. */
  async function setup() {
    const testServer = await startServerToday(startServer);
    const client = createInProcessClient(testServer.app);
    const claim = await client.createClaim(await client.buildClaim('SBERRUB', 'TON'));
    const run = (...words: string[]) => runOperator(testServer, ...words);
    await run('claim', claim.number, '--amount', claim.fromSumma, '--reference', 'first');
    await run('claim', claim.number, 'payout');
    await run('claim', claim.number, 'completed');
    const { db } = testServer.context;
    const readReserve = async () => {
      const row = await db
        .selectFrom('reserves')
        .innerJoin('currencies', 'currencies.id', 'reserves.currency_id')
        .select(['reserves.amount', 'reserves.held'])
        .where('currencies.code', '=', 'SBERRUB')
        .executeTakeFirstOrThrow();
      return { amount: unitsToDecimal(row.amount, 2), held: unitsToDecimal(row.held, 2) };
    };
    return { testServer, client, claim, run, readReserve };
  }

  test('money after the end of a claim is held in the ledger, listed, and returned', async () => {
    const { testServer, client, claim, run, readReserve } = await setup();
    expect((await run('claims', '--unsettled')).out).toBe('No claims.\n');
    const before = await readReserve();
    await testServer.context.catalogue.reload();
    const free = await client.fetchReserve('SBERRUB');
    const paid = await run('claim', claim.number, '--amount', '700.50', '--reference', 'second');
    expect(paid.out).toBe(
      `700.50 SBERRUB recorded. ${claim.number} stays completed: send this money back and record it with the command return.\n`,
    );
    expect(await readReserve()).toEqual({
      amount: (Number(before.amount) + 700.5).toFixed(2),
      held: (Number(before.held) + 700.5).toFixed(2),
    });
    // Nobody can exchange it.
    await testServer.context.catalogue.reload();
    expect(Number(await client.fetchReserve('SBERRUB'))).toBeLessThanOrEqual(Number(free));
    expect((await run('claims', '--unsettled')).out).toContain(claim.number);
    await expectBalancedLedger(testServer.context.db);

    const refuse = async (...words: string[]) => (await run('return', claim.number, ...words)).err;
    expect(await refuse('700.51', '--reference', 'back')).toBe(
      `Only 700.50 SBERRUB of ${claim.number} is to be returned.\n`,
    );
    expect(await refuse('1.001', '--reference', 'back')).toContain('is not a positive amount of SBERRUB');
    expect(await refuse('1')).toBe('--reference must have 1 to 200 characters.\n');
    expect((await run('return', claim.number, '200.5', '--reference', 'back 1')).out).toBe(
      `${claim.number}: 200.50 SBERRUB returned. 500.00 SBERRUB is still to be returned.\n`,
    );
    expect(await refuse('200.5', '--reference', 'back 1')).toBe(
      `A return of ${claim.number} with the reference “back 1” is recorded already. Nothing was changed.\n`,
    );
    expect((await run('return', claim.number, '500', '--reference', 'back 2')).out).toBe(
      `${claim.number}: 500.00 SBERRUB returned.\n`,
    );
    expect(await readReserve()).toEqual(before);
    expect((await run('claims', '--unsettled')).out).toBe('No claims.\n');
    expect(await refuse('1', '--reference', 'back 3')).toBe(
      `Nothing of ${claim.number} is to be returned: no money arrived after its end.\n`,
    );
    expect((await listOperatorChanges(testServer)).slice(-2)).toEqual([
      ['return', claim.id, { amount: '200.50', reference: 'back 1' }],
      ['return', claim.id, { amount: '500.00', reference: 'back 2' }],
    ]);
    expect((await run('claim', claim.number)).out).toMatch(/refund +back 1\n\S+ +refund +back 2\n/);
    await expectBalancedLedger(testServer.context.db);
  });

  test('money for a claim that expired is offered, not returned so', async () => {
    const testServer = await startServerToday(startServer);
    const client = createInProcessClient(testServer.app);
    const claim = await client.createClaim(await client.buildClaim('SBERRUB', 'TON'));
    const run = (...words: string[]) => runOperator(testServer, ...words);
    await run('claim', claim.number, 'expired');
    const paid = await run('claim', claim.number, '--amount', claim.fromSumma, '--reference', 'late');
    expect(paid.out).toBe(`${claim.number}: expired → hold (paid_late).\n`);
    expect((await run('claims', '--unsettled')).out).toBe('No claims.\n');
    expect((await run('return', claim.number, '1', '--reference', 'back')).err).toContain('Nothing of');
    await expectBalancedLedger(testServer.context.db);
  });

  test('money of a rejected claim, and more than was exchanged, is to be returned as well', async () => {
    const testServer = await startServerToday(startServer);
    const client = createInProcessClient(testServer.app);
    const run = (...words: string[]) => runOperator(testServer, ...words);
    const rejected = await client.createClaim(await client.buildClaim('SBERRUB', 'TON'));
    await run('claim', rejected.number, '--amount', '4000', '--reference', 'part');
    await run('claim', rejected.number, 'rejected');
    expect((await run('return', rejected.number, '4000', '--reference', 'back 1')).out).toBe(
      `${rejected.number}: 4000.00 SBERRUB returned.\n`,
    );
    const completed = await client.createClaim(await client.buildClaim('SBERRUB', 'TON'));
    await run('claim', completed.number, '--amount', completed.fromSumma, '--reference', 'all');
    await run('claim', completed.number, 'payout');
    await run('claim', completed.number, '--amount', '50', '--reference', 'more', '--force');
    await run('claim', completed.number, 'completed');
    expect((await run('claims', '--unsettled')).out).toContain(completed.number);
    expect((await run('return', completed.number, '50.01', '--reference', 'back 2')).err).toContain(
      'Only 50.00 SBERRUB',
    );
    expect((await run('return', completed.number, '50', '--reference', 'back 2')).code).toBe(0);
    expect((await run('claims', '--unsettled')).out).toBe('No claims.\n');
    await expectBalancedLedger(testServer.context.db);
  });
});
