import { brotliCompressSync } from 'node:zlib';
import type { DelayingProxy } from '../../support/browser/delayingProxy.ts';
import { expectMismatchReported, HYDRATION_SCENARIOS } from '../../support/hydration/hydrationScenarios.ts';
import {
  openPrerenderedPage,
  provideDelayingProxy,
  emulateSlowNetwork,
} from '../../support/hydration/playwrightFormPage.ts';
import { expectWidgetAccessible, expect, openWidgetForm, test as base } from '../support/widgetTest.ts';
import { renderShopPage, recordRequests } from '../support/shopPage.ts';

const test = base.extend<{ delayingProxy: DelayingProxy }>({ delayingProxy: provideDelayingProxy });

const pair = { cur_from: 'USDTTRC20', cur_to: 'SBERRUB' };

const calls = (asked: readonly string[]) => asked.filter(path => path.startsWith('/api/'));

test.describe('React hydrates the form rendered by the loader', () => {
  for (const { name, run } of HYDRATION_SCENARIOS)
    test(name, async ({ page, shop, delayingProxy }) =>
      run(await openPrerenderedPage(page, delayingProxy, shop.pageAddress(delayingProxy.origin, pair))),
    );

  test('reports a hydration mismatch', async ({ page, shop, delayingProxy, problems }) => {
    await expectMismatchReported(
      await openPrerenderedPage(page, delayingProxy, shop.pageAddress(delayingProxy.origin, pair)),
    );
    problems.length = 0;
  });

  for (const amount of ['250', '1 000,50', '0.01', '99999999', 'сто'])
    test(`amount="${amount}": the same before and after`, async ({ page, shop, delayingProxy }) => {
      const form = await openPrerenderedPage(
        page,
        delayingProxy,
        shop.pageAddress(delayingProxy.origin, { ...pair, amount }),
      );
      const look = () =>
        form.widget.evaluate(({ shadowRoot }) => shadowRoot?.querySelector('.pair')?.textContent);
      const sums = async () => [await form.from.inputValue(), await form.to.inputValue()];
      const before = [await look(), await sums()];
      await form.hydrate();
      expect([(await look())?.replace(/через \d+/, 'через 15'), await sums()]).toEqual(before);
    });
});

test('the prerendered form needs one API request and is accessible', async ({
  page,
  shop,
  delayingProxy,
}) => {
  const asked = recordRequests(page);
  const form = await openPrerenderedPage(
    page,
    delayingProxy,
    shop.pageAddress(delayingProxy.origin, { ...pair, amount: '250' }),
  );
  await expect(form.from).toHaveValue('250,00');
  await expectWidgetAccessible(page);
  await expect(form.widget.getByRole('link', { name: 'правила обмена' })).toHaveAttribute(
    'href',
    `${delayingProxy.origin}/rules`,
  );
  await form.hydrate();
  await expect(form.widget.locator('.countdown')).toContainText(/\b(\d|1[0-4])\sс$/);
  expect(calls(asked)).toHaveLength(1);
  expect(calls(asked)[0]).toContain(
    '/calculator/settings/?cur_from=USDTTRC20&cur_to=SBERRUB&amount=250&form=',
  );
});

test('renders with React from a response without markup, in one request', async ({
  page,
  shop,
  exchangeOrigin,
}) => {
  await page.route('**/calculator/settings/?**', async route => {
    const answer = await route.fetch();
    const { form, ...rest } = await answer.json();
    // Its share of the 8 kB that a first form may weigh.
    expect(brotliCompressSync(JSON.stringify(form)).length).toBeLessThanOrEqual(1_500);
    await route.fulfill({ response: answer, json: rest });
  });
  const asked = recordRequests(page);
  await openWidgetForm(page, shop.pageAddress(exchangeOrigin, pair));
  expect(calls(asked)).toHaveLength(1);
});

test('shows a skeleton until the slow API responds', async ({ page, shop, exchangeOrigin }) => {
  let open = () => undefined as void;
  const gate = new Promise<void>(resolve => (open = resolve));
  await page.route('**/calculator/settings/?**', async route => {
    await gate;
    await route.continue();
  });
  const asked = recordRequests(page);
  await page.goto(shop.pageAddress(exchangeOrigin, pair));
  const widget = page.locator('exchange-widget');
  await expect(widget.getByText('Загружаем курсы')).toBeAttached();
  open();
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  expect(calls(asked)).toHaveLength(1);
});

test('applies an attribute changed before hydration', async ({ page, shop, delayingProxy }) => {
  const form = await openPrerenderedPage(page, delayingProxy, shop.pageAddress(delayingProxy.origin, pair));
  await form.widget.evaluate(element => element.setAttribute('cur_from', 'TON'));
  await form.hydrate();
  await expect(form.widget.getByRole('button', { name: /^Вы отдаёте:/ })).toContainText('TON');
});

