import { expect, test } from 'vitest';
import { makeDueOffers } from '#server/exchange/claims/recalculation/dueOffers.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { setUpMailbox } from '../support/mailbox.ts';

const MINUTE_MS = 60_000;

forEachDatabase(startServer => {
  const setup = setUpMailbox(startServer);

  test.each([
    ['sender_mismatch', 'другой отправитель, нужен чек', 'Откройте заявку и приложите чек, на котором'],
    ['aml_risk', 'заявка на проверке', 'Делать пока ничего не нужно. Оператор проверяет, откуда'],
    ['manual', 'заявка на проверке', 'Делать пока ничего не нужно. Оператор проверяет заявку.'],
  ] as const)('a hold for %s sends the next step and the amounts', async (reason, headline, nextStep) => {
    const driver = await createClaimDriver(setup.testServer, 'TON', 'SBPRUB', '20');
    await driver.pay('20');
    await driver.move(['hold', reason]);
    await setup.mailbox.deliver();
    expect(setup.mailbox.listHeadlines()).toEqual([headline]);
    expect(setup.mailbox.readLast().startsWith(nextStep)).toBe(true);
    expect(setup.mailbox.readLast()).toContain(
      'Ждали: 20 TON, сеть TON\nПришло: 20 TON\nК получению: 4 739,13 ₽, СБП, +7 ••• •••-45-67\n',
    );
  });

  test('a hold sends its figures again when they change', async () => {
    const driver = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
    await driver.pay('50');
    await setup.mailbox.deliver();
    expect(setup.mailbox.readLast()).toContain('Пришло 50,00 USDT вместо 100,00 USDT.');
    setup.testServer.advanceClock(MINUTE_MS);
    await driver.pay('20');
    await setup.mailbox.deliver();
    expect(setup.mailbox.readLast()).toContain('Пришло 70,00 USDT вместо 100,00 USDT.');
    expect(setup.mailbox.listHeadlines()).toEqual(Array(2).fill('пришло меньше, нужно ваше решение'));
  });

  test.each([
    ['LTC', '2', '0.2', /Пришло 0,2 LTC\. Это меньше минимума обмена\./],
    [
      'SBERRUB',
      '14999',
      '400000',
      /Пришло 400 000,00 ₽\. Такую сумму меняем только с подтверждённой картой\./,
    ],
  ] as const)(
    'an offer that cannot be accepted asks for a refund: %s',
    async (from, promised, received, cause) => {
      const driver = await createClaimDriver(
        setup.testServer,
        from,
        from === 'LTC' ? 'SBERRUB' : 'LTC',
        promised,
      );
      await setup.mailbox.deliver();
      await driver.pay(received);
      await setup.mailbox.deliverLater();
      expect(setup.mailbox.listHeadlines()).toEqual(['ждём оплату', 'укажите, куда вернуть деньги']);
      expect(setup.mailbox.readLast()).toMatch(cause);
    },
  );

  test('a late payment sends its new amounts once there is a price', async () => {
    const driver = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
    await driver.move('expired');
    await driver.pay('100', { withoutCourse: true });
    await setup.mailbox.deliver();
    expect(setup.mailbox.readLast()).toMatch(/^Делать пока ничего не нужно: пересчитаем заявку/);
    await makeDueOffers(setup.testServer.context);
    await setup.mailbox.deliverLater();
    expect(setup.mailbox.listHeadlines()).toEqual([
      'оплата пришла после срока, пересчитываем',
      'оплата пришла после срока, нужно ваше решение',
    ]);
  });

  test('a claim that waits for the rest of its amount tells what is missing', async () => {
    const driver = await createClaimDriver(setup.testServer, 'SBERRUB', 'USDTTRC20', '10000');
    await driver.pay('4000.5');
    await driver.move('waiting');
    await setup.mailbox.deliver();
    expect(setup.mailbox.readLast()).toMatch(
      /^Переведите 5 999,50 ₽ до 15:20 по Москве 21 ноября\. Пришло 4 000,50 ₽ из 10 000,00 ₽\./,
    );
  });
});
