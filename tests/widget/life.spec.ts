import type { Locator, Page } from '@playwright/test';
import { picture } from '#tests/server/pictures.ts';
import { accessible, expect, test } from './fixture.ts';

const heading = (widget: Locator) => widget.getByRole('heading', { level: 2 });

/** Asks for the state now, as a connection that has come back does, instead of waiting for the next poll. */
const ask = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online')));

/** What the screen says, without the clock that runs on it. */
const text = (widget: Locator) =>
  widget.getByRole('region').evaluate(region => {
    const copy = region.cloneNode(true) as HTMLElement;
    for (const node of copy.querySelectorAll('[role=timer], .qr')) node.remove();
    return copy.textContent;
  });

/** A reload changes nothing of what is said, and takes no focus. */
async function same(page: Page, widget: Locator) {
  const before = await text(widget);
  await page.reload();
  await expect.poll(() => text(widget)).toBe(before);
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
}

test('crypto to a card: paid, found, checked, sent; a reload at every step shows the same', async ({
  page,
  shop,
  own,
}) => {
  const claim = await own.claim('TRX', 'SBERRUB', '1000');
  const widget = page.locator('exchange-widget');
  await page.goto(shop.page(own.origin, { claim }));
  await expect(heading(widget)).toHaveText(/Переведите TRX/);
  await expect(widget.getByRole('img', { name: 'QR-код' })).toBeVisible();
  await accessible(page);
  await same(page, widget);

  await widget.getByRole('button', { name: /Я\sоплатил/ }).click();
  await expect(heading(widget)).toHaveText(/Вы сообщили об оплате/);
  await expect(heading(widget)).toBeFocused();
  await accessible(page);
  await same(page, widget);

  await own.pay(claim, '1000');
  await ask(page);
  await expect(heading(widget)).toHaveText(/Ждём подтверждений сети/);
  await expect(widget.locator('.tl .done')).toContainText(['Заявка создана', 'Вы сообщили об оплате']);
  await same(page, widget);

  for (const [status, says] of [
    ['aml', /AML-проверка/],
    ['paid', /Оплачена/],
    ['payout', /Отправляем средства/],
    ['payout_error', /Выплата задерживается/],
    ['payout', /Отправляем средства/],
  ] as const) {
    await own.move(claim, [status]);
    await ask(page);
    await expect(heading(widget)).toHaveText(says);
    await same(page, widget);
  }
  await own.move(claim, ['completed']);
  await ask(page);
  await expect(heading(widget)).toHaveText(/Деньги отправлены/);
  await expect(widget.locator('.hero')).toHaveText(/^22\s881,40\s₽$/);
  await accessible(page);
  await same(page, widget);

  await widget.getByRole('button', { name: 'Повторить обмен' }).click();
  await expect(widget.locator('[name=fromSumma]')).toHaveValue(/^1\s000$/);
  await expect(widget.getByRole('button', { name: 'Вы отдаёте: TRX' })).toBeVisible();
});

test('a card to crypto with a receipt: a wrong file is refused, a right one comes, goes and comes', async ({
  page,
  shop,
  own,
}) => {
  const claim = await own.claim('SBERRUB', 'USDTTRC20', '5000');
  const widget = page.locator('exchange-widget');
  await page.goto(shop.page(own.origin, { claim }));
  await expect(heading(widget)).toHaveText(/Переведите рубли на\sкарту/);
  const put = async (name: string, mimeType: string, content: string | Uint8Array) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      widget
        .getByRole('button', { name: /чек\b|чек$|Приложить чек|Добавить ещё чек/ })
        .last()
        .click(),
    ]);
    await chooser.setFiles({ name, mimeType, buffer: Buffer.from(content) });
  };
  const bills = widget.getByRole('group', { name: 'Чеки' });
  await put('чек.txt', 'text/plain', 'not a receipt');
  await expect(bills.getByRole('alert')).toContainText('Такой файл не подойдёт');
  await accessible(page);
  await bills.getByRole('button', { name: 'Убрать чек чек.txt' }).click();
  await expect(bills.getByRole('alert')).toHaveCount(0);

  const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
  await put('чек.pdf', 'application/pdf', pdf);
  await expect(bills).toContainText(/чек\.pdf.*загружен/);
  await bills.getByRole('button', { name: 'Убрать чек чек.pdf' }).click();
  await expect(bills).not.toContainText('чек.pdf');
  await put('чек.pdf', 'application/pdf', pdf);
  await expect(bills).toContainText(/чек\.pdf.*загружен/);
  // A picture is shown before it is sent and after; a document has none.
  await put('снимок.png', 'image/png', await picture('png'));
  await expect(bills).toContainText(/снимок\.png.*загружен/);
  await expect(bills.locator('canvas:visible')).toHaveCount(1);
  await bills.getByRole('button', { name: 'Убрать чек снимок.png' }).click();
  await expect(bills).not.toContainText('снимок.png');
  await same(page, widget);

  await widget.getByRole('button', { name: /Я\sоплатил/ }).click();
  await expect(heading(widget)).toHaveText(/Вы сообщили об оплате/);
  await expect(bills).toContainText(/чек\.pdf.*загружен/);
  await accessible(page);
  await own.pay(claim, '5000');
  await own.move(claim, ['payout', 'completed']);
  await ask(page);
  await expect(heading(widget)).toHaveText(/Деньги отправлены/);
});

