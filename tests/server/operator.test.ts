import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '#server/operator/commands.ts';
import { inProcess } from './applicant.ts';
import { forEachDatabase, type World } from './world.ts';
import { changes, operator, root, today } from './operator.ts';

describe('every command', () => {
  test('has a --help of its own, and README names each of its calls', async () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const section = readme.split(/^## Operator$/m)[1]?.split(/^## /m)[0] ?? '';
    const named = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, call = '']) => call.replace('\\|', '|'));
    const calls = Object.values(commands).flatMap(({ usage }) => usage);
    expect(named.toSorted()).toEqual(calls.toSorted());
    const nowhere = { config: { dataDir: join(tmpdir(), 'razmen-never-made'), databaseUrl: null } };
    const overview = (await operator(nowhere as World, '--help')).out;
    for (const call of calls) expect(overview).toContain(`  ${call}\n`);
    for (const [name, command] of Object.entries(commands)) {
      const { code, out, err } = await operator(nowhere as World, name, '--help');
      expect([code, err]).toEqual([0, '']);
      for (const call of command.usage) expect(out).toContain(call);
      for (const option of command.options) expect(out).toContain(`--${option}`);
    }
    expect(existsSync(nowhere.config.dataDir)).toBe(false);
  });
});

test('a mistyped data folder is said, and no exchange is made there', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'razmen-operator-')), 'typo');
  const world = { config: { dataDir: folder, databaseUrl: null } } as World;
  const answer = await operator(world, 'maintenance', 'on');
  expect(answer).toMatchObject({ code: 1, out: '' });
  expect(answer.err).toContain(`There is no exchange in ${folder}.`);
  expect(existsSync(folder)).toBe(false);
});

