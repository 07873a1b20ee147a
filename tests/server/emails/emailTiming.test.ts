import { describe, expect, test } from 'vitest';
import { expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { MIN_CLAIM_EMAIL_INTERVAL_MS } from '#server/notifications/emails/leaseEmail.ts';
import { deliverDueEmail } from '#server/notifications/emails/emailWorker.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { getEmailSecret, setUpMailbox } from '../support/mailbox.ts';

const MINUTE_MS = 60_000;

forEachDatabase(startServer => {
  const setup = setUpMailbox(startServer);
  const failToSend = () =>
    deliverDueEmail(setup.testServer.context, () => Promise.reject(new Error('mail server is down')));
  const listUnsent = () =>
    setup.testServer.context.db.selectFrom('mail').selectAll().where('sent_at', 'is', null).execute();

  describe('several changes of a claim', () => {
    test('before the delivery send one e-mail about the last', async () => {
      const driver = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
      setup.testServer.advanceClock(30 * MINUTE_MS);
      await expireOverdueClaims(setup.testServer.context);
      await driver.pay('100');
      expect(await listUnsent()).toHaveLength(1);
      expect(await setup.mailbox.deliver()).toBe(1);
      expect(setup.mailbox.listHeadlines()).toEqual(['оплата пришла после срока, нужно ваше решение']);
      expect(setup.mailbox.readLast()).toContain('Пришло: 100,00 USDT');
    });

    test('within a minute send one e-mail about the last, a minute after the first', async () => {
      const driver = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
      await setup.mailbox.deliver();
      setup.testServer.advanceClock(1);
      await driver.pay('60');
      expect(await setup.mailbox.deliver()).toBe(0);
      await driver.pay('10');
      setup.testServer.advanceClock(MIN_CLAIM_EMAIL_INTERVAL_MS - 2);
      expect(await setup.mailbox.deliver()).toBe(0);
      setup.testServer.advanceClock(1);
      expect(await setup.mailbox.deliver()).toBe(1);
      expect(setup.mailbox.listHeadlines()).toEqual(['ждём оплату', 'пришло меньше, нужно ваше решение']);
      expect(setup.mailbox.readLast()).toContain('Пришло 70,00 USDT вместо 100,00 USDT.');
    });

    test('send nothing about a decision that the client has made meanwhile', async () => {
      const driver = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
      await setup.mailbox.deliver();
      await driver.pay('60');
      await driver.postStep('accept');
      expect(await setup.mailbox.deliverLater()).toBe(0);
      expect(await listUnsent()).toEqual([]);
    });

    test('while an e-mail is on its way do not let another server send the next one', async () => {
      const driver = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
      const { promise: accepted, resolve: accept } = Promise.withResolvers<void>();
      const { promise: started, resolve: start } = Promise.withResolvers<void>();
      const delivery = deliverDueEmail(setup.testServer.context, () => {
        start();
        return accepted;
      });
      await started;
      await driver.move('expired');
      expect(await setup.mailbox.deliver()).toBe(0);
      accept();
      expect(await delivery).toBe(1);
      expect(await setup.mailbox.deliverLater()).toBe(1);
      expect(setup.mailbox.listHeadlines()).toEqual(['время оплаты истекло']);
    });

    test('do not delay the e-mails of another claim', async () => {
      const driver = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
      await setup.mailbox.deliver();
      await driver.move('expired');
      await createClaimDriver(setup.testServer, 'LTC', 'SBERRUB', '2');
      expect(await setup.mailbox.deliver()).toBe(1);
      expect(setup.mailbox.readLast()).toContain('Переведите 2 LTC');
    });
  });

  describe('while the mail server is down', () => {
    test('a retried e-mail is replaced by a newer one', async () => {
      const driver = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
      await failToSend();
      setup.testServer.advanceClock(MINUTE_MS);
      await failToSend();
      await driver.move('expired');
      expect(await listUnsent()).toHaveLength(2);
      setup.testServer.advanceClock(2 * MINUTE_MS);
      expect(await setup.mailbox.deliver()).toBe(1);
      expect(setup.mailbox.listHeadlines()).toEqual(['время оплаты истекло']);
      expect(await listUnsent()).toEqual([]);
    });

    test('a newer e-mail does not wait for the retry of the older one', async () => {
      const driver = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
      for (let attempt = 0; attempt < 8; attempt++) {
        await failToSend();
        setup.testServer.advanceClock(6 * 60 * MINUTE_MS);
      }
      await failToSend();
      await driver.move('expired');
      expect(await setup.mailbox.deliverLater()).toBe(1);
      setup.testServer.advanceClock(12 * 60 * MINUTE_MS);
      expect(await setup.mailbox.deliver()).toBe(0);
      expect(setup.mailbox.listHeadlines()).toEqual(['время оплаты истекло']);
    });

    test('the first e-mail says that nothing is to be done if the client has paid', async () => {
      const driver = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
      await failToSend();
      await driver.pay('100');
      expect(await setup.mailbox.deliverLater()).toBe(1);
      expect(setup.mailbox.listHeadlines()).toEqual(['обмен идёт']);
      expect(setup.mailbox.readLast()).toMatch(
        /^Делать ничего не нужно\. Напишем, когда обмен завершится или понадобится ваше решение\./,
      );
      expect(setup.mailbox.readLast()).toContain(
        `/claim/${driver.id}#${getEmailSecret(setup.testServer, driver.id)}`,
      );
    });

    test('an overdue claim is not asked to pay, but told that it expired', async () => {
      await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
      await failToSend();
      setup.testServer.advanceClock(30 * MINUTE_MS);
      expect(await setup.mailbox.deliver()).toBe(0);
      await expireOverdueClaims(setup.testServer.context);
      expect(await setup.mailbox.deliver()).toBe(1);
      expect(setup.mailbox.listHeadlines()).toEqual(['время оплаты истекло']);
    });
  });

  test('a cancelled claim whose e-mail was not sent yet gets none', async () => {
    const driver = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
    await driver.postStep('cancel');
    expect(await setup.mailbox.deliver()).toBe(0);
    expect(await listUnsent()).toEqual([]);
  });

  test('a claim whose e-mail cannot be composed does not block the others', async () => {
    const driver = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
    await setup.testServer.context.db
      .updateTable('claims')
      .set({ pay_to: 'not JSON' })
      .where('id', '=', driver.id)
      .execute();
    await createClaimDriver(setup.testServer, 'LTC', 'SBERRUB', '2');
    expect(await setup.mailbox.deliver()).toBe(1);
    expect(setup.mailbox.readLast()).toContain('Переведите 2 LTC');
    expect(setup.testServer.log()).toContain('Cannot send an email: retrying later');
  });
});
