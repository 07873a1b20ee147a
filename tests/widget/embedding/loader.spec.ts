import type { Page } from '@playwright/test';
import { recordPreloads } from '../support/shopPage.ts';
import { expect, test } from '../support/widgetTest.ts';

/** A shop page with the script in its head. */
const renderPage = (exchangeOrigin: string, body: string) => `<!doctype html>
<html lang="ru"><head><meta charset="utf-8" /><title>Магазин</title>
<script src="${exchangeOrigin}/widget/exchange-widget.js" async></script></head>
<body>${body}</body></html>`;

const WIDGET = '<exchange-widget cur_from="BTC" cur_to="SBERRUB"><a href="/">Обменять</a></exchange-widget>';

/** A script that runs `code` as soon as the element is defined. */
const runWhenDefined = (code: string) =>
  `<script>customElements.whenDefined('exchange-widget').then(() => { ${code} })</script>`;

/** Records the settings requests with their send currency. */
function recordSettingsCalls(page: Page): { origin: string; from: string | null }[] {
  const calls: { origin: string; from: string | null }[] = [];
  page.on('request', request => {
    const { origin, pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/settings/')) calls.push({ origin, from: searchParams.get('cur_from') });
  });
  return calls;
}

test('ignores an invalid api attribute', async ({ page, shop, exchangeOrigin }) => {
  await page.goto(
    shop.servePage(
      renderPage(
        exchangeOrigin,
        '<exchange-widget cur_from="BTC" cur_to="SBERRUB" api="https://"></exchange-widget>',
      ),
    ),
  );
  await expect(page.locator('[name=fromSumma]')).not.toHaveValue('');
});

test('requests the framework after the first form is painted', async ({ page, shop, exchangeOrigin }) => {
  let [formRequests, frameworkRequests] = [0, 0];
  page.on('request', request => void (/\/(react|element)\.js$/.test(request.url()) && frameworkRequests++));
  const formResponses = Promise.withResolvers<void>();
  for (const address of ['**/draw.js', '**/first.js', '**/settings/**'])
    await page.route(address, async route => {
      formRequests++;
      await formResponses.promise;
      await route.continue();
    });
  const isPreloadLater = await recordPreloads(page);
  await page.goto(shop.servePage(renderPage(exchangeOrigin, WIDGET)), { waitUntil: 'commit' });
  await expect.poll(() => formRequests).toBe(3);
  expect(frameworkRequests).toBe(0);
  formResponses.resolve();
  await expect.poll(() => frameworkRequests).toBe(2);
  await expect.poll(isPreloadLater).toBe(true);
});

test('loads the element without frames, as in a hidden tab', async ({ page, shop, exchangeOrigin }) => {
  await page.addInitScript(() => (window.requestAnimationFrame = () => 0));
  await page.goto(shop.servePage(renderPage(exchangeOrigin, WIDGET)));
  const widget = page.locator('exchange-widget');
  await expect.poll(() => widget.evaluate(element => element.matches(':defined'))).toBe(true);
});

test('scans the page once for added elements', async ({ page, shop, exchangeOrigin }) => {
  await page.goto(shop.servePage(renderPage(exchangeOrigin, `<div style="height: 300vh"></div>${WIDGET}`)));
  await page.waitForLoadState();
  const scans = await page.evaluate(async () => {
    const original = Element.prototype.querySelectorAll;
    let scans = 0;
    Element.prototype.querySelectorAll = function (this: Element, selector: string) {
      if (selector === '*') scans++;
      return original.call(this, selector);
    } as typeof original;
    let parent: Element = document.body;
    for (let depth = 0; depth < 50; depth++) {
      const child = document.createElement('div');
      parent.append(child);
      parent = child;
    }
    await new Promise(done => setTimeout(done));
    Element.prototype.querySelectorAll = original;
    return scans;
  });
  expect(scans).toBe(1);
});

test('ignores elements that are never defined, and shows the widget of one that is defined late', async ({
  page,
  shop,
  exchangeOrigin,
}) => {
  await page.goto(
    shop.servePage(
      renderPage(exchangeOrigin, '<x-never></x-never><button is="x-button">Купить</button><x-late></x-late>'),
    ),
  );
  await page.waitForLoadState();
  await page.evaluate(widget => {
    const define = (tag: string, html: string) =>
      customElements.define(
        tag,
        class extends HTMLElement {
          constructor() {
            super();
            this.attachShadow({ mode: 'open' }).innerHTML = html;
          }
        },
      );
    define('x-late', widget);
  }, WIDGET);
  await expect(page.locator('[name=fromSumma]')).not.toHaveValue('');
});

test('aborts and retries a first request without a response', async ({
  page,
  shop,
  exchangeOrigin,
  expectProblems,
}) => {
  await page.clock.install();
  let calls = 0;
  await page.route('**/calculator/settings/**', route => (calls++ === 0 ? undefined : route.continue()));
  await page.goto(shop.servePage(renderPage(exchangeOrigin, WIDGET)));
  await expect.poll(() => calls).toBe(1);
  await page.clock.fastForward(1_500);
  const widget = page.locator('exchange-widget');
  await expect.poll(() => widget.evaluate(element => element.matches(':defined'))).toBe(true);
  await page.clock.fastForward(10_500);
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await expectProblems(/^Error while fetching the settings.*: timed out/);
});

test.describe('an api attribute set', () => {
  test('before the element is defined replaces the first server', async ({
    page,
    shop,
    exchangeOrigin,
    exchangeFixture,
  }) => {
    const calls = recordSettingsCalls(page);
    const elementScript = Promise.withResolvers<void>();
    await page.route('**/element.js', async route => {
      await elementScript.promise;
      await route.continue();
    });
    await page.goto(shop.servePage(renderPage(exchangeOrigin, WIDGET)));
    const widget = page.locator('exchange-widget');
    await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
    await widget.evaluate((element, api) => element.setAttribute('api', api), exchangeFixture.origin);
    elementScript.resolve();
    await expect(widget.getByRole('link', { name: 'правила' })).toHaveAttribute(
      'href',
      `${exchangeFixture.origin}/rules`,
    );
    expect(calls.map(({ origin }) => origin)).toEqual([
      new URL(exchangeOrigin).origin,
      exchangeFixture.origin,
    ]);
  });

  test('during hydration keeps the buttons working', async ({
    page,
    shop,
    exchangeOrigin,
    exchangeFixture,
    expectProblems,
  }) => {
    await page.goto(
      shop.servePage(
        renderPage(
          exchangeOrigin,
          WIDGET +
            runWhenDefined(
              `document.querySelector('exchange-widget').setAttribute('api', '${exchangeFixture.origin}')`,
            ),
        ),
      ),
    );
    const widget = page.locator('exchange-widget');
    await expect(widget.getByRole('link', { name: 'правила' })).toHaveAttribute(
      'href',
      `${exchangeFixture.origin}/rules`,
    );
    await widget.locator('[data-focus=from]').click();
    await expect(widget.getByRole('listbox')).toBeVisible();
    await expectProblems(/^Error: Minified React error #424;/);
  });
});

test('keeps the form if the page moves the widget during hydration', async ({
  page,
  shop,
  exchangeOrigin,
}) => {
  await page.goto(
    shop.servePage(
      renderPage(
        exchangeOrigin,
        WIDGET +
          runWhenDefined(`
            const widget = document.querySelector('exchange-widget');
            document.body.append(widget);`),
      ),
    ),
  );
  const widget = page.locator('exchange-widget');
  // The picker requires React.
  await widget.locator('[data-focus=from]').click();
  await expect(widget.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await widget.locator('[name=fromSumma]').fill('0,02');
  await expect(widget.locator('[name=toSumma]')).not.toHaveValue('');
});
