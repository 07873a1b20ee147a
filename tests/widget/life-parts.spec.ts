import type { Locator, Page } from '@playwright/test';
import { accessible, expect, test } from './fixture.ts';
import * as owns from './own.ts';

const heading = (widget: Locator) => widget.getByRole('heading', { level: 2 });
const ask = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online')));

/** A picture that can be told from another by its colour. */
async function picture(page: Page, colour: string): Promise<Buffer> {
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

test('a card is photographed, refused with the reason, photographed anew and approved', async ({
  page,
  shop,
  own,
  problems,
}) => {
  const claim = await own.claim('SBERRUB', 'USDTTRC20', '20000');
  const widget = page.locator('exchange-widget');
  await page.goto(shop.page(own.origin, { claim }));
  await expect(heading(widget)).toHaveText(/Ожидает верификации карты/);
  const card = widget.getByRole('group', { name: 'Подтверждение карты' });
  const send = card.getByRole('button', { name: /Отправить на\sпроверку/ });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await accessible(page);
  const put = async (name: string, mimeType: string, buffer: Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      card.getByRole('button', { name: /Снять или выбрать фото|Добавить фото/ }).click(),
    ]);
    await chooser.setFiles({ name, mimeType, buffer });
  };
  await put('карта.txt', 'image/png', Buffer.from('no picture'));
  await expect(card.getByRole('alert')).toContainText('Такой файл не подойдёт');
  expect(problems.splice(0)).toEqual([expect.stringContaining('400')]);
  await put('карта.png', 'image/png', await picture(page, 'red'));
  await expect(card).toContainText(/карта\.png.*загружено/);
  await card.getByRole('button', { name: 'Убрать фото 1' }).click();
  await expect(card).not.toContainText('карта.png');
  await put('карта.png', 'image/png', await picture(page, 'green'));
  await expect(card).toContainText(/карта\.png.*загружено/);
  await accessible(page);
  await send.click();
  await expect(card).toContainText(/Фото карты .* у\sоператора/);
  await accessible(page);
  await page.reload();
  await expect(card).toContainText(/Фото карты .* у\sоператора/);

  await own.decide(claim, 'Номер карты не\u00a0виден');
  await ask(page);
  await expect(card.getByRole('alert')).toContainText(/Номер карты не\sвиден/);
  await accessible(page);
  await put('ещё.png', 'image/png', await picture(page, 'blue'));
  await expect(card).toContainText(/ещё\.png.*загружено/);
  await send.click();
  await expect(card).toContainText(/Фото карты .* у\sоператора/);
  await own.decide(claim, null);
  await ask(page);
  await expect(heading(widget)).toHaveText(/Переведите рубли/);
});

test('the reckoning is printed alone; the way to the phone holds the secret in the fragment only', async ({
  page,
  shop,
  own,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      const top = window.top as unknown as { printed: string };
      top.printed = document.body.innerText;
    };
  });
  const claim = await own.claim('TRX', 'SBERRUB', '1000');
  await own.pay(claim, '1003');
  const widget = page.locator('exchange-widget');
  await page.goto(shop.page(own.origin, { claim }));
  await widget.getByRole('button', { name: /Расчёт по\sзаявке/ }).click();
  const paper = widget.getByRole('group', { name: 'Расчёт по заявке' });
  await expect(paper).toContainText('Обещанный курс');
  await expect(paper).toContainText(/Перерасчёт .*: Пришло больше/);
  await expect(paper).toContainText('К выплате');
  await accessible(page);
  await widget.getByRole('button', { name: 'Распечатать расчёт' }).click();
  const printed = await page.evaluate(() => (window as unknown as { printed: string }).printed);
  expect(printed).toMatch(/^Расчёт по\sзаявке №/);
  expect(printed).not.toContain('Магазин');

  await widget.getByRole('button', { name: /Продолжить на\sтелефоне/ }).click();
  await expect(widget.getByRole('img', { name: 'QR-код' })).toBeVisible();
  const link = widget.getByRole('group', { name: 'Продолжить на телефоне' }).locator('.v');
  const [uuid = ''] = claim.split('#');
  await expect(link).toHaveText(new RegExp(`/claim/${uuid}$`));
  await accessible(page);
});

test('on our own site a tab with an unpaid claim asks before it closes; after «Я оплатил» it does not', async ({
  page,
  own,
}) => {
  const claim = await own.claim('TRX', 'SBERRUB', '1000');
  const widget = page.locator('exchange-widget');
  await page.goto(`${own.origin}/claim/${claim}`);
  await expect(heading(widget)).toHaveText(/Переведите TRX/);
  const asks = () =>
    page.evaluate(() => {
      const event = new Event('beforeunload', { cancelable: true });
      dispatchEvent(event);
      return event.defaultPrevented;
    });
  await expect.poll(asks).toBe(true);
  await widget.getByRole('button', { name: /Я\sоплатил/ }).click();
  await expect(heading(widget)).toHaveText(/Вы сообщили об оплате/);
  expect(await asks()).toBe(false);
});

test.describe('a merchant', () => {
  let exchange: owns.Own;
  test.beforeAll(async () => {
    exchange = await owns.open({ MERCHANTS: 'SBPRUB:test', MERCHANT_TEST: 'on' });
  });
  test.afterAll(() => exchange.close());

  test('is reached from our own site, and the claim is paid', async ({ page }) => {
    const claim = await exchange.claim('SBPRUB', 'USDTTRC20', '5000');
    const widget = page.locator('exchange-widget');
    await page.goto(`${exchange.origin}/claim/${claim}`);
    await expect(heading(widget)).toHaveText(/Оплатите заявку/);
    await accessible(page);
    const asked: string[] = [];
    page.on('dialog', dialog => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await widget.getByRole('button', { name: /Перейти к\sоплате/ }).click();
    await page.waitForURL(url => !url.pathname.startsWith('/claim/'));
    expect(asked).toEqual([]);
    // What came of it is the server's word, on the way back and on the claim's own page.
    await page.getByRole('button', { name: 'Отказаться' }).click();
    await page.waitForURL('**/claim/fail*');
    await page.goto(`${exchange.origin}/claim/${claim}`);
    await widget.getByRole('button', { name: /Перейти к\sоплате/ }).click();
    await page.getByRole('button', { name: 'Оплатить' }).click();
    await page.waitForURL('**/claim/success*');
    await page.goto(`${exchange.origin}/claim/${claim}`);
    await expect(heading(widget)).toHaveText(/Оплачена/);
  });

  test('is reached from a partner’s page by way of ours', async ({ page, shop }) => {
    const claim = await exchange.claim('SBPRUB', 'USDTTRC20', '5000');
    const widget = page.locator('exchange-widget');
    await page.goto(shop.page(exchange.origin, { claim }));
    const link = widget.getByRole('link', { name: /Перейти к\sоплате/ });
    await expect(link).toHaveAttribute('href', `${exchange.origin}/claim/${claim}`);
    await expect(link).toHaveAttribute('target', '_blank');
    await accessible(page);
  });
});
