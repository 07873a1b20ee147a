import { expect, test } from 'vitest';
import { DAY_MS, toExchangeDay } from '#core/exchange/exchangeDay.ts';
import type { AuditRecords } from '#core/contract/operator/audit.ts';
import type { StaffRole } from '#core/contract/operator/staff.ts';
import { createInProcessClient } from '../../../support/claimClient.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { openAccount } from '../../accounts/support/accountBrowser.ts';
import { readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { createOperatorCalls } from '../../support/operatorCalls.ts';
import { startServerToday } from '../../support/operatorCommand.ts';
import { callOperator, openStaff, readOperator } from './support/staffBrowser.ts';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));
  const calls = createBeforeEach(() => createOperatorCalls(testServer));

  test('lists what staff and commands have changed, newest first, by person and by object', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const client = createInProcessClient(testServer.app);
    const claim = await client.createClaim(await client.buildClaim('SBERRUB', 'TON'));
    await calls.succeed('reserve LTC 7 --force --as 100%_boris');
    await callOperator(cashier, `claims/${claim.id}/status/`, { to: 'cancelled', seen: 'waiting' });
    const list = async (query: string) =>
      (await readOperator<AuditRecords>(cashier, `audit/${query}`)).results;
    const { count, results, next } = await readOperator<AuditRecords>(cashier, 'audit/?size=2');
    expect([count, results.length]).toEqual([3, 2]);
    expect(next).toContain('page=2');
    expect(results).toMatchObject([
      {
        by: 'cashier@razmen.example',
        network: expect.stringMatching(/\/24$/) as string,
        command: 'claim',
        target: claim.id,
        claim: { id: claim.id, publicNumber: claim.number },
        detail: { from: 'waiting', to: 'cancelled' },
      },
      {
        by: '100%_boris',
        network: '',
        command: 'reserve',
        target: 'LTC',
        claim: null,
        detail: { to: '7.00000000 LTC' },
      },
    ]);
    expect(results[1]?.member).toBeNull();
    expect(await list('?page=2&size=2')).toMatchObject([
      { command: 'staff invite', member: 'cashier@razmen.example' },
    ]);
    const [cancelled, reserve] = results.map(({ id }) => id);
    const expectFound = async (query: string, ids: (number | undefined)[]) =>
      expect([query, (await list(query)).map(({ id }) => id)]).toEqual([query, ids]);
    await expectFound('?by=CASHIER@', [cancelled]);
    await expectFound('?by=100%25_', [reserve]);
    await expectFound('?by=%25', []);
    await expectFound(`?target=${claim.number.toLowerCase()}`, [cancelled]);
    await expectFound(`?target=${claim.id}`, [cancelled]);
    await expectFound('?target=lt', [reserve]);
    await expectFound('?target=_TC', []);
    await expectFound('?target=LTC&by=cashier', []);
    const now = testServer.context.now();
    const [today, yesterday] = [now, now - DAY_MS].map(toExchangeDay);
    await expectFound(`?target=lt&date_from=${today}&date_to=${today}`, [reserve]);
    await expectFound(`?target=lt&date_to=${yesterday}`, []);
    await expectFound('?date_from=2100-12-31', []);
    expect((await callOperator(cashier, 'audit/?date_from=2026-02-30')).status).toBe(400);
    expect((await callOperator(cashier, `audit/?by=${'a'.repeat(129)}`)).status).toBe(400);
  });

  test('every role reads it, and nobody else', async () => {
    for (const role of ['support', 'cashier', 'dealer', 'admin'] satisfies StaffRole[]) {
      const browser = await openStaff(testServer, role);
      expect((await callOperator(browser, 'audit/')).status).toBe(200);
    }
    const client = await openAccount(testServer, 'anna@mail.example');
    expect(await readRefusal(await callOperator(client, 'audit/'))).toEqual([403, 'staff_required']);
    expect((await testServer.get('/api/v1/operator/audit/')).status).toBe(401);
  });
});
