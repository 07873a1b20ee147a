import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  expectWidgetAccessible,
  CARD_REQUISITES,
  expect,
  fillRequisites,
  test as base,
} from '../support/widgetTest.ts';
import { startExchangeFixture } from '../../support/exchangeFixture.ts';
import type { ExchangeFixture } from '../../support/exchangeFixture.ts';

/** A fake reCAPTCHA as documented: `api.js` with ready() and render(), and siteverify. */
interface CaptchaProvider {
  origin: string;
  /** Answers received by siteverify, and answers that it accepts once. */
  receivedAnswers: string[];
  validAnswers: Set<string>;
}

const SCRIPT = `
  let count = 0;
  window.grecaptcha = {
    ready: call => setTimeout(call),
    render(place, options) {
      const box = document.createElement('button');
      box.textContent = 'Я не робот';
      box.onclick = () => options.callback('answer ' + ++count);
      const frame = document.createElement('iframe');
      frame.title = 'reCAPTCHA';
      document.getElementById(place).append(box, frame);
    },
  };`;

const KEYS = { CAPTCHA_SITEKEY: 'public-key', CAPTCHA_SECRET: 'private-key' };

const test = base.extend<object, { captchaProvider: CaptchaProvider; guardedExchange: ExchangeFixture }>({
  captchaProvider: [
    // Playwright requires a destructured first argument.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const receivedAnswers: string[] = [];
      const validAnswers = new Set<string>();
      const server: Server = createServer((request, response) => {
        if (request.url?.startsWith('/recaptcha/api.js?render=explicit'))
          return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT);
        let text = '';
        request.on('data', (data: Buffer) => (text += data.toString()));
        request.on('end', () => {
          const form = new URLSearchParams(text);
          const answer = form.get('response') ?? '';
          receivedAnswers.push(answer);
          const success = form.get('secret') === KEYS.CAPTCHA_SECRET && validAnswers.delete(answer);
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ success }));
        });
      });
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
      await use({
        origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        receivedAnswers,
        validAnswers,
      });
      server.close();
      server.closeAllConnections();
    },
    { scope: 'worker' },
  ],
  guardedExchange: [
    async ({ captchaProvider }, use) => {
      const guardedExchange = await startExchangeFixture({ ...KEYS, CAPTCHA_ORIGIN: captchaProvider.origin });
      await use(guardedExchange);
      await guardedExchange.close();
    },
    { scope: 'worker' },
  ],
});

test.beforeEach(({ captchaProvider }) => {
  captchaProvider.receivedAnswers.length = 0;
  captchaProvider.validAnswers.clear();
});

test('creates a claim after the captcha under a strict page policy', async ({
  page,
  shop,
  captchaProvider,
  guardedExchange,
  expectProblems,
}) => {
  await page.goto(shop.pageAddress(guardedExchange.origin, { cur_from: 'USDTTRC20', cur_to: 'SBERRUB' }));
  const widget = page.locator('exchange-widget');
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await fillRequisites(widget, CARD_REQUISITES);
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByRole('heading', { name: 'Подтвердите, что вы не робот' })).toBeFocused();
  const box = widget.frameLocator('iframe[title^="Проверка"]').getByRole('button', { name: 'Я не робот' });
  await expect(box).toBeVisible();
  await expectWidgetAccessible(page);

  // The frame must grow for an image challenge.
  const frame = widget.locator('iframe');
  expect((await frame.boundingBox())?.height).toBe(96);
  await widget.frameLocator('iframe').locator('iframe').focus();
  await expect.poll(async () => (await frame.boundingBox())?.height).toBeGreaterThan(400);

  // A refused answer shows an error and another captcha.
  await box.click();
  await expect(widget.getByText('Прошлая проверка не засчитана')).toBeVisible();
  expect(captchaProvider.receivedAnswers).toEqual(['answer 1']);
  await expectProblems(/400 .*\/api\/v1\/claim\/$/);

  // Going back and forth keeps the input.
  await widget.getByRole('button', { name: 'Назад' }).click();
  await expect(widget.getByRole('heading', { name: 'Всё верно?' })).toBeVisible();
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  captchaProvider.validAnswers.add('answer 1');
  await box.click();
  await expect(widget.getByRole('heading', { name: /Переведите USDT/ })).toBeVisible();
  expect(await guardedExchange.countClaims(CARD_REQUISITES.email)).toBe(1);
});

test('links to the exchange if the page forbids frames', async ({
  page,
  shop,
  captchaProvider,
  guardedExchange,
  expectProblems,
}) => {
  await page.goto(
    shop.servePage(
      `<!doctype html><title>Магазин</title><script src="${guardedExchange.origin}/widget/exchange-widget.js" async crossorigin></script>
       <exchange-widget cur_from="USDTTRC20" cur_to="SBERRUB"></exchange-widget>`,
      {
        'content-security-policy': `default-src 'none'; script-src ${guardedExchange.origin}; connect-src ${guardedExchange.origin}`,
      },
    ),
  );
  const widget = page.locator('exchange-widget');
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await fillRequisites(widget, { ...CARD_REQUISITES, email: 'frame@example.com' });
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByRole('alert')).toContainText('Проверка не загрузилась');
  await expectProblems(/^Framing .*default-src 'none'/);
  await expectWidgetAccessible(page);
  await expect(widget.getByRole('link', { name: /на\sсайте обменника/ })).toHaveAttribute(
    'href',
    `${guardedExchange.origin}/?cur_from=USDTTRC20&cur_to=SBERRUB&amount=1%C2%A0000%2C00`,
  );
  // The exchange's own page allows the frame.
  await page.goto(`${guardedExchange.origin}/?cur_from=USDTTRC20&cur_to=SBERRUB`);
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await fillRequisites(widget, { ...CARD_REQUISITES, email: 'home@example.com' });
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  captchaProvider.validAnswers.add('answer 1');
  await widget.frameLocator('iframe[title^="Проверка"]').getByRole('button', { name: 'Я не робот' }).click();
  await expect(widget.getByRole('heading', { name: /Переведите USDT/ })).toBeVisible();
  expect(await guardedExchange.countClaims('home@example.com')).toBe(1);
});