for (const [name, back] of [
  ['put back at once', 'soon'],
  ['put back when React has it', 'later'],
] as const)
  test(`taken off the page while React takes the form over, and ${name}: it works, and nothing went wrong`, async ({
    page,
    shop,
    delayingProxy,
  }) => {
    const form = await openPrerenderedPage(page, delayingProxy, shop.pageAddress(delayingProxy.origin, pair));
    await form.from.fill('250');
    await form.from.press('Tab');
    const other = await form.to.inputValue();
    await form.widget.evaluate((element, back) => {
      const place = element.shadowRoot?.querySelector('.exchange');
      if (!place) throw new Error('no form');
      const listen = place.addEventListener.bind(place);
      place.addEventListener = (...args: Parameters<typeof listen>) => {
        listen(...args);
        // hydrateRoot listens to everything at once.
        if (args[0] !== 'input' || !element.isConnected) return;
        element.remove();
        const append = () => document.body.append(element);
        const gone = () => element.shadowRoot?.querySelector('form') === null;
        // What is off the page is ended, as soon as React has it.
        const look = () => (gone() ? append() : setTimeout(look));
        if (back === 'soon') setTimeout(append);
        else look();
      };
    }, back);
    await form.hydrate();
    await expect(form.from).toHaveValue(/^250/);
    await expect(form.to).toHaveValue(other);
    await form.from.fill('500');
    await expect(form.to).not.toHaveValue(other);
  });

test('a page that requires trusted types and allows no policy has the first form, too', async ({
  page,
  shop,
  delayingProxy,
}) => {
  const more = "; require-trusted-types-for 'script'; trusted-types 'none'";
  const form = await openPrerenderedPage(
    page,
    delayingProxy,
    shop.servePage(
      renderShopPage(delayingProxy.origin, '<exchange-widget cur_from="BTC"></exchange-widget>', more),
    ),
  );
  await form.from.fill('0,5');
  const other = await form.to.inputValue();
  await form.hydrate();
  await expect(form.to).toHaveValue(other);
});

test('restores the tab’s draft without showing another form first', async ({
  page,
  shop,
  exchangeOrigin,
}) => {
  const address = shop.pageAddress(exchangeOrigin, pair);
  const widget = await openWidgetForm(page, address);
  await widget.locator('[name=fromSumma]').fill('321');
  await widget.locator('[name=fromSumma]').press('Tab');
  await page.route('**/widget/*/react.js', async route => {
    await new Promise(done => setTimeout(done, 500));
    await route.continue();
  });
  const shown: string[] = [];
  await page.exposeFunction('shows', (text: string) => shown.push(text));
  await page.addInitScript(() => {
    const look = () => {
      const input = document.querySelector('exchange-widget')?.shadowRoot?.querySelector('input');
      if (input) (window as unknown as { shows: (text: string) => void }).shows(input.value);
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(address);
  await expect(widget.locator('[name=fromSumma]')).toHaveValue('321,00');
  expect(new Set(shown)).toEqual(new Set(['321,00']));
});

test('shows no form before an opened claim', async ({ page, shop, exchangeFixture }) => {
  const claim = await exchangeFixture.createClaim('TON', 'SBERRUB');
  const asked = recordRequests(page);
  await page.goto(shop.pageAddress(exchangeFixture.origin, { ...pair, claim }));
  await expect(page.locator('exchange-widget').getByText('Ожидает оплаты').first()).toBeVisible();
  expect(asked.filter(path => path.includes('form='))).toEqual([]);
});

test('prerenders two widgets with one request each', async ({ page, shop, delayingProxy }) => {
  const asked = recordRequests(page);
  const elements = ['BTC', 'TON'].map(code => `<exchange-widget cur_from="${code}"></exchange-widget>`);
  const form = await openPrerenderedPage(
    page,
    delayingProxy,
    shop.servePage(renderShopPage(delayingProxy.origin, elements.join(''))),
  );
  const other = page.locator('exchange-widget').nth(1).locator('[name=fromSumma]');
  await form.from.fill('0,2');
  await other.fill('77');
  await form.hydrate();
  await expect(form.from).toHaveValue('0,2');
  await expect(other).toHaveValue('77');
  expect(calls(asked)).toHaveLength(2);
});

test('causes no layout shift on a slow connection', async ({ page, shop, exchangeOrigin }) => {
  const shift = await emulateSlowNetwork(page);
  const body =
    '<div style="max-width:560px"><exchange-widget cur_from="BTC" cur_to="SBERRUB"></exchange-widget></div><p>Доставка</p>';
  const html = renderShopPage(exchangeOrigin, body, "; style-src 'unsafe-inline'").replace(
    '</head>',
    '<style>exchange-widget { display: block; min-height: 560px }</style></head>',
  );
  await page.goto(shop.servePage(html));
  await expect(page.locator('exchange-widget .countdown')).toContainText(/\b(\d|1[0-3])\sс$/);
  expect(await shift()).toBe(0);
});
