import { expect, test } from 'vitest';
import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import { relaxedLimits } from '../../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../../support/testServer.ts';
import { readRefusal } from '../../../accounts/support/passkeyBrowser.ts';
import { createClaimDriver } from '../../../support/claimDriver.ts';
import { expectBalancedLedger } from '../../../support/ledgerAssertions.ts';
import { startServerToday } from '../../../support/operatorCommand.ts';
import { callOperator, openStaff, readOperator } from '../support/staffBrowser.ts';

const HASH = 'ab'.repeat(32);

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));

  async function createClaims(from: string, amount: string) {
    const cashier = await openStaff(testServer, 'cashier');
    const claims = [
      await createClaimDriver(testServer, from, 'SBERRUB', amount),
      await createClaimDriver(testServer, from, 'SBERRUB', amount),
    ];
    const pay = (index: number, reference: string, more: object = {}) =>
      callOperator(cashier, `claims/${claims[index]?.id}/payments/`, {
        amount: claims[index]?.claim.fromSumma,
        reference,
        seen: 'waiting',
        ...more,
      });
    const readExpected = async () =>
      (await readOperator<OperatorClaimDetail>(cashier, `claims/${claims[1]?.id}/`)).payment?.reference;
    return { claims, pay, readExpected };
  }

  test.each(['TON', 'USDTTON', 'XRP'])(
    'a hash alone is the same payment in %s as one that a node reports',
    async from => {
      const { claims, pay, readExpected } = await createClaims(from, '100');
      expect(await readExpected()).toBe('hash');
      const stored = `${from === 'XRP' ? HASH.toUpperCase() : HASH}:0`;
      expect(await claims[0]?.pay('100', { reference: stored })).toMatchObject({ ok: true });
      expect(await readRefusal(await pay(1, HASH))).toEqual([409, 'reference_used']);
    },
  );

  test.each([
    ['USDTTRC20', 'log', /Logs/],
    ['BTC', 'output', /среди выходов/],
  ])(
    '%s needs the number of the %s, and asks if the hash is recorded with another',
    async (from, kind, text) => {
      const { pay, readExpected } = await createClaims(from, from === 'BTC' ? '0.01' : '100');
      expect(await readExpected()).toBe(kind);
      const refused = await pay(1, HASH);
      expect([refused.status, await refused.json()]).toEqual([
        400,
        expect.objectContaining({ reference: [expect.stringMatching(text)] }),
      ]);
      const answers = await Promise.all([pay(0, `${HASH}:0`), pay(1, `${HASH}:7`)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const loser = answers.findIndex(({ status }) => status === 409);
      expect(await answers[loser]?.json()).toMatchObject({
        code: 'transaction_similar',
        detail: expect.stringContaining('с другим номером') as string,
      });
      expect((await pay(loser, `${HASH}:${loser * 7}`, { force: true })).status).toBe(200);
      await expectBalancedLedger(testServer.context.db);
    },
  );
});
