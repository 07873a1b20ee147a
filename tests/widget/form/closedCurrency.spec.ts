import { expect, expectWidgetAccessible, openWidgetForm, test } from '../support/widgetTest.ts';

const NOTICE = 'Валюта Monero сейчас закрыта. Резерв закончился. Показали пару Bitcoin → Сбербанк.';

for (const width of [390, 1440])
  test(`at ${width} px says why a requested currency is closed and what is shown instead`, async ({
    page,
    shop,
    exchangeFixture,
  }, testInfo) => {
    await page.setViewportSize({ width, height: 900 });
    await exchangeFixture.runOperator('reserve', 'XMR', '0');
    const requestedPair = { cur_from: 'BTC', cur_to: 'xmr' };
    const shopAddress = shop.pageAddress(exchangeFixture.origin, requestedPair);
    const notice = page.locator('exchange-widget').getByText('сейчас закрыта');

    // The server applies the operator's change within a second.
    await expect(async () => {
      await openWidgetForm(page, shopAddress);
      await expect(notice).toHaveText(NOTICE, { timeout: 2_000 });
    }).toPass();
    await expectWidgetAccessible(page);
    await page.screenshot({ path: testInfo.outputPath(`attribute-${width}.png`) });

    const deepLink = `${exchangeFixture.origin}/?${new URLSearchParams(requestedPair)}`;
    const widget = await openWidgetForm(page, deepLink);
    await expect(notice).toHaveText(NOTICE);
    await page.screenshot({ path: testInfo.outputPath(`deep-link-${width}.png`) });
    await widget.getByRole('button', { name: 'Скрыть сообщение' }).click();
    await expect(notice).toHaveCount(0);
  });

for (const [from, to, text] of [
  ['BTC', 'btc', 'Валюту нельзя обменять на неё же: Bitcoin → Bitcoin.'],
  ['SBERRUB', 'TCSBRUB', 'Рубли на рубли мы не меняем: Сбербанк → Т-Банк.'],
  ['BTC', 'NOSUCH', 'Такой валюты нет: NOSUCH. Показали ближайшую: '],
] as const)
  test(`says why ${from} → ${to} is not shown, and which pair is`, async ({
    page,
    shop,
    exchangeFixture,
  }) => {
    const requestedPair = { cur_from: from, cur_to: to };
    const addresses = [
      shop.pageAddress(exchangeFixture.origin, requestedPair),
      `${exchangeFixture.origin}/?${new URLSearchParams(requestedPair)}`,
    ];
    for (const address of addresses) {
      const widget = await openWidgetForm(page, address);
      const notice = widget.getByRole('status').filter({ hasText: 'Показали' });
      await expect(notice).toContainText(text);
      if (to !== 'NOSUCH') await expect(notice).not.toContainText('Такой валюты нет');
    }
    await expectWidgetAccessible(page);
  });
