import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operatorCommands } from '#server/operator/operatorCommands.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import {
  listOperatorChanges,
  runOperator,
  REPOSITORY_ROOT,
  spawnOperator,
  startServerToday,
} from '../support/operatorCommand.ts';

describe('every command', () => {
  test('has its own --help, and README lists all its calls', async () => {
    const readme = readFileSync(join(REPOSITORY_ROOT, 'README.md'), 'utf8');
    const section = readme.split(/^## Operator$/m)[1]?.split(/^## /m)[0] ?? '';
    const named = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, call = '']) =>
      call.replaceAll('\\|', '|'),
    );
    const calls = Object.values(operatorCommands).flatMap(({ usage }) => usage);
    expect(named.toSorted()).toEqual(calls.toSorted());
    const missingServer = {
      config: { dataDir: join(tmpdir(), 'razmen-never-made'), databaseUrl: null, accountKey: null },
    };
    const overview = (await spawnOperator(missingServer as TestServer, '--help')).out;
    expect((await runOperator(missingServer as TestServer, 'help')).out).toBe(overview);
    for (const call of calls) expect(overview).toContain(`  ${call}\n`);
    for (const [name, command] of Object.entries(operatorCommands)) {
      const { code, out, err } = await runOperator(missingServer as TestServer, name, '--help');
      expect([code, err]).toEqual([0, '']);
      expect(await runOperator(missingServer as TestServer, 'help', name)).toEqual({ code, out, err });
      for (const call of command.usage) expect(out).toContain(call);
      for (const option of command.options) expect(out).toContain(`--${option}`);
    }
    expect(existsSync(missingServer.config.dataDir)).toBe(false);
  });
});

test('refuses a missing data folder without creating it', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'razmen-operator-')), 'typo');
  const testServer = { config: { dataDir: folder, databaseUrl: null, accountKey: null } } as TestServer;
  const result = await spawnOperator(testServer, 'maintenance', 'on');
  expect(result).toMatchObject({ code: 1, out: '' });
  expect(result.err).toContain(`There is no exchange in ${folder}.`);
  expect(existsSync(folder)).toBe(false);
});

