import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CARD, inProcess } from './applicant.ts';
import { expectLedger } from './balance.ts';
import { forEachDatabase } from './world.ts';
import { changes, operator, today } from './operator.ts';

forEachDatabase(open => {
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
});
