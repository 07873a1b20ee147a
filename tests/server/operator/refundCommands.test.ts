import { expect, test } from 'vitest';
import { TEST_CARD_NUMBER } from '../../support/claimClient.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { createMailbox } from '../support/mailbox.ts';
import { listOperatorChanges, runOperator, startServerToday } from '../support/operatorCommand.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';

const OTHER_CARD = '4276160000000019';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(startServer));

  /** A bank claim whose client wants the refund on another card. */
  async function createHeldRefund() {
    const driver = await createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20');
    await driver.pay('1000');
    const body = JSON.stringify({ requisites: { card: OTHER_CARD } });
    expect((await driver.postStep('refund', { body })).status).toBe(200);
    return driver;
  }

  test('shows both requisites of a refund that goes elsewhere, and continues it as it was named', async () => {
    const { claim, fetchRow } = await createHeldRefund();
    const { number } = claim;
    expect((await runOperator(testServer, 'claims', '--status', 'hold')).out).toContain('refund_elsewhere');
    const report = (await runOperator(testServer, 'claim', number)).out;
    expect(report).toMatch(new RegExp(`\nfrom fields +card ${TEST_CARD_NUMBER}\n`));
    expect(report).toMatch(
      new RegExp(`\nrefund to +card ${OTHER_CARD} \\(NOT the requisites of the payment\\)\n`),
    );
    expect(report).toMatch(/client +hold → hold +refund_elsewhere/);
    const mailbox = createMailbox(testServer);
    await mailbox.deliver();
    expect((await runOperator(testServer, 'claim', number, 'refunding')).out).toBe(
      `${number}: hold → refunding. The refund goes to other requisites than those of the payment.\n`,
    );
    // The command line uses the real clock.
    testServer.advanceClock(60_000);
    await mailbox.deliver();
    const emails = mailbox.received.filter(({ text }) => text.includes('#stop='));
    expect(emails.map(({ text }) => text.includes('Служба поддержки'))).toEqual([false, true]);
    expect((await fetchRow()).refund_requisites).toBe(JSON.stringify({ card: OTHER_CARD }));
  });

  test('corrects where a refund goes, with an audit entry that contains no requisites', async () => {
    const { claim, fetchRow, postStep } = await createHeldRefund();
    const { number } = claim;
    expect((await runOperator(testServer, 'refund', number, 'payer')).out).toBe(
      `${number}: the refund goes to 2200\u00a0••••\u00a00004. Continue with “claim ${number} refunding”.\n`,
    );
    expect((await fetchRow()).refund_requisites).toBeNull();
    expect((await runOperator(testServer, 'claim', number)).out).not.toContain('refund to');
    expect((await runOperator(testServer, 'claim', number, 'refunding')).out).toBe(
      `${number}: hold → refunding.\n`,
    );
    const mailbox = createMailbox(testServer);
    expect((await runOperator(testServer, 'refund', number, `card=${OTHER_CARD}`)).out).toBe(
      `${number}: the refund goes to 4276\u00a0••••\u00a00019.\n`,
    );
    testServer.advanceClock(60_000);
    await mailbox.deliver();
    const subjects = mailbox.received.map(({ subject }) => /возврат на\u00a0(\d+)/.exec(subject)?.[1]);
    expect(subjects.filter(Boolean)).toEqual(['4276', '2200', '4276']);
    expect(await listOperatorChanges(testServer)).toMatchObject([
      ['refund', claim.id, { destination: 'payer' }],
      ['claim', claim.id, { to: 'refunding' }],
      ['refund', claim.id, { destination: 'other' }],
    ]);
    await runOperator(testServer, 'claim', number, 'refunded', '--reference', 'A 1');
    expect((await runOperator(testServer, 'refund', number, 'payer')).err).toContain(
      'is refunded: a refund is corrected in',
    );
    expect((await postStep('refund', { body: '{"requisites":{}}' })).status).toBe(409);
  });

  test.each([
    [['payr'], 'A refund in SBERRUB needs payer or card=<value>.'],
    [['card=4276160000000018'], 'Invalid: card (card_checksum).'],
    [['card='], 'Invalid: card (empty).'],
    [['phone=+79990000001'], 'Invalid: phone (field_unknown), card (empty).'],
    [['__proto__=1'], 'Invalid: '],
  ])('refuses refund %j and changes nothing', async (words, reason) => {
    const { claim, fetchRow } = await createHeldRefund();
    const before = await fetchRow();
    const { code, err } = await runOperator(testServer, 'refund', claim.number, ...words);
    expect([code, err]).toEqual([1, expect.stringContaining(reason)]);
    expect(await fetchRow()).toEqual(before);
    expect(await listOperatorChanges(testServer)).toEqual([]);
  });
});
