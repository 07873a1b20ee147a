import { brotliCompressSync } from 'node:zlib';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import type { DelayingProxy } from '../../support/browser/delayingProxy.ts';
import { expectMismatchReported, HYDRATION_SCENARIOS } from '../../support/hydration/hydrationScenarios.ts';
import {
  openPrerenderedPage,
  provideDelayingProxy,
  emulateSlowNetwork,
} from '../../support/hydration/playwrightFormPage.ts';
import {
  expectWidgetAccessible,
  expect,
  openWidgetForm,
  waitForCountdown,
  test as base,
} from '../support/widgetTest.ts';
import { renderShopPage, recordRequests } from '../support/shopPage.ts';

const test = base.extend<{ delayingProxy: DelayingProxy }>({ delayingProxy: provideDelayingProxy });

const pair = { cur_from: 'USDTTRC20', cur_to: 'SBERRUB' };

const filterApiCalls = (paths: readonly string[]) => paths.filter(path => path.startsWith('/api/'));

test.describe('React hydrates the form rendered by the loader', () => {
  for (const { name, run } of HYDRATION_SCENARIOS)
    test(name, async ({ page, shop, delayingProxy }) =>
      run(await openPrerenderedPage(page, delayingProxy, shop.pageAddress(delayingProxy.origin, pair))),
    );

  test('reports a hydration mismatch', async ({ page, shop, delayingProxy, expectProblems }) => {
    await expectMismatchReported(
      await openPrerenderedPage(page, delayingProxy, shop.pageAddress(delayingProxy.origin, pair)),
    );
    await expectProblems(/^Error: Minified React error #418;/);
  });

  for (const amount of ['250', '1 000,50', '0.01', '99999999', 'сто'])
    test(`amount="${amount}" is unchanged by hydration`, async ({ page, shop, delayingProxy }) => {
      const form = await openPrerenderedPage(
        page,
        delayingProxy,
        shop.pageAddress(delayingProxy.origin, { ...pair, amount }),
      );
      const readPairText = () =>
        form.widget.evaluate(({ shadowRoot }) => shadowRoot?.querySelector('.pair')?.textContent);
      const amounts = async () => [await form.from.inputValue(), await form.to.inputValue()];
      const before = [await readPairText(), await amounts()];
      await form.hydrate();
      expect([(await readPairText())?.replace(/через \d+/, 'через 15'), await amounts()]).toEqual(before);
    });
});

test('the prerendered form needs one API request and is accessible', async ({
  page,
  shop,
  delayingProxy,
}) => {
  const requests = recordRequests(page);
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
  expect(filterApiCalls(requests)).toHaveLength(1);
  expect(filterApiCalls(requests)[0]).toContain(
    '/calculator/settings/?cur_from=USDTTRC20&cur_to=SBERRUB&amount=250&form=',
  );
});

test('a field reached by Tab before hydration counts as used: the next steps are loaded', async ({
  page,
  shop,
  delayingProxy,
}) => {
  const form = await openPrerenderedPage(page, delayingProxy, shop.pageAddress(delayingProxy.origin, pair));
  await page.keyboard.press('Tab');
  await expect(form.from).toBeFocused();
  const requests = recordRequests(page);
  await form.hydrate();
  for (const chunk of ['CurrencyPicker', 'entry', 'formExtras'])
    await expect.poll(() => requests.some(path => path.endsWith(`/${chunk}.js`))).toBe(true);
  await expect(form.from).toBeFocused();
});

test('renders with React from a response without markup, in one request', async ({
  page,
  shop,
  exchangeOrigin,
}) => {
  await page.route('**/calculator/settings/?**', async route => {
    const response = await route.fetch();
    const { form, ...rest } = await response.json();
    // The markup's share of the first form's 8 kB.
    expect(brotliCompressSync(JSON.stringify(form)).length).toBeLessThanOrEqual(1_500);
    await route.fulfill({ response, json: rest });
  });
  const requests = recordRequests(page);
  await openWidgetForm(page, shop.pageAddress(exchangeOrigin, pair));
  expect(filterApiCalls(requests)).toHaveLength(1);
});

test('shows a skeleton until the slow API responds', async ({ page, shop, exchangeOrigin }) => {
  let release = () => undefined as void;
  const released = new Promise<void>(resolve => (release = resolve));
  await page.route('**/calculator/settings/?**', async route => {
    await released;
    await route.continue();
  });
  const requests = recordRequests(page);
  await page.goto(shop.pageAddress(exchangeOrigin, pair));
  const widget = page.locator('exchange-widget');
  await expect(widget.getByText('Загружаем курсы')).toBeAttached();
  release();
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  expect(filterApiCalls(requests)).toHaveLength(1);
});

test('applies an attribute changed before hydration', async ({ page, shop, delayingProxy }) => {
  const form = await openPrerenderedPage(page, delayingProxy, shop.pageAddress(delayingProxy.origin, pair));
  await form.widget.evaluate(element => element.setAttribute('cur_from', 'TON'));
  await form.hydrate();
  await expect(form.widget.getByRole('button', { name: /^Вы\sотдаёте:/ })).toContainText('TON');
});

for (const [name, back] of [
  ['reinserted at once', 'soon'],
  ['reinserted after React has unmounted it', 'later'],
] as const)
  test(`works if removed during hydration and ${name}`, async ({ page, shop, delayingProxy }) => {
    const form = await openPrerenderedPage(page, delayingProxy, shop.pageAddress(delayingProxy.origin, pair));
    await form.from.fill('250');
    await form.from.press('Tab');
    const convertedAmount = await form.to.inputValue();
    await form.widget.evaluate((element, back) => {
      const mountPoint = element.shadowRoot?.querySelector('.exchange');
      if (!mountPoint) throw new Error('no form');
      const listen = mountPoint.addEventListener.bind(mountPoint);
      mountPoint.addEventListener = (...args: Parameters<typeof listen>) => {
        listen(...args);
        // hydrateRoot adds all its listeners at once.
        if (args[0] !== 'input' || !element.isConnected) return;
        element.remove();
        const append = () => document.body.append(element);
        const isUnmounted = () => element.shadowRoot?.querySelector('form') === null;
        // React unmounts a removed widget as soon as it has hydrated it.
        const appendWhenUnmounted = () => (isUnmounted() ? append() : setTimeout(appendWhenUnmounted));
        if (back === 'soon') setTimeout(append);
        else appendWhenUnmounted();
      };
    }, back);
    await form.hydrate();
    await expect(form.from).toHaveValue(/^250/);
    await expect(form.to).toHaveValue(convertedAmount);
    await form.from.fill('500');
    await expect(form.to).not.toHaveValue(convertedAmount);
  });

test('prerenders the form on a page that requires trusted types and allows no policy', async ({
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
  const convertedAmount = await form.to.inputValue();
  await form.hydrate();
  await expect(form.to).toHaveValue(convertedAmount);
});

test('restores the tab’s draft without showing another form first', async ({
  page,
  shop,
  exchangeOrigin,
}) => {
  const address = shop.pageAddress(exchangeOrigin, pair);
  const widget = await openWidgetForm(page, address);
  await waitForCountdown(widget);
  await widget.locator('[name=fromSumma]').fill('321');
  await widget.locator('[name=fromSumma]').press('Tab');
  await page.route('**/widget/*/react.js', async route => {
    await new Promise(done => setTimeout(done, 500));
    await route.continue();
  });
  const shownAmounts: string[] = [];
  await page.exposeFunction('recordAmount', (text: string) => shownAmounts.push(text));
  await page.addInitScript(() => {
    const recordFrame = () => {
      const input = document.querySelector('exchange-widget')?.shadowRoot?.querySelector('input');
      if (input) (window as unknown as { recordAmount: (text: string) => void }).recordAmount(input.value);
      requestAnimationFrame(recordFrame);
    };
    recordFrame();
  });
  await page.goto(address);
  await expect(widget.locator('[name=fromSumma]')).toHaveValue('321,00');
  expect(new Set(shownAmounts)).toEqual(new Set(['321,00']));
});

test('shows no form before an opened claim', async ({ page, shop, exchangeFixture }) => {
  const claim = await exchangeFixture.createClaim('TON', 'SBERRUB');
  const requests = recordRequests(page);
  await page.goto(shop.pageAddress(exchangeFixture.origin, { ...pair, claim }));
  await expect(
    page.locator('exchange-widget').getByText(CLAIM_STATUS_RULES.waiting.label).first(),
  ).toBeVisible();
  expect(requests.filter(path => path.includes('form='))).toEqual([]);
});

test('prerenders two widgets with one request each', async ({ page, shop, delayingProxy }) => {
  const requests = recordRequests(page);
  const elements = ['BTC', 'TON'].map(code => `<exchange-widget cur_from="${code}"></exchange-widget>`);
  const form = await openPrerenderedPage(
    page,
    delayingProxy,
    shop.servePage(renderShopPage(delayingProxy.origin, elements.join(''))),
  );
  const secondField = page.locator('exchange-widget').nth(1).locator('[name=fromSumma]');
  await form.from.fill('0,2');
  await secondField.fill('77');
  await form.hydrate();
  await expect(form.from).toHaveValue('0,2');
  await expect(secondField).toHaveValue('77');
  expect(filterApiCalls(requests)).toHaveLength(2);
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
