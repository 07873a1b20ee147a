import { expect, test } from 'vitest';
import { expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { setUpMailbox } from '../support/mailbox.ts';

const MINUTE_MS = 60_000;

forEachDatabase(startServer => {
  const setup = setUpMailbox(startServer);

  test('who brings cash reads what to bring, and never of a transfer', async () => {
    const driver = await createClaimDriver(setup.testServer, 'CASHRUB', 'USDTTRC20');
    await setup.mailbox.deliver();
    expect(setup.mailbox.readLast()).toMatch(
      /^Передайте на\sвстрече 100\s000\s₽ до\s15:20 по\sМоскве 21\sноября\. Адрес, часы и\sто, что взять с\sсобой, указаны в\sзаявке\./,
    );
    expect(setup.mailbox.readLast()).toMatch(/Отдаёте: 100\s000\s₽, Наличные, Екатеринбург/);
    setup.testServer.advanceClock(20 * MINUTE_MS);
    await expireOverdueClaims(setup.testServer.context);
    await setup.mailbox.deliverLater();
    expect(setup.mailbox.listHeadlines()).toEqual(['ждём оплату', 'время оплаты истекло']);
    expect(setup.mailbox.readLast()).toMatch(
      /Если наличные уже у\sнас, напишите в\sподдержку: пересчитаем\./,
    );
    for (const { text } of setup.mailbox.received) expect(text).not.toMatch(/перевод|реквизит|карт/i);
    expect(driver.claim.city).toBe('EKB');
  });

  test('who collects cash is told when and where', async () => {
    const driver = await createClaimDriver(setup.testServer, 'USDTTRC20', 'CASHRUB');
    await setup.mailbox.deliver();
    await setup.testServer.context.db
      .updateTable('cities')
      .set({ place: 'ул. Примерная, 1', hours: 'ежедневно с\u00a010 до\u00a020' })
      .execute();
    await driver.pay(driver.claim.fromSumma);
    for (const status of ['aml', 'paid', 'payout'] as const) await driver.move(status);
    await setup.mailbox.deliverLater();
    expect(setup.mailbox.readLast()).toMatch(
      /^Заберите 100\s000\s₽: Екатеринбург, ул\. Примерная, 1, ежедневно с\s10 до\s20\. Возьмите документ/,
    );
    await driver.move('completed');
    await setup.mailbox.deliverLater();
    expect(setup.mailbox.readLast()).toMatch(
      /^Мы выдали 100\s000\s₽: Наличные, Екатеринбург\. Если вы их не\sполучили/,
    );
    expect(setup.mailbox.listHeadlines()).toEqual([
      'ждём оплату',
      'можно забрать наличные',
      'наличные выданы',
    ]);
  });

  test.each([
    ['190000', 'пришло меньше', /Получили от\sвас 190\s000\s₽ вместо 200\s000\s₽\./],
    ['200000', 'оплата пришла после срока', /Получили от\sвас 200\s000\s₽ после срока оплаты/],
  ])('who has brought %s may take it back', async (amount, headline, cause) => {
    const driver = await createClaimDriver(setup.testServer, 'CASHRUB', 'USDTTRC20', '200000');
    await setup.mailbox.deliver();
    if (amount === driver.claim.fromSumma) await driver.move('expired');
    await driver.pay(amount);
    await setup.mailbox.deliverLater();
    expect(setup.mailbox.listHeadlines()).toEqual(['ждём оплату', `${headline}, нужно ваше решение`]);
    expect(setup.mailbox.readLast()).toMatch(
      /^Откройте заявку и выберите: получить .+ или вернуть наличные\./,
    );
    expect(setup.mailbox.readLast()).toMatch(cause);
    for (const { text } of setup.mailbox.received) expect(text).not.toMatch(/перевод/i);
  });
});
