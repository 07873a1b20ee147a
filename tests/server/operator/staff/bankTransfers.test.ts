import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import type { ReportedTransfers } from '#core/contract/operator/transfers/bankTransfers.ts';
import type { WaitingTransfers } from '#core/contract/operator/transfers/waitingTransfers.ts';
import type { StatementLines } from '#core/contract/operator/transfers/statements.ts';
import type { Today } from '#core/contract/operator/today/today.ts';
import { deleteOldTransfers } from '#server/exchange/payments/bankTransfers.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { createClaimDriver } from '../../support/claimDriver.ts';
import { expectBalancedLedger } from '../../support/ledgerAssertions.ts';
import { listOperatorChanges, startServerToday } from '../../support/operatorCommand.ts';
import { callOperator, openStaff, readOperator } from './support/staffBrowser.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const PATH = '/api/v1/bank/transfers/';
const DAY_MS = 86_400_000;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() =>
    startServerToday(() => startServer({ ...relaxedLimits, BANK_WEBHOOK_SECRET: SECRET })),
  );
  const createClaim = (fromSumma: string) => createClaimDriver(testServer, 'SBERRUB', 'LTC', fromSumma);

  /** Sends a body, signed at a time. */
  function post(body: string, { secret = SECRET, at = new Date(), signed = body } = {}) {
    const headers = {
      'content-type': 'application/json',
      'webhook-id': 'message',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('message', at, signed),
    };
    return testServer.app.request(PATH, { method: 'POST', body, headers });
  }
  async function report(...lines: StatementLines['lines']) {
    const response = await post(JSON.stringify({ currency: 'SBERRUB', lines }));
    expect(response.status).toBe(200);
    return ((await response.json()) as ReportedTransfers).lines;
  }

  test('records a transfer with two signs once, and keeps the others for a person', async () => {
    const [first, second, third] = [
      await createClaim('7000'),
      await createClaim('7000'),
      await createClaim('8000'),
    ];
    const { card = '' } = JSON.parse((await third.fetchRow()).from_requisites) as { card?: string };
    const line = { amount: '7000', reference: 'op-1', text: `заявка ${first.claim.number}` };
    const recorded = { state: 'recorded', claim: first.claim.number };
    expect(await report(line)).toEqual([recorded]);
    expect(await report(line)).toEqual([recorded]);
    expect((await first.fetchRow()).status).toBe('paid');
    // The same amount again is another decision, and so is an amount without another sign.
    const waiting = { state: 'waiting', claim: null };
    const others = [
      { ...line, reference: 'op-2' },
      { amount: '7000', reference: 'op-3', text: '25.11.2026' },
      { amount: '31337', reference: 'op-4', text: '' },
    ];
    expect(await report(...others)).toEqual([waiting, waiting, waiting]);
    expect(await report(...others)).toEqual([waiting, waiting, waiting]);
    expect((await second.fetchRow()).status).toBe('waiting');
    const end = card.slice(-4) || expect.fail('no card');
    expect(await report({ amount: '8000', reference: 'op-5', text: `MIR-${end} Иван И.` })).toEqual([
      { state: 'recorded', claim: third.claim.number },
    ]);
    await expectBalancedLedger(testServer.context.db);
  });

  test('what waited, was dismissed, or names another claim pays no claim that fits, too', async () => {
    const first = await createClaim('8000');
    const { card = '' } = JSON.parse((await first.fetchRow()).from_requisites) as { card?: string };
    const text = `карта *${card.slice(-4)}`;
    const old = { amount: '7000', reference: 'old', text };
    const dismissed = { amount: '7100', reference: 'dismissed', text };
    await report(old, dismissed);
    const cashier = await openStaff(testServer, 'cashier');
    const { results } = await readOperator<WaitingTransfers>(cashier, 'transfers/');
    expect(results.map(({ reference }) => reference)).toContain('DISMISSED');
    const dismissal = { currency: 'SBERRUB', reference: 'DISMISSED' };
    expect((await callOperator(cashier, 'transfers/dismiss/', dismissal)).status).toBe(204);
    const later = [await createClaim('7000'), await createClaim('7100'), await createClaim('7200')];
    const naming = { amount: '7200', reference: 'naming', text: `${text}, заявка ${first.claim.number}` };
    const waiting = { state: 'waiting', claim: null };
    expect(await report(old, dismissed, naming)).toEqual([waiting, waiting, waiting]);
    for (const claim of [first, ...later]) expect((await claim.fetchRow()).status).toBe('waiting');
  });

  test('of two transfers for one claim at once one is recorded', async () => {
    const claim = await createClaim('7000');
    const buildLine = (reference: string) => ({ amount: '7000', reference, text: claim.claim.number });
    const lines = await Promise.all([report(buildLine('a')), report(buildLine('b')), report(buildLine('c'))]);
    expect(lines.flat().filter(({ state }) => state === 'recorded')).toHaveLength(1);
    expect((await claim.fetchRow()).status).toBe('paid');
    await expectBalancedLedger(testServer.context.db);
  });

  test('a transfer that looks recorded waits for a person, also if both are reported at once', async () => {
    const claims = [await createClaim('7000'), await createClaim('7000')];
    const [first, second] = await Promise.all(
      ['9100 28.11.2026 7000.00', '№9100'].map((reference, index) =>
        report({ amount: '7000', reference, text: `заявка ${claims[index]?.claim.number}` }),
      ),
    );
    expect([...(first ?? []), ...(second ?? [])].map(({ state }) => state).toSorted()).toEqual([
      'recorded',
      'waiting',
    ]);
    const statuses = await Promise.all(claims.map(async claim => (await claim.fetchRow()).status));
    expect(statuses.toSorted()).toEqual(['paid', 'waiting']);
    await expectBalancedLedger(testServer.context.db);
  });

  test('staff sees what waits, records it or dismisses it', async () => {
    const claim = await createClaim('7000');
    await report(
      { amount: '7000', reference: 'op-1', text: 'Иван' },
      { amount: '500', reference: 'op-2', text: 'Пётр' },
    );
    const cashier = await openStaff(testServer, 'cashier');
    const list = async () => (await readOperator<WaitingTransfers>(cashier, 'transfers/')).results;
    const [first, second] = await list();
    expect(first).toMatchObject({ currency: 'SBERRUB', amount: '7000.00', reference: 'OP-1', text: 'Иван' });
    const { groups } = await readOperator<Today>(cashier, 'today/');
    expect(groups.find(({ kind }) => kind === 'transfers')).toMatchObject({
      count: 2,
      rows: [
        { target: 'statement', title: 'Иван', amount: '7000.00', currency: 'SBERRUB' },
        { title: 'Пётр' },
      ],
    });
    await readOperator(cashier, `claims/${claim.id}/payments/`, {
      amount: '7000',
      reference: 'OP-1',
      seen: 'waiting',
    });
    expect(await list()).toEqual([second]);
    const dismiss = (reference: string, browser = cashier) =>
      callOperator(browser, 'transfers/dismiss/', { currency: 'SBERRUB', reference });
    const id = 'OP-2';
    const support = await openStaff(testServer, 'support');
    expect((await dismiss(id, support)).status).toBe(403);
    expect((await dismiss(id)).status).toBe(204);
    expect((await dismiss(id)).status).toBe(204);
    expect((await dismiss('OP-1')).status).toBe(404);
    expect(await list()).toEqual([]);
    expect(
      (await listOperatorChanges(testServer)).filter(([command]) => command === 'transfer dismiss'),
    ).toEqual([['transfer dismiss', expect.any(String), { amount: '500.00 SBERRUB' }]]);
    const restore = (reference: string, browser = cashier) =>
      callOperator(browser, 'transfers/restore/', { currency: 'SBERRUB', reference });
    expect((await restore(id, support)).status).toBe(403);
    expect((await restore('OP-3')).status).toBe(404);
    expect((await restore(id)).status).toBe(204);
    expect((await restore(id)).status).toBe(204);
    expect(await list()).toEqual([second]);
    expect((await listOperatorChanges(testServer)).at(-1)).toEqual([
      'transfer restore',
      expect.any(String),
      { amount: '500.00 SBERRUB' },
    ]);
  });

  test('refuses what is not signed, and what it cannot read, and records nothing then', async () => {
    const claim = await createClaim('7000');
    const line = { amount: '7000', reference: 'op', text: claim.claim.number };
    const body = JSON.stringify({ currency: 'SBERRUB', lines: [line] });
    const minutes = (count: number) => new Date(Date.now() + count * 60_000);
    const otherSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    for (const options of [
      { secret: otherSecret },
      { signed: `${body} ` },
      { at: minutes(-6) },
      { at: minutes(6) },
    ])
      expect(await readRefusal(await post(body, options))).toEqual([401, 'signature_invalid']);
    const unsigned = await testServer.app.request(PATH, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(unsigned.status).toBe(401);
    for (const content of [
      '',
      '{',
      '[]',
      '{"currency":"SBERRUB","lines":[]}',
      JSON.stringify({ currency: 'LTC', lines: [line] }),
    ])
      expect((await post(content)).status).toBe(400);
    for (const amount of ['0', '0.001', '9'.repeat(40)]) {
      const lines = [line, { ...line, reference: 'other', amount }];
      expect(await readRefusal(await post(JSON.stringify({ currency: 'SBERRUB', lines })))).toEqual([
        400,
        { lines: 'number_format' },
      ]);
    }
    expect((await claim.fetchRow()).status).toBe('waiting');
    expect(await testServer.context.db.selectFrom('bank_transfers').selectAll().execute()).toEqual([]);
  });

  test('deletes old transfers, whose texts contain names', async () => {
    await report({ amount: '1', reference: 'old', text: 'Иван' });
    testServer.advanceClock(400 * DAY_MS);
    await report({ amount: '1', reference: 'new', text: 'Иван' });
    expect(await deleteOldTransfers(testServer.context)).toBe(1);
  });

  test('does not exist without a secret', async () => {
    const plain = await startServer();
    expect((await plain.app.request(PATH, { method: 'POST' })).status).toBe(404);
  });
});