forEachDatabase((startServer, dialect) => {
  test('sets the visible reserve, not below what claims hold', async () => {
    const testServer = await startServerToday(startServer);
    const client = createInProcessClient(testServer.app);
    expect(await spawnOperator(testServer, 'reserve', 'ton', '12345.5')).toEqual({
      code: 0,
      out: 'The total reserve of TON: 41220.00000000 TON → 12345.50000000 TON.\n',
      err: '',
    });
    await testServer.context.catalogue.reload();
    expect(await client.fetchReserve('TON')).toBe('12345.50000000');
    const claim = await client.createClaim(await client.buildClaim('SBERRUB', 'TON'));
    const refusal = await runOperator(testServer, 'reserve', 'TON', '0');
    expect(refusal.code).toBe(1);
    expect(refusal.err).toBe(
      `The total reserve of TON cannot be below the ${claim.toSumma} TON that are held. Nothing was changed.\n`,
    );
    expect(await listOperatorChanges(testServer)).toEqual([
      ['reserve', 'TON', { from: '41220.00000000 TON', to: '12345.50000000 TON' }],
    ]);
  });

  test('freezes a course as current or given, and unfreezes it', async () => {
    const testServer = await startServerToday(startServer);
    const client = createInProcessClient(testServer.app);
    const course = async () => {
      await testServer.context.catalogue.reload();
      return (await client.fetchPair('USDTTRC20', 'SBERRUB')).course;
    };
    const sourceCourse = await course();
    expect((await runOperator(testServer, 'rate', 'freeze', 'usdttrc-sberrub')).out).toBe(
      `USDTTRC20-SBERRUB is frozen at ${sourceCourse}.\n`,
    );
    expect((await runOperator(testServer, 'rate', 'freeze', 'USDTTRC20-SBERRUB', '080.500')).out).toBe(
      'USDTTRC20-SBERRUB is frozen at 80.5.\n',
    );
    expect(await course()).toBe('80.5');
    // The frozen course is not what a new one is compared with.
    expect((await runOperator(testServer, 'rate', 'freeze', 'USDTTRC20-SBERRUB', '200', '--force')).out).toBe(
      'USDTTRC20-SBERRUB is frozen at 200. 200 is above 81.83808, the market course 81.92 less margin_min (0.1 %): clients would get 81.83808.\n',
    );
    expect((await runOperator(testServer, 'rate', 'freeze', 'USDTTRC20-SBERRUB', '199')).code).toBe(1);
    await runOperator(testServer, 'rate', 'freeze', 'USDTTRC20-SBERRUB', '80.5');
    expect((await runOperator(testServer, 'rate', 'unfreeze', 'USDTTRC20-SBERRUB')).out).toBe(
      'USDTTRC20-SBERRUB is no longer frozen.\n',
    );
    expect(await course()).toBe(sourceCourse);
    expect(await listOperatorChanges(testServer)).toEqual([
      ['rate', 'USDTTRC20-SBERRUB', { course: sourceCourse }],
      ['rate', 'USDTTRC20-SBERRUB', { course: '80.5' }],
      ['rate', 'USDTTRC20-SBERRUB', { course: '200' }],
      ['rate', 'USDTTRC20-SBERRUB', { course: '80.5' }],
      ['rate', 'USDTTRC20-SBERRUB', { course: null }],
    ]);
  });

  test('maintenance closes a running server within a second and reopens it', async () => {
    const testServer = await startServer();
    const fetchStatus = async () => (await testServer.get('/api/v1/calculator/reserves/')).status;
    const waitForStatus = async (status: number) => {
      const deadline = performance.now() + 1000;
      while ((await fetchStatus()) !== status && performance.now() < deadline)
        await new Promise(resolve => setTimeout(resolve, 20));
      expect(await fetchStatus()).toBe(status);
    };
    await waitForStatus(200);
    expect((await runOperator(testServer, 'maintenance', 'on')).out).toBe(
      'The exchange is closed for maintenance.\n',
    );
    await waitForStatus(503);
    await runOperator(testServer, 'maintenance', 'off');
    await waitForStatus(200);
    expect(await listOperatorChanges(testServer)).toEqual([
      ['maintenance', 'exchange', { set: 'on' }],
      ['maintenance', 'exchange', { set: 'off' }],
    ]);
  });

  test('the audit log is append-only', async () => {
    const testServer = await startServer();
    const { db } = testServer.context;
    await runOperator(testServer, 'maintenance', 'off');
    await expect(db.updateTable('operator_changes').set({ detail: '{}' }).execute()).rejects.toThrow();
    await expect(db.deleteFrom('operator_changes').execute()).rejects.toThrow();
    expect((await listOperatorChanges(testServer)).length).toBe(1);
  });

  // These refusals happen before any query, so one dialect is enough.
  if (dialect === 'sqlite')
    test('refuses unknown input in one line without changes', async () => {
      const testServer = await startServerToday(startServer);
      const client = createInProcessClient(testServer.app);
      const { number } = await client.createClaim(await client.buildClaim('SBERRUB', 'TON'));
      for (const [words, expectedError] of [
        [
          ['dance'],
          'Unknown command “dance”. Commands: claims, claim, payment, refund, return, verifications,',
        ],
        [['reserve', 'TON', '1', '2'], 'Usage: reserve [code], or reserve <code> <amount> [--force]'],
        [['reserve', 'NOPE', '1'], 'There is no currency NOPE.'],
        [['reserve', 'TON', '1.123456789'], '“1.123456789” is not an amount with at most 8 decimals.'],
        [['reserve', 'TON', '--', '-5'], '“-5” is not an amount with at most 8 decimals.'],
        [
          ['reserve', 'TON', '99999999999999999'],
          '“99999999999999999” is not an amount with at most 8 decimals.',
        ],
        [['claim', 'nobody'], 'There is no claim nobody.'],
        [['claim', number, 'happy'], 'Unknown status “happy”. Statuses: new, verification,'],
        [['claim', number, 'paid', '--reason', 'why'], 'Unknown reason “why”. Reasons: underpaid,'],
        [['claim', number, '--reason', 'manual'], '--reason requires a status.'],
        [
          ['claim', number, 'paid', '--amount', '0'],
          '“0” is not a positive amount of SBERRUB with at most 2',
        ],
        [['claims', '--status', 'happy'], 'Unknown status “happy”. Statuses: new, verification,'],
        [['verifications', '--status', 'happy'], 'Unknown status “happy”. Statuses: draft, pending,'],
        [['verification', 'nobody', 'approve'], 'There is no verification nobody.'],
        [
          ['verification', 'nobody', 'shrug'],
          'Usage: verification <id> approve, or verification <id> reject',
        ],
        [['rate', 'freeze', 'BTC-BTC'], 'There is no pair BTC-BTC.'],
        [['rate', 'freeze', 'SBERRUB'], 'There is no pair SBERRUB.'],
        [['rate', 'freeze', 'BTC-TON', '0.00'], '“0.00” is not a course'],
        [['rate', 'freeze', 'BTC-TON', '1.23456789012'], '“1.23456789012” is not a course'],
        [
          ['rate', 'melt', 'BTC-TON'],
          'Usage: rate freeze <pair> [course] [--force], or rate unfreeze <pair>',
        ],
        [
          ['rate', 'freeze', 'USDTTRC20-SBERRUB', '200'],
          '200 differs by more than 5 % from the market course 8',
        ],
        [['rate', 'freeze', 'USDTTRC20-SBERRUB', '8.1'], 'Nothing was changed. Add --force to set it.'],
        [['rate', 'unfreeze', 'USDTTRC20-SBERRUB', '--force'], 'Usage: rate freeze'],
        [['help', 'shrug'], 'Unknown command “shrug”. Commands: claims,'],
        [['maintenance', 'maybe'], 'Usage: maintenance on|off'],
        [['maintenance', 'on', '--status', 'new'], '“maintenance” does not accept --status.'],
        [['claims', '--all'], "Unknown option '--all'"],
      ] as const) {
        const { code, out, err } = await runOperator(testServer, ...words);
        expect(code).toBe(1);
        expect(out).toBe('');
        expect(err).toContain(expectedError);
        expect(err.trim().split('\n')).toHaveLength(1);
      }
      expect(await listOperatorChanges(testServer)).toEqual([]);
    });
});
