import type { Page } from '@playwright/test';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { expectWidgetAccessible, expect, test } from '../support/widgetTest.ts';
import { dispatchOnline, locateHeading } from '../support/claimScreen.ts';
import { createClaimClient } from '../../support/claimClient.ts';
import { startExchangeFixture } from '../../support/exchangeFixture.ts';
import type { ExchangeFixture } from '../../support/exchangeFixture.ts';

/** Creates a PNG of one colour. */
async function createPng(page: Page, colour: string): Promise<Buffer> {
  const data = await page.evaluate(fill => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 64;
    const drawing = canvas.getContext('2d');
    if (!drawing) throw new Error('no canvas');
    drawing.fillStyle = fill;
    drawing.fillRect(0, 0, 64, 64);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  }, colour);
  return Buffer.from(data, 'base64');
}

test('verifies a card after a rejection and new photos', async ({
  page,
  shop,
  exchangeFixture,
  expectProblems,
}) => {
  const claim = await exchangeFixture.createClaim('SBERRUB', 'USDTTRC20', '20000');
  const widget = page.locator('exchange-widget');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  await expect(locateHeading(widget)).toHaveText(/Ожидает верификации карты/);
  const card = widget.getByRole('group', { name: 'Подтверждение карты' });
  const send = card.getByRole('button', { name: /Отправить на\sпроверку/ });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await expectWidgetAccessible(page);
  const attachPhoto = async (name: string, mimeType: string, buffer: Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      card.getByRole('button', { name: /Снять или выбрать фото|Добавить фото/ }).click(),
    ]);
    await chooser.setFiles({ name, mimeType, buffer });
  };
  await attachPhoto('карта.txt', 'image/png', Buffer.from('no picture'));
  await expect(card.getByRole('alert')).toContainText('Такой файл не подойдёт');
  await expectProblems(/400 .*\/verify\/upload\/$/);
  await attachPhoto('карта.png', 'image/png', await createPng(page, 'red'));
  await expect(card).toContainText(/карта\.png.*загружено/);
  await card.getByRole('button', { name: 'Убрать фото 1' }).click();
  await expect(card).not.toContainText('карта.png');
  await attachPhoto('карта.png', 'image/png', await createPng(page, 'green'));
  await expect(card).toContainText(/карта\.png.*загружено/);
  await expectWidgetAccessible(page);
  await send.click();
  await expect(card).toContainText(/Фото карты .*\sу\sоператора/);
  await expectWidgetAccessible(page);
  await page.reload();
  await expect(card).toContainText(/Фото карты .*\sу\sоператора/);

  await exchangeFixture.decideVerification(claim, 'Номер карты не виден');
  await dispatchOnline(page);
  await expect(card.getByRole('alert')).toContainText(/Номер карты не\sвиден/);
  await expectWidgetAccessible(page);
  await attachPhoto('ещё.png', 'image/png', await createPng(page, 'blue'));
  await expect(card).toContainText(/ещё\.png.*загружено/);
  await send.click();
  await expect(card).toContainText(/Фото карты .*\sу\sоператора/);
  await exchangeFixture.decideVerification(claim, null);
  await dispatchOnline(page);
  await expect(locateHeading(widget)).toHaveText(/Переведите рубли/);
});

test('prints only the receipt; the phone link carries the secret in its fragment', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      const top = window.top as unknown as { printed: string };
      top.printed = document.body.innerText;
    };
  });
  const claim = await exchangeFixture.createClaim('TRX', 'SBERRUB', '1000');
  await exchangeFixture.recordPayment(claim, '1003');
  const widget = page.locator('exchange-widget');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  await widget.getByRole('button', { name: /Расчёт по\sзаявке/ }).click();
  const report = widget.getByRole('group', { name: 'Расчёт по заявке' });
  await expect(report).toContainText('Обещанный курс');
  await expect(report).toContainText(/Перерасчёт .*: Пришло больше/);
  await expect(report).toContainText('К выплате');
  await expectWidgetAccessible(page);
  await widget.getByRole('button', { name: 'Распечатать расчёт' }).click();
  const printed = await page.evaluate(() => (window as unknown as { printed: string }).printed);
  expect(printed).toMatch(/^Расчёт по\sзаявке №/);
  expect(printed).not.toContain('Магазин');

  await widget.getByRole('button', { name: /Продолжить на\sтелефоне/ }).click();
  await expect(widget.getByRole('img', { name: 'QR-код' })).toBeVisible();
  const link = widget.getByRole('group', { name: 'Продолжить на телефоне' }).locator('.value');
  const [uuid = ''] = claim.split('#');
  await expect(link).toHaveText(new RegExp(`/claim/${uuid}$`));
  await expectWidgetAccessible(page);
});

