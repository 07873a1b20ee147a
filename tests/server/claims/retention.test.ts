import { expect, test } from 'vitest';
import { eraseEndedClaims } from '#server/exchange/claims/retention/eraseEndedClaims.ts';
import { isErased } from '#server/exchange/claims/retention/eraseRequisites.ts';
import { expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { TEST_CARD_NUMBER } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createPdf } from '../../support/sampleFiles.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { createClaimDriver, readStatusAndBody } from '../support/claimDriver.ts';
import { createMailbox } from '../support/mailbox.ts';

const DAY_MS = 86_400_000;
const OWNER = 'Иванов Иван';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer({ ...relaxedLimits, RETENTION_DAYS: '20' }));

  const eraseAfter = (ms: number) => {
    testServer.advanceClock(ms);
    return eraseEndedClaims(testServer.context);
  };

  /** All text that the tables hold about claims. */
  async function readTables(): Promise<string> {
    const { db } = testServer.context;
    const tables = ['claims', 'claim_events', 'mail', 'idempotency_keys', 'payments', 'files'] as const;
    const rows = [];
    for (const table of tables) rows.push(await db.selectFrom(table).selectAll().execute());
    return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  }

  test('erases the personal data of a claim some days after its end, and of no other', async () => {
    const mailbox = createMailbox(testServer);
    const driver = await createClaimDriver(testServer, 'SBERRUB', 'TON', '7000');
    const open = await createClaimDriver(testServer, 'TON', 'SBERRUB');
    await mailbox.deliver();
    const receipt = new FormData();
    receipt.append('file', new File([new Uint8Array(createPdf())], 'receipt.pdf'));
    await driver.postStep('bill', { body: receipt });
    await driver.postStep('confirm', { headers: { 'idempotency-key': 'confirm-key-1' } });
    await driver.pay('7000');
    await driver.move('payout', 'completed');
    await mailbox.deliverLater();
    const before = await driver.fetchStatus();
    expect(before.bills).toHaveLength(1);

    expect(await eraseAfter(20 * DAY_MS - 120_000)).toBe(0);
    expect(await eraseAfter(120_000)).toBe(1);
    expect(await eraseAfter(0)).toBe(0);
    const after = await driver.fetchStatus();
    expect(after).toEqual({ ...before, bills: [], now: after.now });
    const row = await driver.fetchRow();
    expect(JSON.parse(row.from_requisites)).toMatchObject({ card: '2200••••••••0004' });
    expect(row.email).toBe(driver.claim.email);

    // The open claim has what the ended one had.
    const openRow = await open.fetchRow();
    expect(openRow.to_requisites).toContain(TEST_CARD_NUMBER);
    expect(openRow.to_requisites).toContain(OWNER);
    const { db } = testServer.context;
    await db.updateTable('claims').set({ to_requisites: '{}' }).where('id', '=', open.id).execute();
    const text = await readTables();
    for (const secret of [TEST_CARD_NUMBER, OWNER, driver.secret, 'receipt.pdf', 'confirm-key-1'])
      expect(text).not.toContain(secret);
  });

  test('money that opens an erased claim again is refunded to new requisites, which are erased later', async () => {
    const driver = await createClaimDriver(testServer, 'SBERRUB', 'TON', '7000');
    testServer.advanceClock(30 * 60_000);
    await expireOverdueClaims(testServer.context);
    expect(await eraseAfter(20 * DAY_MS)).toBe(1);
    await driver.pay('7000');
    expect(await driver.fetchStatus()).toMatchObject({ status: 'hold', refundTo: null });
    const refuse = await readStatusAndBody(
      driver.postStep('refund', { body: JSON.stringify({ requisites: {} }) }),
    );
    expect(refuse).toMatchObject([400, { codes: { 'requisites.card': 'empty' } }]);
    const body = JSON.stringify({ requisites: { card: TEST_CARD_NUMBER } });
    expect(await readStatusAndBody(driver.postStep('refund', { body }))).toMatchObject([
      200,
      // What was erased cannot be compared, so the operator decides.
      { status: 'hold', cause: 'refund_elsewhere', refundTo: '2200\u00a0••••\u00a00004' },
    ]);
    expect(await eraseAfter(20 * DAY_MS)).toBe(0);
    await driver.move('refunding', 'refunded');
    expect(await eraseAfter(20 * DAY_MS)).toBe(1);
    const row = await driver.fetchRow();
    for (const stored of [row.from_requisites, row.refund_requisites]) {
      const { card = '' } = JSON.parse(stored ?? '{}') as { card?: string };
      expect(isErased(card)).toBe(true);
    }
  });

  test('keeps where to return money to, and exchanges nothing without a place to pay out', async () => {
    const paidTwice = await createClaimDriver(testServer, 'SBERRUB', 'TON', '7000');
    await paidTwice.pay('7000');
    await paidTwice.move('payout', 'completed');
    await paidTwice.pay('100');
    const late = await createClaimDriver(testServer, 'TON', 'SBERRUB');
    await late.move('expired');
    expect(await eraseAfter(20 * DAY_MS)).toBe(1);
    expect((await paidTwice.fetchRow()).from_requisites).toContain(TEST_CARD_NUMBER);
    await late.pay(late.claim.fromSumma);
    expect(await late.fetchStatus()).toMatchObject({
      status: 'hold',
      can: ['bill', 'refund'],
      offerRefusal: 'requisites_erased',
    });
    expect(await readStatusAndBody(late.postStep('accept'))).toMatchObject([
      409,
      { refusal: 'requisites_erased' },
    ]);
  });
});
