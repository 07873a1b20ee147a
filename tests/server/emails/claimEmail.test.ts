import { expect, test } from 'vitest';
import { expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { setMaintenance } from '../../support/maintenanceMode.ts';
import { createPhoto, createVerificationClient } from '../../support/verificationClient.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { createMailbox, getEmailSecret, setUpMailbox } from '../support/mailbox.ts';

const MINUTE_MS = 60_000;
const AWAITED_CONFIRMATION =
  'Чтобы получать следующие письма о заявке, откройте её по ссылке. Если вы её не создавали, ничего не делайте: писем о ней больше не будет.';
const LTC_ADDRESS = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1';

forEachDatabase(startServer => {
  const setup = setUpMailbox(startServer);
  const formatLink = ({ id, number }: { id: string; number: string }) =>
    `Открыть заявку ${number}:\n${setup.testServer.config.publicOrigin}/claim/${id}#${getEmailSecret(setup.testServer, id)}`;

  test('the last e-mail of a payout in a network links to its transaction', async () => {
    const driver = await createClaimDriver(setup.testServer, 'SBERRUB', 'TRX');
    await setup.mailbox.deliver();
    await driver.pay(driver.claim.fromSumma);
    await driver.move('payout');
    const transaction = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
    await setup.testServer.context.db
      .insertInto('payouts')
      .values({
        claim_id: driver.id,
        kind: 'payout',
        reference: transaction,
        at: BigInt(setup.testServer.now()),
      })
      .execute();
    await driver.move('completed');
    await setup.mailbox.deliverLater();
    expect(setup.mailbox.readLast()).toContain(
      `Перевод: https://tronscan.org/#/transaction/${transaction}\n`,
    );
  });

  test('a happy path sends what to pay and what was paid out', async () => {
    const driver = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
    await setup.mailbox.deliver();
    const link = formatLink(driver.claim);
    expect(setup.mailbox.readLast()).toBe(
      `Переведите 100,00 USDT в сети TRC20 до 15:30 по Москве 21 ноября. Реквизиты указаны в заявке. После перевода нажмите в ней «Я оплатил». Сумма должна дойти целиком: комиссию сети оплатите сверху.

${link}

Отдаёте: 100,00 USDT, сеть TRC20
Получаете: 8 142,84 ₽, Сбербанк, 2200 •••• 0004
Курс: 1 USDT = 81,42 ₽

Напишем, когда обмен завершится или понадобится ваше решение.

${AWAITED_CONFIRMATION}
`,
    );
    await driver.postStep('confirm');
    await setup.mailbox.deliverLater();
    await driver.pay('100');
    await setup.mailbox.deliverLater();
    for (const status of ['aml', 'paid', 'payout', 'payout_error', 'payout', 'completed'] as const) {
      await driver.move(status);
      await setup.mailbox.deliverLater();
    }
    expect(setup.mailbox.listHeadlines()).toEqual(['ждём оплату', 'деньги отправлены']);
    expect(setup.mailbox.readLast()).toBe(
      `Мы отправили 8 142,84 ₽: Сбербанк, 2200 •••• 0004. Если деньги ещё не пришли, напишите в поддержку.

${link}

Отдали: 100,00 USDT, сеть TRC20
Получили: 8 142,84 ₽, Сбербанк, 2200 •••• 0004
Курс: 1 USDT = 81,42 ₽
`,
    );
    expect(setup.mailbox.received.map(({ to }) => to)).toEqual([driver.claim.email, driver.claim.email]);
  });

  test('an underpayment that the client accepts sends its figures once', async () => {
    const driver = await createClaimDriver(setup.testServer, 'BTC', 'TCSBRUB', '0.01');
    await setup.mailbox.deliver();
    expect(setup.mailbox.readLast()).toContain(
      'Переведите 0,01 BTC в сети Bitcoin до 15:30 по Москве 21 ноября.',
    );
    setup.testServer.advanceClock(5 * MINUTE_MS);
    await driver.pay('0.008');
    await setup.mailbox.deliver();
    expect(setup.mailbox.readLast()).toBe(
      `Откройте заявку и выберите: получить 60 191,93 ₽ или вернуть перевод. Пришло 0,008 BTC вместо 0,01 BTC.

${formatLink(driver.claim)}

Ждали: 0,01 BTC, сеть Bitcoin
Пришло: 0,008 BTC
Получите: 60 191,93 ₽ вместо 75 239,91 ₽, Т-Банк, 2200 •••• 0004
Курс: 1 BTC = 7 523 991,55 ₽

Суммы действуют 15 минут, потом мы посчитаем их заново.
`,
    );
    await driver.postStep('accept');
    await setup.mailbox.deliverLater();
    await driver.move('aml', 'paid', 'payout', 'completed');
    await setup.mailbox.deliverLater();
    expect(setup.mailbox.listHeadlines()).toEqual([
      'ждём оплату',
      'пришло меньше, нужно ваше решение',
      'деньги отправлены',
    ]);
    expect(setup.mailbox.readLast()).toContain('Мы отправили 60 191,93 ₽: Т-Банк, 2200 •••• 0004.');
    expect(setup.mailbox.readLast()).toContain('Отдали: 0,008 BTC, сеть Bitcoin');
  });

  test('a card that is rejected, then approved', async () => {
    const client = createVerificationClient(setup.testServer);
    const claim = await client.createClaim();
    await setup.mailbox.deliver();
    expect(setup.mailbox.readLast()).toBe(
      `Откройте заявку и пришлите фото карты до 15:00 по Москве 22 ноября. Реквизиты для оплаты появятся после проверки. Пока ничего не переводите.

${formatLink(claim)}

Отдаёте: 15 000,00 ₽, Сбербанк
Получаете: 181,45 USDT, сеть TRC20, TJRab…pRTv8
Курс: 1 USDT = 82,67 ₽

Напишем, когда проверим карту.

${AWAITED_CONFIRMATION}
`,
    );
    const { id } = await client.createPending(claim);
    await setup.mailbox.deliverLater();
    await client.decide(id, { approve: false, reason: 'Номер карты\n не читается ' });
    await setup.mailbox.deliverLater();
    expect(setup.mailbox.readLast()).toMatch(
      /^Откройте заявку и пришлите новое фото карты до 15:01 по Москве 22 ноября\. Номер карты не читается\. Пока ничего не переводите\.\n/,
    );
    const photo = (await (await client.upload(id, claim, await createPhoto(0))).json()) as { id: string };
    await client.put(id, claim, [photo.id]);
    await setup.mailbox.deliverLater();
    await client.decide(id, { approve: true });
    await setup.mailbox.deliverLater();
    expect(setup.mailbox.readLast()).toMatch(
      /^Переведите 15 000,00 ₽ до 15:23 по Москве 21 ноября\. Реквизиты указаны в заявке\. После перевода нажмите в ней «Я оплатил»\. Переводите одним платежом ровно эту сумму/,
    );
    expect(setup.mailbox.listHeadlines()).toEqual([
      'нужна верификация карты',
      'карту не подтвердили, нужно новое фото',
      'карта подтверждена, ждём оплату',
    ]);
  });

  test('an unpaid claim sends what to pay and its expiry', async () => {
    const driver = await createClaimDriver(setup.testServer, 'LTC', 'SBERRUB', '2');
    await setup.mailbox.deliver();
    setup.testServer.advanceClock(30 * MINUTE_MS);
    await expireOverdueClaims(setup.testServer.context);
    await setup.mailbox.deliver();
    expect(setup.mailbox.listHeadlines()).toEqual(['ждём оплату', 'время оплаты истекло']);
    expect(setup.mailbox.readLast()).toBe(
      `По этой заявке ничего не переводите: она закрыта. Если обмен ещё нужен, создайте новую. Если деньги уже отправлены, напишите в поддержку: найдём перевод и пересчитаем.

${formatLink(driver.claim)}

Ждали: 2 LTC, сеть Litecoin
К получению: 15 699,41 ₽, Сбербанк, 2200 •••• 0004
Курс: 1 LTC = 7 849,70 ₽
`,
    );
  });

  test('an unverified claim expires with its own words', async () => {
    await createVerificationClient(setup.testServer).createClaim();
    await setup.mailbox.deliver();
    setup.testServer.advanceClock(24 * 60 * MINUTE_MS);
    await expireOverdueClaims(setup.testServer.context);
    await setup.mailbox.deliver();
    expect(setup.mailbox.listHeadlines()).toEqual([
      'нужна верификация карты',
      'фото карты не пришло вовремя',
    ]);
    expect(setup.mailbox.readLast()).not.toContain('найдём перевод');
  });

  test('a late payment that is refunded sends the decision and the refund', async () => {
    const driver = await createClaimDriver(setup.testServer, 'LTC', 'SBERRUB', '2');
    await setup.mailbox.deliver();
    setup.testServer.advanceClock(30 * MINUTE_MS);
    await driver.pay('2');
    await setup.mailbox.deliver();
    expect(setup.mailbox.readLast()).toMatch(
      /^Откройте заявку и выберите: получить 15 699,41 ₽ или вернуть перевод\. Пришло 2 LTC после срока оплаты/,
    );
    const body = JSON.stringify({ requisites: { refund: LTC_ADDRESS } });
    expect((await driver.postStep('refund', { body })).status).toBe(200);
    await setup.mailbox.deliverLater();
    await driver.move('refunded');
    await setup.mailbox.deliverLater();
    expect(setup.mailbox.listHeadlines()).toEqual([
      'ждём оплату',
      'оплата пришла после срока, нужно ваше решение',
      'возврат на LM2WM…XpGc1',
      'деньги возвращены',
    ]);
    expect(setup.mailbox.readLast()).toBe(
      `Мы вернули 2 LTC в сети Litecoin: LM2WM…XpGc1. Если деньги ещё не пришли, напишите в поддержку.

${formatLink(driver.claim)}

Вернули: 2 LTC, сеть Litecoin, LM2WM…XpGc1
`,
    );
  });

  test('a refund by the operator asks where to, during maintenance, too', async () => {
    const driver = await createClaimDriver(setup.testServer, 'LTC', 'SBERRUB', '2');
    await driver.pay('1');
    await driver.move('refunding');
    await setMaintenance(setup.testServer, true);
    await setup.mailbox.deliver();
    expect(setup.mailbox.listHeadlines()).toEqual(['укажите, куда вернуть деньги']);
    expect(setup.mailbox.readLast()).toMatch(
      /^Откройте заявку и укажите, куда вернуть 1 LTC в сети Litecoin\.[^]*\nК возврату: 1 LTC, сеть Litecoin\n/,
    );
  });

  test.each([
    ['cancelled', 'заявка отменена', 'По этой заявке ничего не переводите: оператор её отменил.'],
    ['expired', 'время оплаты истекло', 'По этой заявке ничего не переводите: она закрыта.'],
  ] as const)('a claim that the operator makes %s tells what to do', async (status, headline, nextStep) => {
    const driver = await createClaimDriver(setup.testServer, 'SBERRUB', 'USDTTRC20', '10000');
    await setup.mailbox.deliver();
    await driver.move(status);
    await setup.mailbox.deliverLater();
    expect(setup.mailbox.listHeadlines()).toEqual(['ждём оплату', headline]);
    expect(setup.mailbox.readLast().startsWith(nextStep)).toBe(true);
    expect(setup.mailbox.readLast()).toContain('Ждали: 10 000,00 ₽, Сбербанк\n');
  });

  test('a rejected claim with money tells how to get it back', async () => {
    const driver = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
    await driver.pay('100');
    await driver.move(['hold', 'aml_risk'], ['rejected', 'aml_risk']);
    await setup.mailbox.deliver();
    expect(setup.mailbox.readLast()).toMatch(
      /^Напишите в поддержку: вернём деньги или продолжим обмен\. Проверка монет показала риск\. Пришло 100,00 USDT\./,
    );
  });

  test('a claim that its client cancels gets no e-mail about it', async () => {
    const driver = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB');
    await setup.mailbox.deliver();
    await driver.postStep('cancel');
    await setup.mailbox.deliverLater();
    expect(setup.mailbox.listHeadlines()).toEqual(['ждём оплату']);
  });

  test('a claim without a free requisite gets its link first and the payment later', async () => {
    const { db, catalogue } = setup.testServer.context;
    await db.updateTable('payment_requisites').set({ active: 0n }).execute();
    await catalogue.reload();
    const driver = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB');
    await setup.mailbox.deliver();
    expect(setup.mailbox.readLast()).toMatch(/^Пока ничего не переводите: напишем, когда реквизиты/);
    expect(setup.mailbox.readLast()).toContain(formatLink(driver.claim));
    await driver.move('waiting');
    await setup.mailbox.deliverLater();
    expect(setup.mailbox.listHeadlines()).toEqual([
      'заявка создана, подбираем реквизиты',
      'реквизиты готовы, ждём оплату',
    ]);
  });

  test('shows the number that the page shows', async () => {
    const { db, catalogue } = setup.testServer.context;
    await db.deleteFrom('settings').where('name', '=', 'usePublicId').execute();
    await db.insertInto('settings').values({ name: 'usePublicId', value: 'false' }).execute();
    await catalogue.reload();
    const { claim } = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB');
    expect(claim.number).toMatch(/^\d+$/);
    await setup.mailbox.deliver();
    expect(setup.mailbox.received.map(({ subject }) => subject)).toEqual([
      `Заявка ${claim.number}: ждём оплату`,
    ]);
  });

  test('says on a demo that no money moves', async () => {
    const { context } = setup.testServer;
    const demoContext = { ...context, config: { ...context.config, operator: 'demo' as const } };
    const demoMailbox = createMailbox({ ...setup.testServer, context: demoContext });
    await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB');
    await demoMailbox.deliver();
    expect(demoMailbox.readLast()).toMatch(
      /\n\nЭто демонстрация: не платите\. Деньги не переводятся, статусы меняются сами\.\n$/,
    );
  });
});
