import { brotliCompressSync, constants } from 'node:zlib';
import { DYNAMIC_BROTLI_QUALITY } from '#server/platform/http/response/contentEncoding.ts';
import { startDelayingProxy, type DelayingProxy } from '../../support/browser/delayingProxy.ts';
import { expectMismatchReported, HYDRATION_SCENARIOS } from '../../support/hydration/hydrationScenarios.ts';
import { openPrerenderedPage, provideDelayingProxy } from '../../support/hydration/playwrightFormPage.ts';
import { expect, openHomeForm, test as base } from '../support/siteTest.ts';

const test = base.extend<{ delayingProxy: DelayingProxy }>({ delayingProxy: provideDelayingProxy });

const DOLLAR_PAIR_PATH = '/?cur_from=USDTTRC20&cur_to=SBERRUB';

test.describe('React hydrates the home page’s form', () => {
  for (const { name, run } of HYDRATION_SCENARIOS)
    test(name, async ({ page, delayingProxy }) =>
      run(await openPrerenderedPage(page, delayingProxy, delayingProxy.origin + DOLLAR_PAIR_PATH)),
    );

  test('reports a hydration mismatch', async ({ page, delayingProxy, expectProblems }) => {
    await expectMismatchReported(
      await openPrerenderedPage(page, delayingProxy, delayingProxy.origin + DOLLAR_PAIR_PATH),
    );
    await expectProblems(/^Error: Minified React error #418;/);
  });

  for (const [name, address] of Object.entries({
    'a coin for roubles': '/?cur_from=btc&cur_to=sberrub&amount=0.5',
    'roubles for a coin alias': '/?cur_from=sbprub&cur_to=USDTTRC&amount=12%20345,60',
    'cash in a city': '/?cur_from=USDTTRC20&cur_to=CASHRUB&city=SPB&amount=5000',
    'a sum below the minimum': '/?cur_from=ETH&cur_to=TCSBRUB&amount=0.0000001',
    'a sum above the maximum': '/?cur_from=LTC&cur_to=SBPRUB&amount=99999999',
    'a sum that is not a number': '/?cur_from=TON&cur_to=ACRUB&amount=много',
    'one code': '/?cur_to=XMR',
    'no codes': '/',
  }))
    test(`hydration keeps the form of a deep link with ${name}`, async ({ page, delayingProxy }) => {
      const form = await openPrerenderedPage(page, delayingProxy, delayingProxy.origin + address);
      const readForm = () =>
        form.widget.evaluate(element => {
          const mountPoint = element.shadowRoot?.querySelector('.exchange');
          const amounts = [...(mountPoint?.querySelectorAll('input') ?? [])].map(input => [
            input.value,
            input.checked,
          ]);
          return [mountPoint?.textContent?.replace(/через \d+/, ''), amounts];
        });
      const before = await readForm();
      await form.hydrate();
      expect(await readForm()).toEqual(before);
    });
});

test('hydration keeps the scroll position of a visitor who has scrolled', async ({ page, delayingProxy }) => {
  const form = await openPrerenderedPage(page, delayingProxy, delayingProxy.origin + DOLLAR_PAIR_PATH);
  await page.evaluate(() => scrollTo(0, 300));
  await form.hydrate();
  // Two frames are later than the router's scroll in its first effects.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => scrollY)).toBe(300);
});

test('the prerendered form works before React and sends no API request', async ({ page, delayingProxy }) => {
  const requestedPaths: string[] = [];
  page.on('request', request =>
    requestedPaths.push(new URL(request.url()).pathname + new URL(request.url()).search),
  );
  const form = await openPrerenderedPage(
    page,
    delayingProxy,
    `${delayingProxy.origin}/?cur_from=BTC&cur_to=SBERRUB`,
  );
  await form.hydrate();
  // The site's own requests are allowed: the rates table, and the settings without a query.
  expect(requestedPaths.filter(path => /calculator\/(settings\/\?|pair|from|to|$)/.test(path))).toEqual([]);
});

test('the form works if its settings arrive in parts', async ({ page, baseURL }) => {
  const proxy = await startDelayingProxy(baseURL ?? '', /^$/, /data-form="[^"]+">\{[^}]+/);
  await page.goto(proxy.origin, { waitUntil: 'commit' });
  // The browser has painted the part that it has.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  proxy.release();
  const fromSumma = page.locator('input[name=fromSumma]');
  await fromSumma.fill('5000');
  await expect(page.getByRole('button', { name: 'Поменять валюты местами' })).toBeEnabled();
  await fromSumma.blur();
  await expect(fromSumma).toHaveValue(/^5\s000/);
  proxy.close();
});

test('the form is readable without JavaScript', async ({ openOtherBrowser }) => {
  const page = await openOtherBrowser({ javaScriptEnabled: false });
  await page.goto('/?cur_from=TON&cur_to=SBERRUB&amount=25');
  const form = page.locator('exchange-widget form');
  await expect(form).toBeVisible();
  await expect(form.locator('[name=fromSumma]')).toHaveValue('25');
  await expect(form.locator('[name=toSumma]')).toHaveValue(/\d/);
  // Without JavaScript the button must not submit the form.
  await form.getByRole('button', { name: 'Продолжить' }).click();
  expect(page.url()).toContain('amount=25');
});

test('the form is inert until the tab’s draft is restored', async ({ page }) => {
  const { fromSumma } = await openHomeForm(page, DOLLAR_PAIR_PATH);
  await fromSumma.fill('321');
  await fromSumma.press('Tab');
  let release = () => undefined as void;
  const released = new Promise<void>(resolve => (release = resolve));
  await page.route('**/widget/*/react.js', async route => {
    await released;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  const mountPoint = page.locator('exchange-widget .exchange');
  await expect(mountPoint).toHaveJSProperty('inert', true);
  await expect(fromSumma).toBeVisible();
  release();
  await expect(fromSumma).toHaveValue('321,00');
  await expect(mountPoint).toHaveJSProperty('inert', false);
  await fromSumma.fill('400');
  await expect(fromSumma).toHaveValue('400');
});

test('re-renders markup of another build and keeps typed text', async ({ page, delayingProxy }) => {
  await page.route('**/?cur_from=*', async route => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/data-form="[^"]+"/, 'data-form="older"');
    await route.fulfill({ response, body });
  });
  const form = await openPrerenderedPage(page, delayingProxy, delayingProxy.origin + DOLLAR_PAIR_PATH);
  await form.from.fill('345');
  const convertedAmount = await form.to.inputValue();
  await form.hydrate();
  await expect(form.to).toHaveValue(convertedAmount);
  expect(await form.widget.evaluate(element => element.shadowRoot?.querySelector('style'))).toBeNull();
});

test('the page with its styles and the first script is within 17.5 kB before any framework', async ({
  request,
}) => {
  const response = await request.get('/', { headers: { 'accept-encoding': 'br' } });
  const html = await response.text();
  expect(html).toContain('shadowrootmode="open"');
  expect(html).not.toMatch(/<link rel="stylesheet"(?![^>]* disabled)/);
  const params = { [constants.BROTLI_PARAM_QUALITY]: DYNAMIC_BROTLI_QUALITY };
  expect(brotliCompressSync(html, { params }).length).toBeLessThanOrEqual(17_500);
});
