import type { Page } from '@playwright/test';
import { expect, test } from '../support/widgetTest.ts';

/** A shop's page: `head`, then the script, then `body`. */
const renderPage = (exchangeOrigin: string, body: string) => `<!doctype html>
<html lang="ru"><head><meta charset="utf-8" /><title>Магазин</title>
<script src="${exchangeOrigin}/widget/exchange-widget.js" async></script></head>
<body>${body}</body></html>`;

const WIDGET = '<exchange-widget cur_from="BTC" cur_to="SBERRUB"><a href="/">Обменять</a></exchange-widget>';

/** What a page does to its widget as soon as the element is known. */
const runWhenDefined = (act: string) =>
  `<script>customElements.whenDefined('exchange-widget').then(() => { ${act} })</script>`;

/** Calls of the settings, by the send currency they ask for. */
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

test('requests the first form before the framework', async ({ page, shop, exchangeOrigin }) => {
  let asked = 0;
  page.on('request', request => void (/\/(react|element)\.js$/.test(request.url()) && asked++));
  const answers = Promise.withResolvers<void>();
  for (const address of ['**/draw.js', '**/first.js', '**/settings/**'])
    await page.route(address, async route => {
      await answers.promise;
      await route.continue();
    });
  await page.goto(shop.servePage(renderPage(exchangeOrigin, WIDGET)), { waitUntil: 'commit' });
  await expect.poll(() => asked).toBe(2);
  answers.resolve();
  const widget = page.locator('exchange-widget');
  await expect.poll(() => widget.evaluate(element => element.matches(':defined'))).toBe(true);
  const [form, framework] = await page.evaluate(() => {
    const begun = (name: RegExp) =>
      performance
        .getEntriesByType('resource')
        .filter(entry => name.test(entry.name))
        .map(entry => entry.startTime);
    return [begun(/\/(draw|first)\.js$|\/settings\//), begun(/\/(react|element)\.js$/)];
  });
  expect([form?.length, framework?.length]).toEqual([3, 2]);
  // A timer is never early; what is measured is rounded.
  expect(Math.min(...(framework ?? []))).toBeGreaterThan(Math.min(...(form ?? [])) + 45);
});

test('scans the page once for added elements', async ({ page, shop, exchangeOrigin }) => {
  await page.goto(shop.servePage(renderPage(exchangeOrigin, `<div style="height: 300vh"></div>${WIDGET}`)));
  await page.waitForLoadState();
  const looks = await page.evaluate(async () => {
    const own = Element.prototype.querySelectorAll;
    let looks = 0;
    Element.prototype.querySelectorAll = function (this: Element, selector: string) {
      if (selector === '*') looks++;
      return own.call(this, selector);
    } as typeof own;
    let place: Element = document.body;
    for (let depth = 0; depth < 50; depth++) {
      const made = document.createElement('div');
      place.append(made);
      place = made;
    }
    await new Promise(done => setTimeout(done));
    Element.prototype.querySelectorAll = own;
    return looks;
  });
  expect(looks).toBe(1);
});

test('elements that nobody defines, built-in ones too, are no error, and one that is defined late shows its widget', async ({
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
  problems,
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
  problems.length = 0;
});

test.describe('a page that names another server', () => {
  test('before the element is there: nothing of the first server stays', async ({
    page,
    shop,
    exchangeOrigin,
    exchangeFixture,
  }) => {
    const calls = recordSettingsCalls(page);
    const go = Promise.withResolvers<void>();
    await page.route('**/element.js', async route => {
      await go.promise;
      await route.continue();
    });
    await page.goto(shop.servePage(renderPage(exchangeOrigin, WIDGET)));
    const widget = page.locator('exchange-widget');
    await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
    await widget.evaluate((element, api) => element.setAttribute('api', api), exchangeFixture.origin);
    go.resolve();
    await expect(widget.getByRole('link', { name: 'правила' })).toHaveAttribute(
      'href',
      `${exchangeFixture.origin}/rules`,
    );
    expect(calls.map(({ origin }) => origin)).toEqual([
      new URL(exchangeOrigin).origin,
      exchangeFixture.origin,
    ]);
  });

  test('while React takes the form over: its buttons work', async ({
    page,
    shop,
    exchangeOrigin,
    exchangeFixture,
    problems,
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
    problems.length = 0;
  });
});

test('a page that moves its widget while React takes the form over loses nothing of the form', async ({
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
  // The picker is React's.
  await widget.locator('[data-focus=from]').click();
  await expect(widget.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await widget.locator('[name=fromSumma]').fill('0,02');
  await expect(widget.locator('[name=toSumma]')).not.toHaveValue('');
});
