import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import {
  expectWidgetAccessible,
  CARD_REQUISITES,
  expect,
  fillRequisites,
  openWidgetForm,
  test,
} from '../support/widgetTest.ts';

test('creates a claim on a partner page, resumes it after a reload and confirms cancelling', async ({
  page,
  partnerOrigin,
}) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  await page.evaluate(() => {
    const claimEvents: unknown[] = [];
    Object.assign(window, { claimEvents });
    document.addEventListener('exchange-claim', event => claimEvents.push((event as CustomEvent).detail));
  });
  await expect(widget.getByRole('button', { name: 'Вы отдаёте: BTC' })).toBeVisible();
  await expectWidgetAccessible(page);
  await widget.locator('[name=fromSumma]').fill('0,01');
  await fillRequisites(widget, CARD_REQUISITES);
  await expectWidgetAccessible(page);
  await expect(widget.locator('.summary')).toContainText('0,01 BTC');
  await widget.getByRole('button', { name: 'Создать заявку' }).click();

  await expect(widget.getByRole('heading', { name: 'Переведите BTC' })).toBeFocused();
  await expect(widget.getByText(/^Ждём перевод до\s(\d+\s[а-я]+\sв\s)?\d\d:\d\d$/)).toBeVisible();
  await expect(widget.getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/);
  await expect(widget.getByRole('img', { name: 'QR-код' })).toBeVisible();
  await expectWidgetAccessible(page);
  const number = await widget.getByText(/^Заявка №/).innerText();
  const claimEvents = await page.evaluate(
    () => (window as unknown as { claimEvents: { status: string }[] }).claimEvents,
  );
  expect(claimEvents.at(-1)).toMatchObject({ status: expect.stringMatching(/^(new|requisites|waiting)$/) });
  expect(JSON.stringify(claimEvents)).not.toMatch(/secret|anna@|2200/);

  await page.reload();
  await expect(widget.getByText(number)).toBeVisible();
  await expect(widget.getByRole('heading', { name: 'Переведите BTC' })).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');

  await widget.getByRole('button', { name: 'Отменить заявку' }).click();
  await expect(widget.getByRole('alert')).toContainText('Отменить заявку?');
  await expectWidgetAccessible(page);
  await widget.getByRole('button', { name: 'Да, отменить заявку' }).click();
  await expect(widget.getByRole('heading', { name: CLAIM_STATUS_RULES.cancelled.label })).toBeVisible();
  await expectWidgetAccessible(page);
  await widget.getByRole('button', { name: 'Новый обмен' }).click();
  await expect(widget.locator('[name=fromSumma]')).toBeVisible();
});

