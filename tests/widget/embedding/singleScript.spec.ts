import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  expectWidgetAccessible,
  CARD_REQUISITES,
  expect,
  fillRequisites,
  test,
} from '../support/widgetTest.ts';

/** The exchange's manifest of its single classic script. */
type IntegrityManifest = { single: string; integrity: string };

const fetchIntegrity = async (origin: string) =>
  (await (await fetch(`${origin}/widget/integrity.json`)).json()) as IntegrityManifest;

/** A page with the single script or a copy. Its policy allows only the script and the exchange. */
const renderPage = (
  exchange: string,
  script: string,
  attributes: string,
  widgetAttributes = '',
) => `<!doctype html>
<html lang="ru"><head><meta charset="utf-8" /><title>Магазин</title>
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; script-src ${new URL(script).origin}; connect-src ${exchange}; require-trusted-types-for 'script'; trusted-types 'none'" />
<script src="${script}" ${attributes} async></script></head>
<body><exchange-widget cur_from="BTC" cur_to="SBERRUB" ${widgetAttributes}><a href="${exchange}/">Обменять</a></exchange-widget></body></html>`;

test('creates a claim with the single script and its integrity hash', async ({ page, shop, baseURL }) => {
  const exchange = baseURL ?? '';
  const { single, integrity } = await fetchIntegrity(exchange);
  const scripts: string[] = [];
  page.on('request', request => {
    if (request.url().includes('/widget/')) scripts.push(new URL(request.url()).pathname);
  });
  const emptyPage = await page.goto(shop.servePage('<!doctype html><title>Магазин</title>'));
  expect(emptyPage?.ok()).toBe(true);
  const names = await page.evaluate(() => Object.keys(window).length);
  await page.goto(
    shop.servePage(
      renderPage(exchange, exchange + single, `integrity="${integrity}" crossorigin="anonymous"`),
    ),
  );
  const widget = page.locator('exchange-widget');
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await expect(widget.locator(':scope > a')).toBeHidden();
  expect(await page.evaluate(() => Object.keys(window).length)).toBe(names);
  await expectWidgetAccessible(page);
  await widget.locator('[name=fromSumma]').fill('0,01');
  await widget.getByRole('button', { name: /^Вы\sполучаете/ }).click();
  await widget.getByRole('combobox').press('Escape');
  await fillRequisites(widget, CARD_REQUISITES);
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByRole('heading', { name: 'Переведите BTC' })).toBeVisible();
  await expect(widget.getByRole('img', { name: 'QR-код' })).toBeVisible();
  expect(scripts).toEqual([single]);
});

test('an element created long after the script ran uses the script’s origin', async ({
  page,
  shop,
  baseURL,
}) => {
  const exchange = baseURL ?? '';
  const { single } = await fetchIntegrity(exchange);
  await page.goto(shop.servePage(renderPage(exchange, exchange + single, '')));
  await expect(page.locator('exchange-widget [name=fromSumma]')).not.toHaveValue('');
  await page.evaluate(() => {
    const element = document.createElement('exchange-widget');
    element.id = 'second';
    document.body.append(element);
  });
  await expect(page.locator('#second').locator('[name=fromSumma]')).not.toHaveValue('');
});

test.describe('a copy on another server', () => {
  let copies: Server;
  let body = '';
  let origin = '';

  test.beforeAll(async () => {
    copies = createServer((_, response) => {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('content-type', 'text/javascript; charset=utf-8');
      response.end(body);
    });
    await new Promise<void>(resolve => copies.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(copies.address() as AddressInfo).port}`;
  });
  test.afterAll(() => copies.close());

  for (const [name, change] of [
    ['with the same bytes works', (text: string) => text],
    ['with one byte more does not run, and the link stays', (text: string) => `${text} `],
  ] as const)
    test(name, async ({ page, shop, expectProblems, baseURL }) => {
      const exchange = baseURL ?? '';
      const { single, integrity } = await fetchIntegrity(exchange);
      const original = await (await fetch(exchange + single)).text();
      body = change(original);
      const digest = `integrity="${integrity}" crossorigin="anonymous"`;
      await page.goto(
        shop.servePage(
          renderPage(exchange, `${origin}/exchange-widget.single.js`, digest, `api="${exchange}"`),
        ),
      );
      const widget = page.locator('exchange-widget');
      if (body === original) {
        await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
        return;
      }
      await expectProblems(/^Failed to find a valid digest in the 'integrity' attribute/);
      await expect(widget.locator(':scope > a')).toBeVisible();
      expect(await page.evaluate(() => customElements.get('exchange-widget'))).toBeUndefined();
    });
});
