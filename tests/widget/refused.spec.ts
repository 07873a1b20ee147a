import { accessible, CARD, expect, fill, openForm, test } from './fixture.ts';
import * as owns from './own.ts';

for (const [to, taken] of [
  ['ACRUB', true],
  ['TBRUB', false],
] as const)
  test(`the course moved, ${taken ? 'the new one is taken' : 'back to the new sums'}`, async ({
    page,
    shop,
    own,
    problems,
  }) => {
    const email = `${to.toLowerCase()}@example.com`;
    const widget = await openForm(page, shop.page(own.origin, { cur_from: 'USDTTRC20', cur_to: to }));
    await widget.locator('[name=fromSumma]').fill('1250');
    await fill(widget, { ...CARD, email });
    const old = await widget.locator('.sum .big').nth(1).innerText();
    // A server that has started anew remembers no course, and a quote that has run out is as none.
    await own.kill();
    await own.freeze('USDTTRC20', to, '70.5');
    await own.start();
    await page.route('**/api/v1/claim/', route => {
      const body = route.request().postDataJSON() as { quote: string | null };
      return route.continue({ postData: JSON.stringify({ ...body, quote: null }) });
    });
    await widget.getByRole('button', { name: 'Создать заявку' }).click();

    await expect(widget.getByRole('heading', { name: /Курс изменился/ })).toBeFocused();
    const sums = widget.locator('.sum');
    await expect(sums).toContainText(`было ${old}`);
    await expect(sums).toContainText('стало 88\u00a0125,00\u00a0₽');
    await accessible(page);
    expect(await own.made(email)).toBe(0);
    problems.length = 0;
    if (taken) {
      await widget.getByRole('button', { name: /Создать по\sновому курсу/ }).click();
      await expect(widget.getByRole('heading', { name: 'Переведите USDT' })).toBeFocused();
      await expect(widget.locator('.fine.left')).toContainText('88\u00a0125,00\u00a0₽');
    } else {
      await widget.getByRole('button', { name: 'Вернуться' }).click();
      await expect(widget.getByRole('heading', { name: 'Всё верно?' })).toBeFocused();
      await expect(sums).not.toContainText(old);
      await expect(sums).toContainText('88\u00a0125,00\u00a0₽');
    }
    expect(await own.made(email)).toBe(taken ? 1 : 0);
  });

test('fields that the server refuses have its word beside them', async ({ page, partner, problems }) => {
  const widget = await openForm(page, `${partner}/partner.html`);
  await fill(widget, CARD);
  // A server whose rules are stricter than the form’s.
  await page.route('**/api/v1/claim/', route => {
    const body = route.request().postDataJSON() as { toRequisites: object };
    const toRequisites = { ...body.toRequisites, card: '2200000000000005' };
    return route.continue({ postData: JSON.stringify({ ...body, email: 'anna@', toRequisites }) });
  });
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByRole('heading', { name: 'Заявка не создана' })).toBeFocused();
  await expect(widget.getByRole('alert')).toBeVisible();
  await accessible(page);
  await widget.getByRole('button', { name: 'Исправить' }).click();
  const email = widget.locator('[name=email]');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription(/Допишите адрес/);
  await expect(email).toBeFocused();
  problems.length = 0;
});

test('a reserve that others took: what is left of it, and the way back to the sums', async ({
  page,
  shop,
  own,
  problems,
}) => {
  const address = shop.page(own.origin, { cur_from: 'BTC', cur_to: 'SBERRUB', amount: '0,35' });
  const widget = await openForm(page, address);
  await fill(widget, CARD);
  await own.claim('BTC', 'SBERRUB', '0.2');
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByRole('alert')).toContainText(/Резерва хватает на\s[\d\s,]+\s₽/);
  await accessible(page);
  await widget.getByRole('button', { name: 'Исправить' }).click();
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('0,35');
  problems.length = 0;
});

test('too many open claims: said in words, and those of this browser are the way on', async ({
  page,
  context,
  shop,
  problems,
}) => {
  const own = await owns.open({ LIMIT_OPEN_CLAIMS_PER_ADDRESS: '1' });
  try {
    const address = shop.page(own.origin, { cur_from: 'BTC', cur_to: 'SBERRUB' });
    const before = await openForm(await context.newPage(), address);
    await fill(before, CARD);
    await before.getByRole('button', { name: 'Создать заявку' }).click();
    await expect(before.getByRole('heading', { name: 'Переведите BTC' })).toBeVisible();

    const widget = await openForm(page, address);
    await fill(widget, CARD);
    await widget.getByRole('button', { name: 'Создать заявку' }).click();
    await expect(widget.getByRole('alert')).toContainText('У вас уже есть открытые заявки');
    await accessible(page);
    await widget.getByRole('button', { name: /Вернуться к\sзаявке/ }).click();
    await expect(widget.getByRole('heading', { name: 'Всё верно?' })).toBeFocused();
    await widget.getByRole('button', { name: 'Создать заявку' }).click();
    await widget.getByRole('button', { name: /^Открыть заявку №/ }).click();
    await expect(widget.getByRole('heading', { name: 'Переведите BTC' })).toBeFocused();
    expect(await own.made(CARD.email)).toBe(1);
  } finally {
    await own.close();
  }
  problems.length = 0;
});

test('a promocode is refused in words, the right one is worth money, and the claim has it', async ({
  page,
  partner,
  problems,
}) => {
  const widget = await openForm(page, `${partner}/partner.html`);
  await widget.locator('[name=fromSumma]').fill('0,02');
  const before = await widget.locator('[name=toSumma]').inputValue();
  await widget.getByRole('button', { name: 'Продолжить' }).click();
  const promocode = widget.locator('[name=promocode]');
  await promocode.fill('NOTHING');
  await widget.getByRole('button', { name: 'Применить промокод' }).click();
  await expect(promocode).toHaveAccessibleDescription(/Такого промокода нет/);
  await accessible(page);
  await promocode.fill('start');
  await promocode.press('Enter');
  await expect(promocode).toHaveAccessibleDescription('Промокод применён, суммы пересчитаны');
  await expect(promocode).toBeFocused();
  const sums = widget.locator('.head small');
  await expect(sums).not.toContainText(before.replace(/,.*/, ''));

  for (const [name, value] of Object.entries(CARD)) await widget.locator(`[name=${name}]`).fill(value);
  await widget.locator('[name=consent]').check();
  await widget.getByRole('button', { name: 'Проверить заявку' }).click();
  await expect(widget.locator('.sum')).toContainText('Промокодstart');
  const received = await widget.locator('.sum .big').nth(1).innerText();
  expect(received).not.toContain(before);
  const post = page.waitForRequest(request => request.method() === 'POST');
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  expect((await post).postDataJSON()).toMatchObject({ promocode: 'start' });
  await expect(widget.locator('.fine.left')).toContainText(received);
  problems.length = 0;
});