test('nothing came in time: what to do if the money has left; late money is counted anew and taken', async ({
  page,
  shop,
  own,
}) => {
  const claim = await own.claim('TRX', 'SBERRUB', '1000');
  const widget = page.locator('exchange-widget');
  await page.goto(shop.page(own.origin, { claim }));
  await expect(heading(widget)).toHaveText(/Переведите TRX/);
  await own.move(claim, ['expired']);
  await ask(page);
  await expect(heading(widget)).toHaveText(/Перевод не\sпришёл вовремя/);
  await expect(widget.getByText(/Если вы уже отправили деньги, напишите нам/)).toHaveCount(2);
  await accessible(page);
  await same(page, widget);

  await own.pay(claim, '1000');
  const accept = widget.getByRole('button', { name: 'Согласиться' });
  await expect(async () => {
    await ask(page);
    await expect(accept).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(widget.getByRole('region')).toContainText(/Перевод пришёл после срока.*пересчитали/);
  await accessible(page);
  await same(page, widget);
  await accept.click();
  await expect(heading(widget)).toHaveText(/Оплачена/);
  await expect(widget.locator('.tl .done').last()).toContainText('перевод пришёл после срока');
});

test('paid less: the new sums, the money back instead, to an address that is checked', async ({
  page,
  shop,
  own,
}) => {
  const claim = await own.claim('TRX', 'SBERRUB', '1000');
  const widget = page.locator('exchange-widget');
  await own.pay(claim, '900');
  await page.goto(shop.page(own.origin, { claim }));
  await expect(heading(widget)).toHaveText(/На проверке/);
  await expect(widget.locator('.decide .sum')).toContainText(/было 1\s000\sTRX стало 900\sTRX/);
  await widget.getByRole('button', { name: 'Вернуть деньги' }).click();
  await expect(widget.getByText(/Вернуть 900\sTRX\?/)).toBeVisible();
  const address = widget.getByRole('textbox', { name: /Адрес для\sвозврата TRX/ });
  await expect(address).toBeVisible();
  await accessible(page);
  await widget.getByRole('button', { name: /Не\sвозвращать/ }).click();
  await expect(widget.getByRole('button', { name: 'Согласиться' })).toBeVisible();
  await widget.getByRole('button', { name: 'Вернуть деньги' }).click();
  const send = widget.getByRole('button', { name: 'Да, вернуть деньги' });
  await address.fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv9');
  await send.click();
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/опечатка/);
  await accessible(page);
  await address.fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  await send.click();
  await expect(heading(widget)).toHaveText(/Оформляем возврат/);
  await expect(widget.getByText(/Возвращаем деньги: /).first()).toBeVisible();
  await same(page, widget);
  await own.move(claim, ['refunded']);
  await ask(page);
  await expect(heading(widget)).toHaveText(/Деньги возвращены/);
  await expect(widget.locator('.hero')).toHaveText(/^900\sTRX$/);
  await accessible(page);
});

test('paid more from a card: the new sums are taken', async ({ page, shop, own }) => {
  const claim = await own.claim('SBERRUB', 'USDTTRC20', '5000');
  const widget = page.locator('exchange-widget');
  await own.pay(claim, '6000');
  await page.goto(shop.page(own.origin, { claim }));
  await expect(widget.locator('.decide .sum')).toContainText(/было 5\s000,00\s₽ стало 6\s000,00\s₽/);
  await widget.getByRole('button', { name: 'Согласиться' }).click();
  await expect(heading(widget)).toHaveText(/Оплачена/);
});

test('the connection is lost on a step: it says so and goes on by itself', async ({
  page,
  shop,
  own,
  problems,
}) => {
  await page.clock.install();
  const claim = await own.claim('TRX', 'SBERRUB', '1000');
  const widget = page.locator('exchange-widget');
  await page.goto(shop.page(own.origin, { claim }));
  await expect(widget.getByRole('button', { name: /Я\sоплатил/ })).toBeVisible();
  let back = false;
  const keys: (string | undefined)[] = [];
  await page.route('**/confirm/', route => {
    keys.push(route.request().headers()['idempotency-key']);
    return back && keys.length > 2 ? route.continue() : route.abort();
  });
  await widget.getByRole('button', { name: /Я\sоплатил/ }).click();
  await expect(widget.getByText('Повторим сами')).toBeVisible();
  await accessible(page);
  back = true;
  await expect
    .poll(async () => {
      await page.clock.runFor(2_000);
      return heading(widget).innerText();
    })
    .toMatch(/Вы сообщили об оплате/);
  expect(keys.length).toBeGreaterThan(2);
  expect(new Set(keys).size).toBe(1);
  problems.splice(0);
});

test('two tabs do not fight: what one does the other shows', async ({ page, context, shop, own }) => {
  const claim = await own.claim('TRX', 'SBERRUB', '1000');
  const other = await context.newPage();
  const [one, two] = [page.locator('exchange-widget'), other.locator('exchange-widget')];
  await page.goto(shop.page(own.origin, { claim }));
  await other.goto(shop.page(own.origin, { claim }));
  await two.getByRole('button', { name: /Я\sоплатил/ }).click();
  await expect(heading(two)).toHaveText(/Вы сообщили об оплате/);
  await one.getByRole('button', { name: /Я\sоплатил/ }).click();
  await expect(heading(one)).toHaveText(/Вы сообщили об оплате/);
  await expect(one.getByRole('alert')).toHaveCount(0);
});

test('a tab that slept for an hour asks at once and shows what became of the claim', async ({
  page,
  shop,
  own,
}) => {
  await page.clock.install();
  const claim = await own.claim('TRX', 'SBERRUB', '1000');
  const widget = page.locator('exchange-widget');
  await page.goto(shop.page(own.origin, { claim }));
  await expect(heading(widget)).toHaveText(/Переведите TRX/);
  await own.pay(claim, '1000');
  await page.clock.fastForward('01:00:00');
  await expect(heading(widget)).toHaveText(/Ждём подтверждений сети/);
});
