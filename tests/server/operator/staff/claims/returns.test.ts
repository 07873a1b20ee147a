import { expect, test } from 'vitest';
import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import type { Today } from '#core/contract/operator/today/today.ts';
import { createInProcessClient } from '../../../../support/claimClient.ts';
import { relaxedLimits } from '../../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../../support/testServer.ts';
import type { AccountBrowser } from '../../../accounts/support/accountBrowser.ts';
import { readRefusal } from '../../../accounts/support/passkeyBrowser.ts';
import { expectBalancedLedger } from '../../../support/ledgerAssertions.ts';
import { listOperatorChanges, runOperator, startServerToday } from '../../../support/operatorCommand.ts';
import { callOperator, openStaff, readOperator } from '../support/staffBrowser.ts';
import { openAnnaAndBoris } from '../support/twoPeople.ts';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));

  /** A rejected claim of 7 000 ₽ that was paid. */
  async function createRejected() {
    const client = createInProcessClient(testServer.app);
    const claim = await client.createClaim(await client.buildClaim('SBERRUB', 'TON', { fromSumma: '7000' }));
    for (const change of [
      ['--amount', '7000', '--reference', 'IN-1'],
      ['hold', '--reason', 'manual'],
      ['rejected', '--reason', 'manual'],
    ])
      expect((await runOperator(testServer, 'claim', claim.id, ...change)).err).toBe('');
    return claim;
  }

  const sendBack = (browser: AccountBrowser, id: string, change: object) =>
    callOperator(browser, `claims/${id}/returns/`, {
      amount: '7000',
      reference: 'OUT-1',
      seen: '7000',
      ...change,
    });

  test('returns money without a claim in parts, and refuses what is not there', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const { id, number } = await createRejected();
    const readGroup = async () =>
      (await readOperator<Today>(cashier, 'today/')).groups.find(({ kind }) => kind === 'unsettled')?.rows;
    expect(await readGroup()).toMatchObject([{ title: number, amount: '7000.00', currency: 'SBERRUB' }]);
    const refuse = async (change: object) => readRefusal(await sendBack(cashier, id, change));
    expect(await refuse({ amount: '7000.01' })).toEqual([400, { amount: 'return_too_large' }]);
    expect(await refuse({ amount: '0' })).toEqual([400, { amount: 'number_format' }]);
    expect(await refuse({ reference: ' ' })).toEqual([400, { reference: 'empty' }]);
    expect(await refuse({ seen: '6999' })).toEqual([409, 'claim_changed']);
    const dealer = await openStaff(testServer, 'dealer');
    expect((await sendBack(dealer, id, {})).status).toBe(403);

    expect((await sendBack(cashier, id, { amount: '2000' })).status).toBe(200);
    expect(await readGroup()).toMatchObject([{ amount: '5000.00' }]);
    expect(await refuse({ amount: '5000', seen: '5000' })).toEqual([400, { reference: 'return_recorded' }]);
    const last = await sendBack(cashier, id, { amount: '5000', reference: 'OUT-2', seen: '5000.00' });
    expect((await last.json()) as OperatorClaimDetail).toMatchObject({ status: 'rejected', unsettled: null });
    expect(await readGroup()).toBeUndefined();
    expect(await refuse({ amount: '1', reference: 'OUT-3', seen: '0' })).toEqual([
      400,
      { amount: 'return_too_large' },
    ]);
    expect((await listOperatorChanges(testServer)).filter(([command]) => command === 'return')).toEqual([
      ['return', id, { amount: '2000.00', reference: 'OUT-1' }],
      ['return', id, { amount: '5000.00', reference: 'OUT-2' }],
    ]);
    await expectBalancedLedger(testServer.context.db);
  });

  test('of two people who return the same money one wins, and the other reads who', async () => {
    const [anna, boris] = await openAnnaAndBoris(testServer, 'cashier');
    const { id } = await createRejected();
    const answers = await Promise.all([
      sendBack(anna, id, { reference: 'OUT-A' }),
      sendBack(boris, id, { reference: 'OUT-B' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const loser = answers.findIndex(({ status }) => status === 409);
    expect(await answers[loser]?.json()).toMatchObject({
      code: 'claim_changed',
      by: ['boris@razmen.example', 'anna@razmen.example'][loser],
    });
    await expectBalancedLedger(testServer.context.db);
  });
});