test('shows the TON comment as prominently as the amount, with a warning', async ({
  page,
  partnerOrigin,
}) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/ton.html`);
  await widget.locator('[name=fromSumma]').fill('25');
  await fillRequisites(widget, {
    phone: '8 916 123-45-67',
    bank: 'sber',
    fio: 'Анна Смирнова',
    email: 'ton@example.com',
  });
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByRole('heading', { name: 'Переведите TON' })).toBeVisible();
  await expect(widget.locator('.copy-row .large')).toHaveCount(2);
  await expect(widget.getByText(/мы\sне\sузнаем ваш перевод/)).toBeVisible();
  await expectWidgetAccessible(page);
});

test('selects the text if the clipboard is blocked', async ({ page, partnerOrigin }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('blocked', 'NotAllowedError')) },
    });
  });
  const widget = await openWidgetForm(page, `${partnerOrigin}/ton.html`);
  await fillRequisites(widget, {
    phone: '+79161234567',
    bank: 'sber',
    fio: 'Анна Смирнова',
    email: 'a@example.com',
  });
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await widget.getByRole('button', { name: 'Скопировать: адрес' }).click();
  await expect(widget.getByText('выделено: скопируйте сами')).toBeVisible();
});

test('shows each requisite error under its field and focuses the first', async ({ page, partnerOrigin }) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  await widget.getByRole('button', { name: 'Продолжить' }).click();
  await widget.locator('[name=card]').fill('2200 0000 0000 0005');
  await widget.locator('[name=email]').fill('anna@example');
  await widget.getByRole('button', { name: 'Проверить заявку' }).click();
  const card = widget.locator('[name=card]');
  await expect(card).toBeFocused();
  await expect(card).toHaveAccessibleDescription(/опечатка/);
  await expect(widget.locator('[name=email]')).toHaveAccessibleDescription(/не\sхватает части после точки/);
  await expect(widget.getByText('Отметьте согласие')).toBeVisible();
  await expectWidgetAccessible(page);
  await widget.getByRole('button', { name: 'Назад' }).click();
  await expect(widget.getByRole('button', { name: 'Продолжить' })).toBeFocused();
});

test('suggests the e-mail address that was probably meant', async ({ page, partnerOrigin }) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  await widget.getByRole('button', { name: 'Продолжить' }).click();
  const email = widget.locator('[name=email]');
  await email.fill('anna@gmial.com');
  await email.blur();
  await expect(email).toHaveAccessibleDescription('Возможно, вы имели в виду anna@gmail.com');
  // No tick: the address is doubtful.
  const tick = widget.getByText('Почта').locator('svg');
  await expect(tick).toHaveCount(0);
  await expectWidgetAccessible(page);
  await email.press('Tab');
  await expect(widget.getByRole('button', { name: 'anna@gmail.com' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(email).toHaveValue('anna@gmail.com');
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('');
  await email.blur();
  await expect(tick).toBeVisible();
  // It only suggests: the address as typed is accepted.
  await widget.getByRole('button', { name: 'Назад' }).click();
  await fillRequisites(widget, { ...CARD_REQUISITES, email: 'anna@gmial.com' });
  await expect(widget.getByText('anna@gmial.com')).toBeVisible();
});

test('a blur error does not move the consent under the pointer', async ({ page, partnerOrigin }) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  await widget.getByRole('button', { name: 'Продолжить' }).click();
  await widget.locator('[name=email]').fill('anna@example');
  const consent = widget.locator('[name=consent]');
  const box = await consent.boundingBox();
  if (!box) throw new Error('no consent');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await expect(consent).toBeFocused();
  // Longer than the delay of the validation, whose error must not be shown yet.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 300))));
  await page.mouse.up();
  await expect(consent).toBeChecked();
  await expect(widget.locator('[name=email]')).toHaveAccessibleDescription(/не\sхватает части после точки/);
});

test('the card that pays has a heading of its own', async ({ page, shop, exchangeFixture }) => {
  const widget = await openWidgetForm(
    page,
    shop.pageAddress(exchangeFixture.origin, { cur_from: 'SBERRUB', cur_to: 'USDTTRC20' }),
  );
  await widget.getByRole('button', { name: 'Продолжить' }).click();
  const group = widget.getByRole('group', { name: /С\sкакой карты вы\sплатите/ });
  await expect(group.getByLabel('Номер карты Сбербанка')).toBeVisible();
  await expect(group.getByLabel(/Адрес кошелька/)).toHaveCount(0);
  await expectWidgetAccessible(page);
});

test('asks for the consent once, with an unticked box at the requisites', async ({ page, partnerOrigin }) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  const consentTexts = widget.getByText(/принима(?:ю|ете)/i);
  await expect(widget.getByRole('link', { name: 'Правила обмена' })).toBeVisible();
  await expect(widget.getByRole('link', { name: 'AML-политику' })).toHaveCount(0);
  await expect(widget.getByRole('link', { name: 'AML-политика' })).toBeVisible();
  await expect(consentTexts).toHaveCount(0);
  await widget.getByRole('button', { name: 'Продолжить' }).click();
  await expect(widget.getByRole('form', { name: 'Реквизиты' })).toBeVisible();
  await expect(consentTexts).toHaveCount(1);
  await expect(widget.getByRole('checkbox')).toHaveCount(1);
  await expect(widget.getByRole('checkbox', { name: /Принимаю правила обмена/ })).not.toBeChecked();
});
