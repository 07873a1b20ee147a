import { expect, test } from 'vitest';
import { STAFF_ROLES } from '#core/contract/operator/staff.ts';
import type { OperatorReserve, ReserveEntry } from '#core/contract/operator/reserves.ts';
import type { Today } from '#core/contract/operator/today/today.ts';
import { createInProcessClient } from '../../../support/claimClient.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import type { AccountBrowser } from '../../accounts/support/accountBrowser.ts';
import { readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { expectBalancedLedger } from '../../support/ledgerAssertions.ts';
import { runOperator, startServerToday } from '../../support/operatorCommand.ts';
import { callOperator, openStaff, readOperator } from './support/staffBrowser.ts';
import { openAnnaAndBoris } from './support/twoPeople.ts';

interface EntryPage {
  count: number;
  next: string | null;
  results: ReserveEntry[];
}

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));

  const readReserve = async (browser: AccountBrowser, code: string) => {
    const { results } = await readOperator<{ results: OperatorReserve[] }>(browser, 'reserves/');
    return results.find(one => one.code === code) as OperatorReserve;
  };
  const change = (browser: AccountBrowser, body: object, code = 'TON') =>
    callOperator(browser, `reserves/${code}/`, body);

  test('shows the balance after each entry, on every page', async () => {
    const client = createInProcessClient(testServer.app);
    const claim = await client.createClaim(await client.buildClaim('SBERRUB', 'TON'));
    const dealer = await openStaff(testServer, 'dealer');
    const before = await readReserve(dealer, 'TON');
    expect(before).toMatchObject({ held: claim.toSumma, isSmall: false });
    await readOperator(dealer, 'reserves/TON/', { value: '9000', seen: before.amount });
    const { count, next, results } = await readOperator<EntryPage>(dealer, 'reserves/ton/entries/?size=2');
    expect(count).toBe(3);
    expect(next).toContain('/operator/reserves/ton/entries/?size=2&page=2');
    const [latest, hold] = results;
    expect(latest).toMatchObject({ kind: 'operator', claim: null, amount: '9000.00000000' });
    expect(latest?.by).toMatch(/^dealer.*@/);
    expect(hold?.by).toBeNull();
    expect(hold).toMatchObject({
      kind: 'hold',
      heldChange: claim.toSumma,
      claim: { id: claim.id, publicNumber: claim.number },
      amount: before.amount,
      held: claim.toSumma,
    });
    const last = await readOperator<EntryPage>(dealer, 'reserves/TON/entries/?size=2&page=2');
    expect(last.results).toEqual([expect.objectContaining({ kind: 'seed', amount: before.amount })]);
    expect(Number(last.results[0]?.held)).toBe(0);
    expect(await readRefusal(await callOperator(dealer, 'reserves/NONE/entries/'))).toEqual([
      404,
      'not_found',
    ]);
    await expectBalancedLedger(testServer.context.db);
  });

  test('records a change with person, network, and the amounts before and after', async () => {
    const dealer = await openStaff(testServer, 'dealer');
    const { amount } = await readReserve(dealer, 'TON');
    const changed = await readOperator<OperatorReserve>(dealer, 'reserves/TON/', {
      value: '0',
      seen: amount,
    });
    expect(changed).toMatchObject({ isSmall: true });
    expect(Number(changed.amount)).toBe(0);
    const entries = await testServer.context.db
      .selectFrom('operator_changes')
      .select(['actor', 'network', 'command', 'detail'])
      .where('target', '=', 'TON')
      .execute();
    expect(entries).toEqual([
      {
        actor: 'dealer@razmen.example',
        network: expect.stringMatching(/\/24$/) as string,
        command: 'reserve',
        detail: JSON.stringify({ from: `${amount} TON`, to: `${changed.amount} TON` }),
      },
    ]);
    const { groups } = await readOperator<Today>(dealer, 'today/');
    const { rows } = groups.find(({ kind }) => kind === 'reserves') ?? {};
    expect(rows).toEqual([expect.objectContaining({ id: 'TON', target: 'reserve', amount: changed.free })]);
  });

  test('refuses other roles, amounts that are none, less than what is held, and an unknown currency', async () => {
    const client = createInProcessClient(testServer.app);
    const { toSumma } = await client.createClaim(await client.buildClaim('SBERRUB', 'TON'));
    const dealer = await openStaff(testServer, 'dealer');
    const { amount: seen } = await readReserve(dealer, 'TON');
    for (const role of STAFF_ROLES.filter(one => one !== 'dealer'))
      expect(
        await readRefusal(await change(await openStaff(testServer, role), { value: '1', seen })),
      ).toEqual([403, 'right_missing']);
    for (const value of ['', '-1', '1.0000000001', '9'.repeat(19), '9'.repeat(41), '1e3', '1,5'])
      expect([value, await readRefusal(await change(dealer, { value, seen }))]).toEqual([
        value,
        [400, { value: 'number_format' }],
      ]);
    const refused = await change(dealer, { value: '0', seen });
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'reserve_held', held: toSumma }),
    ]);
    expect(await readRefusal(await change(dealer, { value: '1', seen }, 'NONE'))).toEqual([404, 'not_found']);
    expect(await readReserve(dealer, 'TON')).toMatchObject({ amount: seen });
  });

  test('asks before it sets a total ten times larger or smaller; zero is no doubt', async () => {
    const dealer = await openStaff(testServer, 'dealer');
    const { amount: first } = await readReserve(dealer, 'TON');
    await readOperator(dealer, 'reserves/TON/', { value: '0', seen: first });
    await readOperator(dealer, 'reserves/TON/', {
      value: '1000',
      seen: (await readReserve(dealer, 'TON')).amount,
    });
    const { amount: seen } = await readReserve(dealer, 'TON');
    for (const value of ['10000', '100', '99.99', '500000']) {
      const refused = await change(dealer, { value, seen });
      expect([refused.status, await refused.json()]).toEqual([
        409,
        expect.objectContaining({
          code: 'reserve_far',
          from: `${seen} TON`,
          to: `${Number(value).toFixed(8)} TON`,
        }),
      ]);
    }
    expect((await runOperator(testServer, 'reserve', 'TON', '10000')).err).toMatch(
      /ten times or more.*--force/,
    );
    // Nothing is written by a refusal, and a colleague's change is reported before the doubt.
    expect(await readReserve(dealer, 'TON')).toMatchObject({ amount: seen });
    const stale = { value: '100000', seen: first, force: true };
    expect(await readRefusal(await change(dealer, stale))).toEqual([409, 'reserve_changed']);
    expect((await change(dealer, { value: '9999.99', seen })).status).toBe(200);
    expect((await runOperator(testServer, 'reserve', 'TON', '500', '--force')).code).toBe(0);
    const { amount: now } = await readReserve(dealer, 'TON');
    expect((await change(dealer, { value: '5000', seen: now, force: true })).status).toBe(200);
    await expectBalancedLedger(testServer.context.db);
  });

  test('lets one of two people win, and shows the other the new total', async () => {
    const [anna, boris] = await openAnnaAndBoris(testServer, 'dealer');
    const { amount: seen } = await readReserve(anna, 'TON');
    const answers = await Promise.all([
      change(anna, { value: '7000', seen }),
      change(boris, { value: '8000', seen }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { amount } = await readReserve(anna, 'TON');
    const loser = answers.find(({ status }) => status === 409);
    expect(await loser?.json()).toMatchObject({ code: 'reserve_changed', amount });
    // The command line sets the total whatever it was.
    expect(await runOperator(testServer, 'reserve', 'TON', '5000')).toMatchObject({ code: 0 });
    expect(await readRefusal(await change(boris, { value: '8000', seen: amount }))).toEqual([
      409,
      'reserve_changed',
    ]);
    await expectBalancedLedger(testServer.context.db);
  });
});
