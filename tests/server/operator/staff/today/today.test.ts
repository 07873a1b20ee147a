import { expect, test } from 'vitest';
import type { Today } from '#core/contract/operator/today/today.ts';
import { createInProcessClient } from '../../../../support/claimClient.ts';
import { relaxedLimits } from '../../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../../support/testServer.ts';
import { createVerificationClient } from '../../../../support/verificationClient.ts';
import { runOperator, startServerToday } from '../../../support/operatorCommand.ts';
import { callOperator, openStaff, readOperator } from '../support/staffBrowser.ts';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));

  test('shows what waits, since when, and who works on it; first what the role can do', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    expect((await readOperator<Today>(cashier, 'today/')).groups).toEqual([]);
    const client = createInProcessClient(testServer.app);
    const paid = await client.createClaim(await client.buildClaim('SBERRUB', 'TON'));
    const run = async (...words: string[]) => {
      const { code, err } = await runOperator(testServer, ...words);
      expect([code, err]).toEqual([0, '']);
    };
    await run('claim', paid.id, '--amount', paid.fromSumma, '--reference', 'A-1');
    await callOperator(cashier, `claims/${paid.id}/take/`, {});
    const ended = await client.createClaim(await client.buildClaim('USDTTRC20', 'SBERRUB'));
    await run('claim', ended.id, 'cancelled');
    const verifications = createVerificationClient(testServer);
    const card = await verifications.createPending(await verifications.createClaim());
    await run('reserve', 'BTC', '0');
    await testServer.context.catalogue.reload();
    const { groups } = await readOperator<Today>(cashier, 'today/');
    expect(groups.map(({ kind, right, count }) => [kind, right, count])).toEqual([
      ['payouts', 'payouts', 1],
      ['verifications', 'verifications', 1],
      ['reserves', 'reserves', 1],
    ]);
    expect(groups[0]?.rows).toEqual([
      {
        id: paid.id,
        target: 'claim',
        title: paid.number,
        state: 'paid',
        // What goes out.
        amount: paid.toSumma,
        currency: 'TON',
        since: groups[0]?.oldest,
        takenBy: 'cashier@razmen.example',
      },
    ]);
    expect(groups[1]?.rows[0]).toMatchObject({ id: card.id, target: 'verification' });
    expect(groups[2]?.rows[0]).toMatchObject({ id: 'BTC', amount: '0.00000000' });
    const support = await openStaff(testServer, 'support');
    expect((await readOperator<Today>(support, 'today/')).groups[0]?.kind).toBe('verifications');
  });
});
