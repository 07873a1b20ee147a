import type { ClaimStatusCode } from '#core/claim/status.ts';
import { expectWidgetAccessible, expect, test } from '../support/widgetTest.ts';

/** Words that are wrong in a claim about cash. Only coins, which are paid for it, are transferred. */
const WRONG_WORDS = { CASHRUB: /перевод|переве|карт[аеуы]|реквизит/i, USDTTRC20: /карт[аеуы]|реквизит/i };

/** Path to each status and the title shown there, when the visitor brings cash. */
const BRINGING: readonly (readonly [path: ClaimStatusCode[], title: string])[] = [
  [['claimed'], 'Вы сообщили о передаче'],
  [['claimed', 'paid'], 'Наличные получены'],
  [['expired'], 'Наличные не переданы вовремя'],
  [['cancelled'], 'Обмен отменён'],
  [['claimed', 'hold', 'refunding'], 'Возвращаем наличные'],
  [['claimed', 'hold', 'refunding', 'refunded'], 'Наличные возвращены'],
];

/** The same for a visitor who collects cash. The coins themselves are transferred. */
const COLLECTING: readonly (readonly [path: ClaimStatusCode[], title: string])[] = [
  [['confirming', 'aml', 'paid'], 'Готовим наличные'],
  [['confirming', 'aml', 'paid', 'payout'], 'Можно забрать наличные'],
  [['confirming', 'aml', 'paid', 'payout', 'payout_error'], 'Выдача задерживается'],
  [['confirming', 'aml', 'paid', 'payout', 'completed'], 'Наличные выданы'],
];

for (const [from, to, cases] of [
  ['CASHRUB', 'USDTTRC20', BRINGING],
  ['USDTTRC20', 'CASHRUB', COLLECTING],
] as const)
  for (const [path, title] of cases)
    test(`from ${from} to ${to}, ${path.at(-1)} is about cash`, async ({ page, shop, exchangeFixture }) => {
      const claim = await exchangeFixture.createClaim(from, to);
      await exchangeFixture.moveClaim(claim, path);
      await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
      const screen = page.locator('exchange-widget').getByRole('region');
      const heading = screen.getByRole('heading', { level: 2 });
      await expect(heading).toHaveText(new RegExp(`^${title.replaceAll(' ', '\\s')}Заявка`));
      await expect(screen).not.toContainText(WRONG_WORDS[from]);
      const isClosed = (await screen.getByRole('button', { name: 'Новый обмен' }).count()) > 0;
      if (!isClosed) {
        await expect(screen).toContainText(/Город\s*Екатеринбург/);
        await expect(screen).toContainText(/документ на\sимя из\sзаявки и\sномер заявки/i);
        await expect(screen).toContainText(/Оператор напишет вам в\sTelegram: @/);
      }
      await expectWidgetAccessible(page);
    });

test('who collects cash pays coins and reads where the meeting is', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const claim = await exchangeFixture.createClaim('USDTTRC20', 'CASHRUB');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  const screen = page.locator('exchange-widget').getByRole('region');
  await expect(screen.getByRole('heading', { name: /Переведите USDT/ })).toBeVisible();
  await expect(screen).toContainText(
    /Выдадим .*₽: Наличные, Екатеринбург\. О\sвстрече договоримся в\sTelegram: @/,
  );
});
