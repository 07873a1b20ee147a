import type { Page } from '@playwright/test';
import { startExchangeFixture } from '../../support/exchangeFixture.ts';
import { openPrerenderedPage, provideDelayingProxy } from '../../support/hydration/playwrightFormPage.ts';
import type { DelayingProxy } from '../../support/browser/delayingProxy.ts';
import { HYDRATION_SCENARIOS } from '../../support/hydration/hydrationScenarios.ts';
import { recordPreloads, recordRequests, renderShopPage } from '../support/shopPage.ts';
import {
  expect,
  openWidgetForm,
  test as base,
  waitForCountdown,
  waitForHydration,
} from '../support/widgetTest.ts';

const test = base.extend<{ delayingProxy: DelayingProxy }>({ delayingProxy: provideDelayingProxy });

const QUERY = 'cur_from=BTC&cur_to=SBERRUB';
const WIDGET = '<exchange-widget cur_from="BTC" cur_to="SBERRUB"></exchange-widget>';
const STRICT_POLICY = "; require-trusted-types-for 'script'; trusted-types 'none'";

/** A shop page whose script has `query` in its address. `tag` are the attributes of the script. */
const renderPage = (exchange: string, body: string, { query = QUERY, tag = 'async crossorigin' } = {}) =>
  renderShopPage(exchange, body, STRICT_POLICY).replace(
    'exchange-widget.js" async crossorigin',
    `exchange-widget.js?${query.replaceAll('&', '&amp;')}" ${tag}`,
  );

const listSettingsRequests = (requests: readonly string[]) =>
  requests.filter(path => path.includes('/settings/'));

/** The requests of the page until its first form, which is usable, and that form's amount to send. */
async function loadForm(page: Page, address: string) {
  const requests = recordRequests(page);
  const widget = await openWidgetForm(page, address);
  await waitForCountdown(widget);
  return { widget, requests };
}

for (const tag of ['async crossorigin', 'async', 'type="module"'])
  test(`one request brings a usable form, with <script ${tag}>`, async ({ page, shop, delayingProxy }) => {
    const requests = recordRequests(page);
    const isPreloadLater = await recordPreloads(page);
    const form = await openPrerenderedPage(
      page,
      delayingProxy,
      shop.servePage(renderPage(delayingProxy.origin, WIDGET, { tag })),
    );
    await expect.poll(isPreloadLater).toBe(true);
    await form.from.fill('0,5');
    const convertedAmount = await form.to.inputValue();
    await form.hydrate();
    await expect(form.to).toHaveValue(convertedAmount);
    await expect(form.from).toHaveValue('0,5');
    await waitForCountdown(form.widget);
    expect(listSettingsRequests(requests)).toEqual([]);
    // Its style sheet is applied once.
    expect(await form.widget.evaluate(({ shadowRoot }) => shadowRoot?.adoptedStyleSheets.length)).toBe(1);
  });

test.describe('React hydrates the form of the script', () => {
  for (const { name, run } of HYDRATION_SCENARIOS)
    test(name, async ({ page, shop, delayingProxy }) =>
      run(
        await openPrerenderedPage(
          page,
          delayingProxy,
          shop.servePage(
            renderPage(
              delayingProxy.origin,
              '<exchange-widget cur_from="USDTTRC20" cur_to="SBERRUB"></exchange-widget>',
              {
                query: 'cur_from=USDTTRC20&cur_to=SBERRUB',
              },
            ),
          ),
        ),
      ),
    );
});

test('also with the amount and the city', async ({ page, shop, exchangeOrigin }) => {
  const body = '<exchange-widget cur_from="BTC" cur_to="CASHRUB" city="msk" amount="0,25"></exchange-widget>';
  const settings = await (
    await fetch(`${exchangeOrigin}/api/v1/calculator/settings/?cur_from=BTC&cur_to=CASHRUB&city=msk`)
  ).json();
  expect(settings.replaced).toEqual([]);
  const query = 'cur_from=BTC&cur_to=CASHRUB&city=msk&amount=0,25';
  const { widget, requests } = await loadForm(
    page,
    shop.servePage(renderPage(exchangeOrigin, body, { query })),
  );
  await expect(widget.locator('[name=fromSumma]')).toHaveValue('0,25');
  expect(listSettingsRequests(requests)).toEqual([]);
});

