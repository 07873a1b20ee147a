import { afterEach, beforeEach, expect, test } from 'vitest';
import { expireOverdueClaims } from '#server/claims/status/claimExpiry.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { createMailbox, expectReadableMail } from '../support/mailbox.ts';

const MINUTE_MS = 60_000;

forEachDatabase(startServer => {
  let testServer: TestServer;
  let mailbox: ReturnType<typeof createMailbox>;
  beforeEach(async () => {
    testServer = await startServer(relaxedLimits);
    mailbox = createMailbox(testServer);
  });
  afterEach(() => expectReadableMail(mailbox.received));

  test('who brings cash reads what to bring, and never of a transfer', async () => {
    const driver = await createClaimDriver(testServer, 'CASHRUB', 'USDTTRC20');
    await mailbox.deliver();
    expect(mailbox.readLast()).toMatch(
      /^Передайте на\sвстрече 100\s000\s₽ до\s15:20 по\sМоскве 21\sноября\. Адрес, часы и\sто, что взять с\sсобой, указаны в\sзаявке\./,
    );
    expect(mailbox.readLast()).toMatch(/Отдаёте: 100\s000\s₽, Наличные, Екатеринбург/);
    testServer.advanceClock(20 * MINUTE_MS);
    await expireOverdueClaims(testServer.context);
    await mailbox.deliverLater();
    expect(mailbox.listHeadlines()).toEqual(['ждём оплату', 'время оплаты истекло']);
    expect(mailbox.readLast()).toMatch(/Если наличные уже у\sнас, напишите в\sподдержку: пересчитаем\./);
    for (const { text } of mailbox.received) expect(text).not.toMatch(/перевод|реквизит|карт/i);
    expect(driver.claim.city).toBe('EKB');
  });

  test('who collects cash is told when and where', async () => {
    const driver = await createClaimDriver(testServer, 'USDTTRC20', 'CASHRUB');
    await mailbox.deliver();
    await testServer.context.db
      .updateTable('cities')
      .set({ place: 'ул. Примерная, 1', hours: 'ежедневно с\u00a010 до\u00a020' })
      .execute();
    await driver.pay(driver.claim.fromSumma);
    for (const status of ['aml', 'paid', 'payout'] as const) await driver.move(status);
    await mailbox.deliverLater();
    expect(mailbox.readLast()).toMatch(
      /^Заберите 100\s000\s₽: Екатеринбург, ул\. Примерная, 1, ежедневно с\s10 до\s20\. Возьмите документ/,
    );
    await driver.move('completed');
    await mailbox.deliverLater();
    expect(mailbox.readLast()).toMatch(
      /^Мы выдали 100\s000\s₽: Наличные, Екатеринбург\. Если вы их не\sполучили/,
    );
    expect(mailbox.listHeadlines()).toEqual(['ждём оплату', 'можно забрать наличные', 'наличные выданы']);
  });
});