forEachDatabase((open, dialect) => {
  test('a reserve set by the operator is what visitors see, and never less than claims hold', async () => {
    const world = await today(open);
    const person = inProcess(world.app);
    expect(await operator(world, 'reserve', 'ton', '12345.5')).toEqual({
      code: 0,
      out: 'TON: we own 12345.50000000 TON.\n',
      err: '',
    });
    await world.context.catalogue.reload();
    expect(await person.reserve('TON')).toBe('12345.50000000');
    const claim = await person.create(await person.body('SBERRUB', 'TON'));
    const less = await operator(world, 'reserve', 'TON', '0');
    expect(less.code).toBe(1);
    expect(less.err).toBe(`Open claims hold ${claim.toSumma} TON of TON; less cannot be set.\n`);
    expect(await changes(world)).toEqual([['reserve', 'TON', { amount: '12345.50000000' }]]);
  });

  test('a course is held where it is or as given, and follows its source again', async () => {
    const world = await today(open);
    const person = inProcess(world.app);
    const course = async () => {
      await world.context.catalogue.reload();
      return (await person.pair('USDTTRC20', 'SBERRUB')).course;
    };
    const own = await course();
    expect((await operator(world, 'rate', 'freeze', 'usdttrc-sberrub')).out).toBe(
      `USDTTRC20-SBERRUB is held at ${own}.\n`,
    );
    expect((await operator(world, 'rate', 'freeze', 'USDTTRC20-SBERRUB', '080.500')).out).toBe(
      'USDTTRC20-SBERRUB is held at 80.5.\n',
    );
    expect(await course()).toBe('80.5');
    expect((await operator(world, 'rate', 'unfreeze', 'USDTTRC20-SBERRUB')).out).toBe(
      'USDTTRC20-SBERRUB follows its source.\n',
    );
    expect(await course()).toBe(own);
    expect(await changes(world)).toEqual([
      ['rate', 'USDTTRC20-SBERRUB', { course: own }],
      ['rate', 'USDTTRC20-SBERRUB', { course: '80.5' }],
      ['rate', 'USDTTRC20-SBERRUB', { course: null }],
    ]);
  });

  test('maintenance closes a running server within a second, and opens it again', async () => {
    const world = await open();
    const tech = async () => (await world.get('/api/v1/calculator/reserves/')).status;
    const becomes = async (status: number) => {
      const deadline = performance.now() + 1000;
      while ((await tech()) !== status && performance.now() < deadline)
        await new Promise(resolve => setTimeout(resolve, 20));
      expect(await tech()).toBe(status);
    };
    await becomes(200);
    expect((await operator(world, 'maintenance', 'on')).out).toBe(
      'The exchange is closed for maintenance.\n',
    );
    await becomes(503);
    await operator(world, 'maintenance', 'off');
    await becomes(200);
    expect(await changes(world)).toEqual([
      ['maintenance', 'exchange', { set: 'on' }],
      ['maintenance', 'exchange', { set: 'off' }],
    ]);
  });

  test('nobody changes what was noted', async () => {
    const world = await open();
    const { db } = world.context;
    await operator(world, 'maintenance', 'off');
    await expect(db.updateTable('operator_changes').set({ detail: '{}' }).execute()).rejects.toThrow();
    await expect(db.deleteFrom('operator_changes').execute()).rejects.toThrow();
    expect((await changes(world)).length).toBe(1);
  });

  // What is refused before the database is asked is the same on both.
  if (dialect === 'sqlite')
    test('what it does not understand is one line and changes nothing', async () => {
      const world = await today(open);
      const person = inProcess(world.app);
      const { number } = await person.create(await person.body('SBERRUB', 'TON'));
      for (const [words, said] of [
        [['dance'], 'There is no command “dance”; there are claims, claim, verifications,'],
        [['reserve', 'TON'], 'Usage: reserve <code> <amount>'],
        [['reserve', 'NOPE', '1'], 'There is no currency NOPE.'],
        [['reserve', 'TON', '1.123456789'], '“1.123456789” is not a sum with at most 8 decimals.'],
        [['reserve', 'TON', '--', '-5'], '“-5” is not a sum with at most 8 decimals.'],
        [
          ['reserve', 'TON', '99999999999999999'],
          '“99999999999999999” is not a sum with at most 8 decimals.',
        ],
        [['claim', 'nobody'], 'There is no claim nobody.'],
        [['claim', number, 'happy'], 'There is no status “happy”; there are new, verification,'],
        [['claim', number, 'paid', '--reason', 'why'], 'There is no reason “why”; there are underpaid,'],
        [['claim', number, '--reason', 'manual'], 'A reason belongs to a status: name it, too.'],
        [['claim', number, 'paid', '--amount', '0'], '“0” is not a sum of SBERRUB above zero with at most 2'],
        [['claims', '--status', 'happy'], 'There is no status “happy”; there are new, verification,'],
        [['verifications', '--status', 'happy'], 'There is no status “happy”; there are draft, pending,'],
        [['verification', 'nobody', 'approve'], 'There is no verification nobody.'],
        [
          ['verification', 'nobody', 'shrug'],
          'Usage: verification <id> approve, or verification <id> reject',
        ],
        [['rate', 'freeze', 'BTC-BTC'], 'There is no pair BTC-BTC.'],
        [['rate', 'freeze', 'SBERRUB'], 'There is no pair SBERRUB.'],
        [['rate', 'freeze', 'BTC-TON', '0.00'], '“0.00” is not a course'],
        [['rate', 'freeze', 'BTC-TON', '1.23456789012'], '“1.23456789012” is not a course'],
        [['rate', 'melt', 'BTC-TON'], 'Usage: rate freeze <pair> [course], or rate unfreeze <pair>'],
        [['maintenance', 'maybe'], 'Usage: maintenance on|off'],
        [['maintenance', 'on', '--status', 'new'], '“maintenance” takes no --status.'],
        [['claims', '--all'], "Unknown option '--all'"],
      ] as const) {
        const { code, out, err } = await operator(world, ...words);
        expect(code).toBe(1);
        expect(out).toBe('');
        expect(err).toContain(said);
        expect(err.trim().split('\n')).toHaveLength(1);
      }
      expect(await changes(world)).toEqual([]);
    });
});
