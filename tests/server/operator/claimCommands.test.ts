import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TEST_CARD_NUMBER, createInProcessClient } from '../../support/claimClient.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { createMailbox } from '../support/mailbox.ts';
import { listOperatorChanges, runOperator, startServerToday } from '../support/operatorCommand.ts';

const TRANSACTION = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';

forEachDatabase(startServer => {
  test('lists claims without personal data and shows one in full', async () => {
    const testServer = await startServerToday(startServer);
    const client = createInProcessClient(testServer.app);
    expect((await runOperator(testServer, 'claims')).out).toBe('No claims.\n');
    const body = await client.buildClaim('SBERRUB', 'TON');
    const claim = await client.createClaim(body);
    const city = { city: '\u001b[2J\u202eMSK' };
    await testServer.context.db.updateTable('claims').set(city).execute();
    const list = await runOperator(testServer, 'claims');
    expect(list.out).toContain(claim.number);
    expect(list.out).not.toContain(body.email);
    expect((await runOperator(testServer, 'claims', '--status', claim.status)).out).toContain(claim.id);
    expect((await runOperator(testServer, 'claims', '--status', 'expired')).out).toBe('No claims.\n');
    for (const name of [claim.id, claim.number, claim.number.toLowerCase(), '1']) {
      const { code, out } = await runOperator(testServer, 'claim', name);
      expect(code).toBe(0);
      for (const part of [claim.id, body.email, claim.course, TEST_CARD_NUMBER, `→ ${claim.status}`])
        expect(out).toContain(part);
      expect(out).not.toContain(claim.secret);
      // Control characters in the data do not reach the terminal.
      expect(out).toContain('\u{fffd}[2J\u{fffd}MSK');
      for (const sign of ['\u001b', '\u202e']) expect(out).not.toContain(sign);
    }
    expect(await listOperatorChanges(testServer)).toEqual([]);
  });

  test('moves a claim to completion with an audit entry per step and an email', async () => {
    const testServer = await startServerToday(startServer);
    const client = createInProcessClient(testServer.app);
    const claim = await client.createClaim(await client.buildClaim('SBERRUB', 'TON'));
    const runClaimCommand = async (...words: string[]) =>
      (await runOperator(testServer, 'claim', claim.number, ...words)).out;
    expect(await runClaimCommand('paid', '--amount', claim.fromSumma, '--reference', 'A 1')).toBe(
      `${claim.number}: waiting → paid.\n`,
    );
    expect(await runClaimCommand('payout')).toBe(`${claim.number}: paid → payout.\n`);
    expect(await runClaimCommand('payout_error', '--reason', 'manual')).toBe(
      `${claim.number}: payout → payout_error (manual).\n`,
    );
    await runClaimCommand('payout');
    await runClaimCommand('completed');
    const report = await runOperator(testServer, 'claim', claim.id);
    expect(report.out).toMatch(new RegExp(`PAYMENTS\n\\S+ +${claim.fromSumma} SBERRUB`));
    expect(report.out).toMatch(/operator +payout → completed/);
    expect(report.out).toMatch(/\nfrom fields +card \d{16}\n/);
    expect(report.out).toMatch(/\nto fields +account \S+, memo \S+\n/);
    expect(report.out).toMatch(/\npaid to +card \d{16}, holder /);
    expect(report.out).not.toMatch(/[{}"]/);
    expect(await runClaimCommand('--amount', '5', '--reference', 'a  2')).toBe(
      `5.00 SBERRUB recorded. ${claim.number} stays completed: send this money back and record it with the command return.\n`,
    );
    const noDetails = { reason: null, amount: null };
    expect(await listOperatorChanges(testServer)).toEqual([
      [
        'claim',
        claim.id,
        { from: 'waiting', to: 'paid', reason: null, amount: claim.fromSumma, reference: 'A 1' },
      ],
      ['claim', claim.id, { ...noDetails, from: 'paid', to: 'payout' }],
      ['claim', claim.id, { ...noDetails, from: 'payout', to: 'payout_error', reason: 'manual' }],
      ['claim', claim.id, { ...noDetails, from: 'payout_error', to: 'payout' }],
      ['claim', claim.id, { ...noDetails, from: 'payout', to: 'completed' }],
      [
        'claim',
        claim.id,
        { from: 'completed', to: 'completed', reason: null, amount: '5.00', reference: 'A 2' },
      ],
    ]);
    const mailbox = createMailbox(testServer);
    await mailbox.deliverLater();
    expect(mailbox.listHeadlines()).toEqual(['деньги отправлены']);
    await expectBalancedLedger(testServer.context.db);
  });

  test('shows where a coin with a memo is paid to', async () => {
    const testServer = await startServerToday(startServer);
    const client = createInProcessClient(testServer.app);
    const claim = await client.createClaim(await client.buildClaim('XRP', 'SBERRUB'));
    const { out } = await runOperator(testServer, 'claim', claim.number);
    expect(out).toMatch(/\npaid to +address \S+, \S+ \d+\n/);
    expect(out).not.toContain('[object');
  });

  test('pays out only what a payment is recorded for, unless forced', async () => {
    const testServer = await startServerToday(startServer);
    const client = createInProcessClient(testServer.app);
    const claim = await client.createClaim(await client.buildClaim('USDTTRC20', 'SBERRUB'));
    const run = (...words: string[]) => runOperator(testServer, 'claim', claim.number, ...words);
    for (const status of ['confirming', 'aml', 'paid']) expect((await run(status)).code).toBe(0);
    expect((await run('payout')).err).toBe(
      `No payment is recorded for ${claim.number}. Record it with --amount and --reference, or use --force. Nothing was changed.\n`,
    );
    expect((await run('payout', '--force')).code).toBe(0);
    expect((await run('completed')).code).toBe(1);
  });

  test('refuses a forbidden transition with the allowed ones', async () => {
    const testServer = await startServerToday(startServer);
    const client = createInProcessClient(testServer.app);
    const claim = await client.createClaim(await client.buildClaim('USDTTRC20', 'SBERRUB'));
    const readRefusal = async (...words: string[]) => {
      const { code, out, err } = await runOperator(testServer, 'claim', claim.number, ...words);
      expect([code, out]).toEqual([1, '']);
      return err;
    };
    expect(await readRefusal('completed')).toBe(
      `${claim.number} is waiting; it may become claimed, confirming, cancelled or expired.\n`,
    );
    // A crypto payment becomes `confirming` first, not `paid`.
    expect(await readRefusal('paid', '--amount', claim.fromSumma, '--reference', `${TRANSACTION}:0`)).toBe(
      `With this payment ${claim.number} would become confirming, not paid. Nothing was changed.\n`,
    );
    expect(await testServer.context.db.selectFrom('payments').selectAll().execute()).toEqual([]);
    expect(await listOperatorChanges(testServer)).toEqual([]);
    await runOperator(testServer, 'claim', claim.number, 'cancelled');
    expect(await readRefusal('waiting')).toBe(`${claim.number} is cancelled; it may become hold.\n`);
    expect((await listOperatorChanges(testServer)).length).toBe(1);
  });

  test('recording money moves the claim by its amount', async () => {
    const testServer = await startServerToday(startServer);
    const client = createInProcessClient(testServer.app);
    const claim = await client.createClaim(await client.buildClaim('USDTTRC20', 'SBERRUB'));
    const payment = ['--amount', '1.5', '--reference', `${TRANSACTION}:0`, '--force'];
    const underpayment = await runOperator(testServer, 'claim', claim.number, ...payment);
    expect(underpayment.out).toBe(`${claim.number}: waiting → hold (underpaid).\n`);
    const report = await runOperator(testServer, 'claim', claim.number);
    expect(report.out).toMatch(/PAYMENTS\n\S+ +1\.50 USDTTRC20/);
    expect(report.out).toMatch(/RECALCULATIONS\n\S+ +underpaid +1\.50 USDTTRC20 .* offered/);
    // The checks of a payment in a network are not skipped after a hold either.
    expect((await runOperator(testServer, 'claim', claim.number, 'paid')).err).toBe(
      `${claim.number} is hold; it may become waiting, confirming, refunding or rejected.\n`,
    );
  });

  test('assigns a requisite and a full payment window on waiting', async () => {
    const testServer = await startServerToday(startServer);
    const client = createInProcessClient(testServer.app);
    const { db } = testServer.context;
    await db.updateTable('payment_requisites').set({ active: 0n }).execute();
    const claim = await client.createClaim(await client.buildClaim('USDTTRC20', 'SBERRUB'));
    expect(claim.status).toBe('requisites');
    const none = await runOperator(testServer, 'claim', claim.number, 'waiting');
    expect(none.err).toBe(
      'USDTTRC20 has no active payment requisite that no open claim for the same amount uses. Nothing was changed.\n',
    );
    await db.updateTable('payment_requisites').set({ active: 1n }).execute();
    const before = Date.now();
    expect((await runOperator(testServer, 'claim', claim.number, 'waiting')).code).toBe(0);
    const row = await db.selectFrom('claims').selectAll().executeTakeFirstOrThrow();
    expect(row.pay_to).toContain('NOT-PAYABLE');
    expect(Number(row.deadline)).toBeGreaterThanOrEqual(before + 30 * 60_000);
    const mailbox = createMailbox(testServer);
    await mailbox.deliverLater();
    expect(mailbox.readLast()).toMatch(/^Переведите 50,00 USDT в сети TRC20 до \d\d:\d\d по Москве /);
  });

  test('approves or rejects a card and writes its photo to a new file', async () => {
    const testServer = await startServerToday(startServer);
    const client = createInProcessClient(testServer.app);
    const { db } = testServer.context;
    expect((await runOperator(testServer, 'verifications')).out).toBe('No verifications.\n');
    const body = await client.buildClaim('SBERRUB', 'TON', { verification: true });
    const claim = await client.createClaim(body);
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
    const list = (await runOperator(testServer, 'verifications')).out;
    for (const part of [id, claim.number, '220000 … 0004', photo.id, 'image/jpeg', '4 bytes'])
      expect(list).toContain(part);

    const folder = mkdtempSync(join(tmpdir(), 'razmen-operator-'));
    try {
      const path = join(folder, 'card.jpg');
      expect((await runOperator(testServer, 'file', photo.id, path)).out).toBe(
        `${path}: image/jpeg, 4 bytes.\n`,
      );
      expect(new Uint8Array(readFileSync(path))).toEqual(content);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect((await runOperator(testServer, 'file', photo.id, path)).err).toBe(
        `${path} cannot be written: the file already exists.\n`,
      );
      expect((await runOperator(testServer, 'file', 'nope', path)).err).toBe('There is no file nope.\n');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }

    expect((await runOperator(testServer, 'verification', id, 'reject')).err).toMatch(
      /^reject requires --reason/,
    );
    const rejection = await runOperator(
      testServer,
      'verification',
      id,
      'reject',
      '--reason',
      'Не видно даты',
    );
    expect(rejection.out).toBe(`Rejected. Claim ${claim.number} is verification.\n`);
    expect((await runOperator(testServer, 'verification', id, 'approve')).err).toBe(
      `Verification ${id} is rejected. Only a pending verification can be approved or rejected.\n`,
    );
    await db.updateTable('verifications').set({ status: 'pending' }).execute();
    expect((await runOperator(testServer, 'verification', id, 'approve')).out).toBe(
      `Approved. Claim ${claim.number} is waiting.\n`,
    );
    expect(await listOperatorChanges(testServer)).toEqual([
      ['file', id, { file: photo.id }],
      ['verification', id, { decision: 'reject', reason: 'Не видно даты' }],
      ['verification', id, { decision: 'approve', reason: null }],
    ]);
  });
});