for (const [name, attributes, query] of [
  ['another pair', 'cur_from="TON" cur_to="SBERRUB"', QUERY],
  ['an amount', 'cur_from="TON" cur_to="SBERRUB" amount="25"', 'cur_from=TON&cur_to=SBERRUB'],
  ['a pair that the script has not got', 'cur_from="TON" cur_to="SBERRUB"', 'cur_from=NOPE&cur_to=SBERRUB'],
] as const)
  test(`the attributes decide: ${name}`, async ({ page, shop, exchangeOrigin }) => {
    const address = shop.servePage(
      renderPage(exchangeOrigin, `<exchange-widget ${attributes}></exchange-widget>`, { query }),
    );
    const { widget, requests } = await loadForm(page, address);
    await expect(widget.getByRole('button', { name: /^Вы\sотдаёте:/ })).toContainText('TON');
    expect(listSettingsRequests(requests)).toHaveLength(1);
  });

test('another api gets its own request', async ({ page, shop, exchangeOrigin, exchangeFixture }) => {
  const body = `<exchange-widget cur_from="BTC" cur_to="SBERRUB" api="${exchangeFixture.origin}"></exchange-widget>`;
  const html = renderPage(exchangeOrigin, body).replaceAll(
    new RegExp(`(script|connect)-src ${exchangeOrigin}`, 'g'),
    `$& ${exchangeFixture.origin}`,
  );
  const request = page.waitForRequest(`${exchangeFixture.origin}/api/v1/calculator/settings/**`);
  await openWidgetForm(page, shop.servePage(html));
  await request;
});

test('of two widgets each shows its own pair', async ({ page, shop, exchangeOrigin }) => {
  const other = '<exchange-widget cur_from="TON" cur_to="SBERRUB"></exchange-widget>';
  const { requests } = await loadForm(page, shop.servePage(renderPage(exchangeOrigin, WIDGET + other)));
  for (const [index, ticker] of ['BTC', 'TON'].entries())
    await expect(
      page
        .locator('exchange-widget')
        .nth(index)
        .getByRole('button', { name: /^Вы\sотдаёте:/ }),
    ).toContainText(ticker);
  expect(listSettingsRequests(requests)).toHaveLength(1);
});

test('a script of an old page requests the settings', async ({ page, shop, exchangeOrigin }) => {
  await page.clock.install({ time: Date.now() + 3_600_000 });
  const requests = recordRequests(page);
  await openWidgetForm(page, shop.servePage(renderPage(exchangeOrigin, WIDGET)));
  expect(listSettingsRequests(requests)).toHaveLength(1);
});

test('a widget that is added later has the form of the script, also in a shadow root', async ({
  page,
  shop,
  exchangeOrigin,
}) => {
  const requests = recordRequests(page);
  await page.goto(shop.servePage(renderPage(exchangeOrigin, '<div id="place"></div>')));
  await page.evaluate(() => {
    const widget = document.createElement('exchange-widget');
    widget.setAttribute('cur_from', 'BTC');
    widget.setAttribute('cur_to', 'SBERRUB');
    document.querySelector('#place')?.attachShadow({ mode: 'open' }).append(widget);
    document.body.append(document.createElement('p'));
  });
  const widget = page.locator('exchange-widget');
  await page.evaluate(() => document.body.append(document.querySelector('#place') ?? ''));
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await waitForCountdown(widget);
  expect(listSettingsRequests(requests)).toEqual([]);
});

test('saved state of the tab replaces the form', async ({ page, shop, exchangeOrigin }) => {
  const address = shop.servePage(renderPage(exchangeOrigin, WIDGET));
  const { widget } = await loadForm(page, address);
  await waitForHydration(widget);
  await widget.locator('[name=fromSumma]').fill('0,321');
  await widget.locator('[name=fromSumma]').press('Tab');
  const requests = recordRequests(page);
  await page.goto(address);
  await expect(widget.locator('[name=fromSumma]')).toHaveValue('0,321');
  await waitForCountdown(widget);
  expect(listSettingsRequests(requests)).toEqual([]);
});