test('the receipt shows how far the market limits the discount', async ({ page, shop, exchangeFixture }) => {
  await exchangeFixture.saveSetting('margin_sell', '0.12');
  const client = createClaimClient((path, init) => fetch(exchangeFixture.origin + path, init));
  const claim = await createCappedClaim(client, exchangeFixture.origin);
  await exchangeFixture.saveSetting('margin_sell', '0.6');
  const widget = page.locator('exchange-widget');
  for (const width of [320, 400, 560]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
    await widget.getByRole('button', { name: /Расчёт по\sзаявке/ }).click();
    const report = widget.getByRole('group', { name: 'Расчёт по заявке' });
    // 163,840 − 0.12 % + a quarter of it; 0.1 % of the market's course stay.
    await expect(report).toContainText(/Скидка\+\s49,09\s₽Скидка ограничена курсом рынка−\s16,32\s₽/);
    await expect(report).toContainText(/К\sвыплате163\s676,16\s₽/);
    expect(await report.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await expectWidgetAccessible(page);
  }
});

/** Creates a claim of 2,000 USDT with START, once the server prices it at the cap. */
async function createCappedClaim(
  client: ReturnType<typeof createClaimClient>,
  origin: string,
): Promise<string> {
  const body = await client.buildClaim('USDTTRC20', 'SBERRUB', { fromSumma: '2000.00' });
  await expect(async () => {
    const path = `/api/v1/calculator/course/${body.fromPs}/${body.toPs}/?promocode=START`;
    const response = await fetch(origin + path);
    expect(await response.json()).toMatchObject({ course: '81.83808', bonus: '0.02' });
  }).toPass();
  const { id, secret } = await client.createClaim({
    ...body,
    toSumma: '163676.16',
    promocode: 'START',
    quote: null,
  });
  return `${id}#${secret}`;
}

test.describe('a merchant', () => {
  let exchange: ExchangeFixture;
  test.beforeAll(async () => {
    exchange = await startExchangeFixture({ MERCHANTS: 'SBPRUB:test', MERCHANT_TEST: 'on' });
  });
  test.afterAll(() => exchange.close());

  test('opens from the site and pays the claim', async ({ page }) => {
    const claim = await exchange.createClaim('SBPRUB', 'USDTTRC20', '5000');
    const widget = page.locator('exchange-widget');
    await page.goto(`${exchange.origin}/claim/${claim}`);
    await expect(locateHeading(widget)).toHaveText(/Оплатите заявку/);
    await expectWidgetAccessible(page);
    const dialogs: string[] = [];
    page.on('dialog', dialog => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    await widget.getByRole('button', { name: /Перейти к\sоплате/ }).click();
    await page.waitForURL(url => !url.pathname.startsWith('/claim/'));
    expect(dialogs).toEqual([]);
    // The claim's page shows the server's status, not the result of the redirect.
    await page.getByRole('button', { name: 'Отказаться' }).click();
    await page.waitForURL('**/claim/fail*');
    await page.goto(`${exchange.origin}/claim/${claim}`);
    await widget.getByRole('button', { name: /Перейти к\sоплате/ }).click();
    await page.getByRole('button', { name: 'Оплатить' }).click();
    await page.waitForURL('**/claim/success*');
    await page.goto(`${exchange.origin}/claim/${claim}`);
    await expect(locateHeading(widget)).toContainText(CLAIM_STATUS_RULES.paid.label);
  });

  test('opens from a partner’s page through the claim’s page on the site', async ({ page, shop }) => {
    const claim = await exchange.createClaim('SBPRUB', 'USDTTRC20', '5000');
    const widget = page.locator('exchange-widget');
    await page.goto(shop.pageAddress(exchange.origin, { claim }));
    const link = widget.getByRole('link', { name: /Перейти к\sоплате/ });
    await expect(link).toHaveAttribute('href', `${exchange.origin}/claim/${claim}`);
    await expect(link).toHaveAttribute('target', '_blank');
    await expectWidgetAccessible(page);
  });
});
