import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { inProcess } from './applicant.ts';
import { forEachDatabase, type World } from './world.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** `npm run operator -- …` beside the world's server, on the same database. */
async function operator({ config }: World, ...words: string[]) {
  const { dataDir, databaseUrl } = config;
  const child = spawn(process.execPath, ['server/operator.ts', ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (data: Buffer) => (out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (err += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

test('a mistyped data folder is said, and no exchange is made there', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'razmen-operator-')), 'typo');
  const world = { config: { dataDir: folder, databaseUrl: null } } as World;
  const answer = await operator(world, 'maintenance', 'on');
  expect(answer).toMatchObject({ code: 1, out: '' });
  expect(answer.err).toContain(`There is no exchange in ${folder}.`);
  expect(existsSync(folder)).toBe(false);
});

forEachDatabase(open => {
  test('a reserve set by the operator is what visitors see, and never less than claims hold', async () => {
    const world = await open();
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
  });

  test('claims are listed without what is personal, one is shown whole', async () => {
    const world = await open();
    const person = inProcess(world.app);
    expect((await operator(world, 'claims')).out).toBe('No claims.\n');
    const body = await person.body('SBERRUB', 'TON');
    const claim = await person.create(body);
    const list = await operator(world, 'claims');
    expect(list.out).toContain(claim.number);
    expect(list.out).not.toContain(body.email);
    expect((await operator(world, 'claims', '--status', claim.status)).out).toContain(claim.id);
    expect((await operator(world, 'claims', '--status', 'expired')).out).toBe('No claims.\n');
    for (const name of [claim.id, claim.number, claim.number.toLowerCase(), '1']) {
      const { code, out } = await operator(world, 'claim', name);
      expect(code).toBe(0);
      for (const part of [claim.id, body.email, claim.course, `→ ${claim.status}`])
        expect(out).toContain(part);
    }
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
  });

  test('what it does not understand is one line and changes nothing', async () => {
    const world = await open();
    for (const [words, said] of [
      [['dance'], 'There is no command “dance”; there are claims, claim, reserve, maintenance.'],
      [['reserve', 'TON'], 'Usage: reserve <code> <amount>'],
      [['reserve', 'NOPE', '1'], 'There is no currency NOPE.'],
      [['reserve', 'TON', '1.123456789'], '“1.123456789” is not a sum with at most 8 decimals.'],
      [['reserve', 'TON', '--', '-5'], '“-5” is not a sum with at most 8 decimals.'],
      [['reserve', 'TON', '99999999999999999'], '“99999999999999999” is not a sum with at most 8 decimals.'],
      [['claim', 'nobody'], 'There is no claim nobody.'],
      [['claims', '--status', 'happy'], 'There is no status “happy”; there are new, verification,'],
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
    expect((await operator(world, '--help')).out).toContain('reserve <code> <amount>');
  });
});
