import { routePaths } from '#site/routePaths.ts';
import type { AccountExchange } from '../../auth/support/accountExchange.ts';
import { expect, test } from '../../support/siteTest.ts';
import { openShopOwner, startShopExchange } from './support/shopOwner.ts';

/** Pages of a partner, with what each must show on paper. */
const PAGES: readonly [path: string, text: RegExp][] = [
  [routePaths.shopHistory, /2\s000,00\sUSDT/],
  ['/account/shop/api', /Касса/],
  [routePaths.shopLinks, /\?ref=/],
  ['/account/shop/usage', /webhook|Вебхук|вебхук/],
  ['/account/shop/withdrawal', /Наименьший вывод/],
  ['/account/referral', /Как это работает/],
  [routePaths.shopStatistics, /Оборот за/],
];

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startShopExchange();
});
test.afterAll(() => exchange.close());

test('the pages of a partner are printed dark on white, without controls and secrets', async ({ page }) => {
  const owner = await openShopOwner(page, exchange);
  await owner.complete(await owner.bringClaim('a'.repeat(40), '2000'));
  const created = await owner.send('/api/v1/users/me/shop/keys/', {
    name: 'Касса',
    mode: 'test',
    scopes: ['claims:read'],
    networks: [],
    expiresAt: null,
  });
  const secret = ((await created.json()) as { key: string }).key;
  await owner.waitUntilCounted(1, 1);
  // The width of A4 at 96 dots per inch.
  await page.setViewportSize({ width: 794, height: 1123 });
  for (const [path, text] of PAGES) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(exchange.origin + path);
    await expect(page.getByRole('main')).toContainText(text);
    await page.emulateMedia({ media: 'print' });
    const found = await page.evaluate(() => {
      const isShown = (element: Element) => element.checkVisibility() && element.getClientRects().length > 0;
      const channels = (element: Element) =>
        (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
      const content = [...document.querySelectorAll('main *')].filter(isShown);
      const controls = [
        ...document.querySelectorAll(
          'button, select, input, textarea, nav a:not(.tabs [aria-current]), header, footer, iframe',
        ),
      ];
      const clipped = content.filter(
        element =>
          !element.closest('.visually-hidden, svg, canvas') &&
          element.getBoundingClientRect().right > innerWidth + 1,
      );
      const pale = content.filter(
        element =>
          [...element.childNodes].some(
            node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
          ) &&
          !element.closest('.visually-hidden') &&
          Math.max(...channels(element)) > 180,
      );
      const describe = (element: Element) =>
        `${element.tagName}.${element.getAttribute('class') ?? ''} ${element.textContent?.slice(0, 40)}`;
      return {
        background: getComputedStyle(document.body).backgroundColor,
        controls: controls.filter(isShown).map(describe),
        clipped: clipped.map(describe),
        pale: pale.map(describe),
        overflow: document.documentElement.scrollWidth - innerWidth,
      };
    });
    expect({ path, ...found }).toEqual({
      path,
      background: 'rgb(255, 255, 255)',
      controls: [],
      clipped: [],
      pale: [],
      overflow: 0,
    });
    await expect(page.getByRole('main')).toContainText(text);
    expect(await page.getByRole('main').innerText()).not.toContain(secret);
  }
});