test.describe('the response', () => {
  const path = `/widget/exchange-widget.js?${QUERY}`;

  test('is public for seconds, with the headers of the script', async ({ exchangeOrigin }) => {
    const [withPair, plain] = await Promise.all(
      [path, '/widget/exchange-widget.js'].map(address => fetch(exchangeOrigin + address)),
    );
    expect(withPair?.headers.get('cache-control')).toBe('public, max-age=10');
    const differing = new Set([
      'cache-control',
      'content-length',
      'date',
      'etag',
      'transfer-encoding',
      'x-request-id',
    ]);
    const readHeaders = (response: Response | undefined) =>
      [...(response?.headers ?? [])].filter(([name]) => !differing.has(name));
    expect(readHeaders(withPair)).toEqual(readHeaders(plain));
    const text = (await withPair?.text()) ?? '';
    const [, now = '', expiresAt = ''] = ['now', 'expiresAt']
      .map(name => new RegExp(`"${name}":"([^"]+)"`).exec(text)?.[1] ?? '')
      .toSpliced(0, 0, '');
    // Seconds that a quote is still valid when a cache discards the script.
    expect((Date.parse(expiresAt) - Date.parse(now)) / 1000 - 10).toBeGreaterThanOrEqual(30);
  });

  test('of a pinned version ignores the pair', async ({ exchangeOrigin }) => {
    const { pinned } = await (await fetch(`${exchangeOrigin}/widget/integrity.json`)).json();
    const [withPair, plain] = await Promise.all(
      [`${pinned}?${QUERY}`, pinned].map(async address => (await fetch(exchangeOrigin + address)).text()),
    );
    expect(withPair).toBe(plain);
  });

  test('is the plain script for any other query', async ({ exchangeOrigin }) => {
    const readScript = async (query: string) =>
      (await fetch(`${exchangeOrigin}/widget/exchange-widget.js${query}`)).text();
    const plain = await readScript('');
    for (const query of [
      '?v=2',
      '?cur_from=BTC',
      '?cur_from=BTC&cur_to=',
      '?cur_from=NOPE&cur_to=SBERRUB',
      `?${QUERY}&city=${'a'.repeat(41)}`,
    ])
      expect(await readScript(query)).toBe(plain);
    expect((await readScript(`?${QUERY}&v=2`)).length).toBeGreaterThan(plain.length);
  });

  test('is the script for visitors at the same moment', async () => {
    // A demo stores no responses.
    const exchange = await startExchangeFixture({ OPERATOR: 'manual' });
    try {
      for (let count = 0; count < 6; count++) {
        const { headers } = await fetch(exchange.origin + path);
        expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      }
    } finally {
      await exchange.close();
    }
  });

  test('is the plain script beyond the limit of reads, and during maintenance', async () => {
    const exchange = await startExchangeFixture({ LIMIT_READS_PER_MINUTE: '1', LIMIT_READS_BURST: '11' });
    try {
      const load = async () => {
        const response = await fetch(exchange.origin + path);
        expect([response.status, response.headers.get('content-type')]).toEqual([
          200,
          'text/javascript; charset=utf-8',
        ]);
        return (await response.text()).length;
      };
      const plain = (await (await fetch(`${exchange.origin}/widget/exchange-widget.js`)).text()).length;
      const [first, second, third] = [await load(), await load(), await load()];
      expect([first > plain, second > plain, third]).toEqual([true, true, plain]);
    } finally {
      await exchange.close();
    }
    const closed = await startExchangeFixture();
    try {
      const plain = await (await fetch(`${closed.origin}/widget/exchange-widget.js`)).text();
      // Forms with an amount are rendered within a budget.
      const texts = await Promise.all(
        Array.from({ length: 90 }, async (_, n) =>
          (await fetch(`${closed.origin}${path}&amount=${n}`)).text(),
        ),
      );
      expect(new Set(texts.map(text => text === plain))).toEqual(new Set([false, true]));
      await closed.saveSetting('tech', { tech: true, until: null });
      await closed.kill();
      await closed.start();
      const response = await fetch(closed.origin + path);
      expect([response.status, await response.text()]).toEqual([200, plain]);
    } finally {
      await closed.close();
    }
  });
});
