import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { EVERY } from '#server/catalogue/catalogue.ts';
import { commands } from '#server/operator/commands.ts';
import { environment } from '#tools/child.ts';
import { CARD, inProcess } from './applicant.ts';
import { expectLedger } from './balance.ts';
import { forEachDatabase, type Open, type World } from './world.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** `npm run operator -- …` beside the world's server, on the same database. */
async function operator({ config }: Pick<World, 'config'>, ...words: string[]) {
  const { dataDir, databaseUrl } = config;
  const child = spawn(process.execPath, ['server/operator.ts', ...words], {
    cwd: root,
    env: {
      ...environment,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      OPERATOR: 'manual',
      RATE_DRIFT: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (data: Buffer) => (out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (err += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

/** Every note of the operators' table. */
async function changes({ context }: World) {
  const rows = await context.db.selectFrom('operator_changes').selectAll().orderBy('id').execute();
  return rows.map(({ command, target, detail }) => [command, target, JSON.parse(detail) as unknown]);
}

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

/** The command line has a clock of its own, the real one. */
async function today(open: Open): Promise<World> {
  const world = await open();
  world.forward(Date.now() - world.now());
  return world;
}

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

  test('claims are listed without what is personal, one is shown whole', async () => {
    const world = await today(open);
    const person = inProcess(world.app);
    expect((await operator(world, 'claims')).out).toBe('No claims.\n');
    const body = await person.body('SBERRUB', 'TON');
    const claim = await person.create(body);
    const city = { city: '\u001b[2J\u202eMSK' };
    await world.context.db.updateTable('claims').set(city).execute();
    const list = await operator(world, 'claims');
    expect(list.out).toContain(claim.number);
    expect(list.out).not.toContain(body.email);
    expect((await operator(world, 'claims', '--status', claim.status)).out).toContain(claim.id);
    expect((await operator(world, 'claims', '--status', 'expired')).out).toBe('No claims.\n');
    for (const name of [claim.id, claim.number, claim.number.toLowerCase(), '1']) {
      const { code, out } = await operator(world, 'claim', name);
      expect(code).toBe(0);
      for (const part of [claim.id, body.email, claim.course, CARD, `→ ${claim.status}`])
        expect(out).toContain(part);
      expect(out).not.toContain(claim.secret);
      // Nothing that a row holds commands the operator's terminal.
      expect(out).toContain('\u{fffd}[2J\u{fffd}MSK');
      for (const sign of ['\u001b', '\u202e']) expect(out).not.toContain(sign);
    }
    expect(await changes(world)).toEqual([]);
  });

  test('a claim is moved to its end, each step noted with it; the letters follow', async () => {
    const world = await today(open);
    const person = inProcess(world.app);
    const claim = await person.create(await person.body('SBERRUB', 'TON'));
    const say = async (...words: string[]) => (await operator(world, 'claim', claim.number, ...words)).out;
    expect(await say('paid', '--amount', claim.fromSumma)).toBe(`${claim.number}: waiting → paid.\n`);
    expect(await say('payout')).toBe(`${claim.number}: paid → payout.\n`);
    expect(await say('payout_error', '--reason', 'manual')).toBe(
      `${claim.number}: payout → payout_error (manual).\n`,
    );
    await say('payout');
    await say('completed');
    const whole = await operator(world, 'claim', claim.id);
    expect(whole.out).toMatch(new RegExp(`PAYMENTS\n\\S+ +${claim.fromSumma} SBERRUB`));
    expect(whole.out).toMatch(/operator +payout → completed/);
    const about = { reason: null, amount: null };
    expect(await changes(world)).toEqual([
      ['claim', claim.id, { from: 'waiting', to: 'paid', reason: null, amount: claim.fromSumma }],
      ['claim', claim.id, { ...about, from: 'paid', to: 'payout' }],
      ['claim', claim.id, { ...about, from: 'payout', to: 'payout_error', reason: 'manual' }],
      ['claim', claim.id, { ...about, from: 'payout_error', to: 'payout' }],
      ['claim', claim.id, { ...about, from: 'payout', to: 'completed' }],
    ]);
    const letters = await world.context.db.selectFrom('mail').select('subject').orderBy('id').execute();
    expect(letters.at(-1)?.subject).toContain('деньги отправлены');
    await expectLedger(world.context.db);
  });

  test('what the table forbids is refused with what may follow, and leaves nothing behind', async () => {
    const world = await today(open);
    const person = inProcess(world.app);
    const claim = await person.create(await person.body('USDTTRC20', 'SBERRUB'));
    const refusal = async (...words: string[]) => {
      const { code, out, err } = await operator(world, 'claim', claim.number, ...words);
      expect([code, out]).toEqual([1, '']);
      return err;
    };
    expect(await refusal('completed')).toBe(
      `${claim.number} is waiting; it may become claimed, confirming, cancelled or expired.\n`,
    );
    // In the network it is first: the money alone does not make it paid.
    expect(await refusal('paid', '--amount', claim.fromSumma)).toBe(
      `With this money ${claim.number} would be confirming, not paid; nothing was changed.\n`,
    );
    expect(await world.context.db.selectFrom('payments').selectAll().execute()).toEqual([]);
    expect(await changes(world)).toEqual([]);
    await operator(world, 'claim', claim.number, 'cancelled');
    expect(await refusal('waiting')).toBe(`${claim.number} is cancelled; it may become hold.\n`);
    expect((await changes(world)).length).toBe(1);
  });

  test('money alone takes a claim where the sums say', async () => {
    const world = await today(open);
    const person = inProcess(world.app);
    const claim = await person.create(await person.body('USDTTRC20', 'SBERRUB'));
    const less = await operator(world, 'claim', claim.number, '--amount', '1.5');
    expect(less.out).toBe(`${claim.number}: waiting → hold (underpaid).\n`);
    const whole = await operator(world, 'claim', claim.number);
    expect(whole.out).toMatch(/PAYMENTS\n\S+ +1\.50 USDTTRC20/);
    expect(whole.out).toMatch(/RECALCULATIONS\n\S+ +underpaid +1\.50 USDTTRC20 .* offered/);
  });

  test('a claim without a place to pay gets one, and a whole window, when it begins to wait', async () => {
    const world = await today(open);
    const person = inProcess(world.app);
    const { db } = world.context;
    await db.updateTable('payment_requisites').set({ active: 0n }).execute();
    const claim = await person.create(await person.body('USDTTRC20', 'SBERRUB'));
    expect(claim.status).toBe('requisites');
    const none = await operator(world, 'claim', claim.number, 'waiting');
    expect(none.err).toBe('There is no active requisite of USDTTRC20 to pay to; nothing was changed.\n');
    await db.updateTable('payment_requisites').set({ active: 1n }).execute();
    const before = Date.now();
    expect((await operator(world, 'claim', claim.number, 'waiting')).code).toBe(0);
    const row = await db.selectFrom('claims').selectAll().executeTakeFirstOrThrow();
    expect(row.pay_to).toContain('NOT-PAYABLE');
    expect(Number(row.deadline)).toBeGreaterThanOrEqual(before + 30 * 60_000);
    expect(
      (await db.selectFrom('mail').select('text').orderBy('id', 'desc').executeTakeFirst())?.text,
    ).toMatch(/до\u00a0\d\d:\d\d/);
  });

  test('a card is approved or rejected, with what is noted of it; its photo is written to a new file', async () => {
    const world = await today(open);
    const person = inProcess(world.app);
    const { db } = world.context;
    expect((await operator(world, 'verifications')).out).toBe('No verifications.\n');
    const body = await person.body('SBERRUB', 'TON', { verification: true });
    const claim = await person.create(body);
    const id = '5b0c5f2e-3d0a-4c39-9d1f-0a8f3c1a7e11';
    const row = {
      id,
      claim_id: claim.id,
      status: 'pending' as const,
      reason: null,
      bin: '220000',
      last4: '0004',
      card_hash: 'hash',
      expires_at: null,
      decided_at: null,
      created_at: 1n,
      updated_at: 1n,
    };
    const photo = { id: 'a'.repeat(32), claim_id: null, verification_id: id, name: null };
    const content = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
    await db.insertInto('verifications').values(row).execute();
    await db
      .insertInto('files')
      .values({ ...photo, type: 'image/jpeg', size: 4n, hash: 'h', content, at: 2n })
      .execute();
    const list = (await operator(world, 'verifications')).out;
    for (const part of [id, claim.number, '220000 … 0004', photo.id, 'image/jpeg', '4 bytes'])
      expect(list).toContain(part);

    const folder = mkdtempSync(join(tmpdir(), 'razmen-operator-'));
    try {
      const path = join(folder, 'card.jpg');
      expect((await operator(world, 'file', photo.id, path)).out).toBe(`${path}: image/jpeg, 4 bytes.\n`);
      expect(new Uint8Array(readFileSync(path))).toEqual(content);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect((await operator(world, 'file', photo.id, path)).err).toBe(
        `${path} cannot be written: it is there already.\n`,
      );
      expect((await operator(world, 'file', 'nope', path)).err).toBe('There is no file nope.\n');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }

    expect((await operator(world, 'verification', id, 'reject')).err).toMatch(/^A rejection needs --reason/);
    const said = await operator(world, 'verification', id, 'reject', '--reason', 'Не видно даты');
    expect(said.out).toBe(`Rejected; claim ${claim.number} is verification.\n`);
    expect((await operator(world, 'verification', id, 'approve')).err).toBe(
      `Verification ${id} is rejected; only a pending one can be decided on.\n`,
    );
    await db.updateTable('verifications').set({ status: 'pending' }).execute();
    expect((await operator(world, 'verification', id, 'approve')).out).toBe(
      `Approved; claim ${claim.number} is waiting.\n`,
    );
    expect(await changes(world)).toEqual([
      ['file', id, { file: photo.id }],
      ['verification', id, { decision: 'reject', reason: 'Не видно даты' }],
      ['verification', id, { decision: 'approve', reason: null }],
    ]);
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
    // Two looks and what they take; a busy machine may be late with both.
    expect(EVERY * 2).toBeLessThan(1_000);
    const becomes = (status: number) => expect.poll(tech).toBe(status);
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
