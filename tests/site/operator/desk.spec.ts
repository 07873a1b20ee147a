import type { Page } from '@playwright/test';
import { createAccountVisitor } from '../account/support/accountVisitor.ts';
import { expectAccessibleLayout } from '../support/expectAccessibleLayout.ts';
import { expect } from '../support/siteTest.ts';
import { createDeskTest } from './support/deskTest.ts';
import { createStaffMember } from './support/staffMember.ts';
import { createPendingCard, createPicture } from './support/pendingCard.ts';

const { exchange, test, testDisplays } = createDeskTest('file');

const chooseAction = (page: Page, name: string | RegExp) =>
  page.getByRole('region', { name: 'Что сделать' }).getByRole('button', { name, exact: true }).click();

test('a cashier finds a claim by keyboard, takes it, and works it to its end', async ({
  page,
  openDesk,
  openOtherBrowser,
  expectProblems,
}) => {
  const anna = await createAccountVisitor(exchange);
  const claim = await anna.createClaim('SBERRUB', 'LTC', '7000');
  await anna.createClaim('TON', 'SBERRUB', '52');
  const receipt = new FormData();
  receipt.append('file', await createPicture());
  const uploaded = await fetch(`${exchange.origin}/api/v1/claim/${claim.id}/bill/`, {
    method: 'POST',
    headers: { 'x-claim-secret': claim.secret },
    body: receipt,
  });
  expect(uploaded.ok).toBe(true);
  const cashier = await openDesk('cashier');

  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { name: 'Заявки' })).toBeVisible();
  // The page has the focus at first.
  await expect(page.locator('#main')).toBeFocused();
  // The key of the slash types a full stop on a Russian keyboard.
  await page
    .locator('#main')
    .dispatchEvent('keydown', { key: '.', code: 'Slash', bubbles: true, cancelable: true });
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(claim.number);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.getByRole('heading', { name: 'Заявки' }).click();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: `№ ${claim.number}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: new RegExp(`Заявка №\\s${claim.number}`) })).toBeVisible();

  await expect(page.getByRole('region', { name: 'Чеки' }).getByRole('img')).toBeVisible();
  const boris = await createStaffMember(exchange, 'cashier');
  await page.getByRole('button', { name: 'Взять' }).press('Enter');
  // A second Enter does not release it.
  await expect(page.getByText(/^Заявка у\sвас/)).toBeFocused();
  const colleague = await openOtherBrowser();
  await boris.openPage(colleague, `/operator/claims/${claim.id}`);
  await expect(colleague.getByText(`Заявка у ${cashier.email}. Чтобы`)).toBeVisible();
  await expect(colleague.getByRole('button', { name: 'Записать платёж' })).toHaveCount(0);
  await expectProblems(/401 .*\/auth\/login\/$/);
  await colleague.close();
  await chooseAction(page, 'Записать платёж');
  const payment = page.getByRole('form', { name: 'Записать платёж' });
  await payment.getByRole('button', { name: 'Записать платёж' }).click();
  await expect(payment.getByLabel('Номер перевода или чека')).toBeFocused();
  await payment.getByLabel('Номер перевода или чека').fill('bank-1');
  await payment.getByRole('button', { name: 'Записать платёж' }).click();
  await expect(page.getByText('Готово: теперь «Оплачена».')).toBeVisible();

  await chooseAction(page, 'Начать выплату');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Начать выплату' })).toBeFocused();
  await page.keyboard.press('Enter');
  // No second Enter sends it.
  await expect(page.getByRole('form', { name: 'Начать выплату' }).getByText('Выплатить')).toBeVisible();
  await page.keyboard.press('Enter');
  await page
    .getByRole('form', { name: 'Начать выплату' })
    .getByRole('button', { name: 'Начать выплату' })
    .click();
  await expect(page.getByText('Готово: теперь «Выплачиваем».')).toBeVisible();
  await chooseAction(page, 'Выплачено');
  const payout = page.getByRole('form', { name: 'Выплачено' });
  await expect(payout.getByText(/^Выплатить 0,\d+\sLTC$/)).toBeVisible();
  await expect(payout.getByRole('textbox', { name: 'Адрес кошелька LTC' })).toHaveText(/^L/);
  await expect(payout.getByRole('list')).toContainText('Заявка закроется');
  await payout.getByLabel(/^Номер перевода/).fill('ab'.repeat(32));
  await payout.getByRole('button', { name: 'Выплачено' }).click();
  await expect(page.getByText('Готово: теперь «Выполнена».')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleLayout(page);
  await page.getByLabel('Заметка для сотрудников').fill('Клиент доволен');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Заметка записана.')).toBeVisible();
  await expect(page.getByLabel('Заметка для сотрудников')).toBeFocused();
  await expect(page.getByRole('region', { name: 'История' }).getByRole('listitem').first()).toContainText(
    `Клиент доволен`,
  );
  expect(await exchange.runOperator('changes')).toContain(cashier.email);
});

test('who does not want keys turns them off on this device', async ({ page, openDesk }) => {
  await openDesk('support');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Клавиши' });
  await dialog.getByRole('button', { name: 'Выключить клавиши' }).click();
  await expect(dialog.getByRole('status')).toHaveText(/^Выключены/);
  await dialog.getByRole('button', { name: 'Закрыть' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Сегодня' })).toBeVisible();
  await page.keyboard.press('c');
  await page.keyboard.press('?');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: /^Клавиши/ }).click();
  await dialog.getByRole('button', { name: 'Включить клавиши' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/operator$/);
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/operator\/claims$/);
});

test('who wants it hears that something new waits, also in a hidden tab', async ({ page, openDesk }) => {
  await page.addInitScript(() => {
    const counter = Object.assign(window, { tones: 0 });
    const { start } = AudioScheduledSourceNode.prototype;
    AudioScheduledSourceNode.prototype.start = function (when) {
      counter.tones++;
      start.call(this, when);
    };
  });
  const countTones = () => page.evaluate(() => (window as unknown as { tones: number }).tones);
  const anna = await createAccountVisitor(exchange);
  await openDesk('cashier');
  await page.getByRole('button', { name: 'Звук о новом' }).press('Enter');
  expect(await countTones()).toBe(2);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const claim = await anna.createClaim('SBERRUB', 'LTC', '7900');
  await exchange.runOperator('claim', claim.number, '--amount', '7900', '--reference', 'sound-1');
  await expect.poll(countTones).toBe(4);
  await page.getByRole('button', { name: 'Выключить звук' }).press('Enter');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Звук о новом' })).toBeVisible();
});

test('who types a wrong transaction, or that of another claim, reads so', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const anna = await createAccountVisitor(exchange);
  const hash = 'cd'.repeat(32);
  const createPayout = async () => {
    const { id, number } = await anna.createClaim('SBERRUB', 'LTC', '7100');
    await exchange.runOperator('claim', number, '--amount', '7100', '--reference', number);
    await exchange.runOperator('claim', number, 'payout');
    return { id, number };
  };
  const [paid, claim] = [await createPayout(), await createPayout()];
  await exchange.runOperator('claim', paid.number, 'completed', '--reference', hash);
  await openDesk('cashier', `/operator/claims/${claim.id}`);
  await chooseAction(page, 'Выплачено');
  const form = page.getByRole('form', { name: 'Выплачено' });
  const reference = form.getByLabel(/^Номер перевода/);
  const send = form.getByRole('button', { name: 'Выплачено' });
  await reference.fill('abc');
  await send.click();
  await expect(form.getByText(/^Это не\sхеш перевода в\sсети LTC/)).toBeVisible();
  await expect(reference).toBeFocused();
  await reference.fill(hash);
  await send.click();
  await expect(form.getByRole('alert')).toContainText(new RegExp(`в\\sзаявке №\\s${paid.number}`));
  await form.getByLabel('Всё равно записать этот номер').check();
  await send.click();
  await expect(page.getByText('Готово: теперь «Выполнена».')).toBeVisible();
  await expectProblems(/400 .*\/status\/$/, /409 .*\/status\/$/);
});

test('a cashier sees what the client is offered, and what becomes of an excess', async ({
  page,
  openDesk,
}) => {
  const anna = await createAccountVisitor(exchange);
  const claim = await anna.createClaim('SBERRUB', 'LTC', '7000');
  await exchange.runOperator('claim', claim.number, '--amount', '8000', '--reference', claim.number);
  await openDesk('cashier', `/operator/claims/${claim.id}`);
  await expect(page.getByText(/клиенту предложено \d,\d+\sLTC, ответит до\s.*\d\d:\d\d/)).toBeVisible();
  await chooseAction(page, 'Деньги пришли');
  const form = page.getByRole('form', { name: 'Деньги пришли' });
  await expect(form.getByRole('list')).toHaveText(/1\s000,00\s(₽|RUB)\sостанутся без\sзаявки/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleLayout(page);
});

test('support checks a card by its photo, and the client reads the reason', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const claim = await createPendingCard(exchange);
  await openDesk('support', '/operator/verifications');
  const check = page.getByRole('article').filter({ hasText: claim.number });
  const photo = check.getByRole('button', { name: /увеличить$/ });
  const readWidth = () => check.getByRole('img').evaluate((image: HTMLImageElement) => image.clientWidth);
  await expect.poll(readWidth).toBeGreaterThan(100);
  const width = await readWidth();
  await photo.click();
  expect(await readWidth()).toBeGreaterThan(width * 2);
  await check.getByRole('button', { name: 'Отклонить' }).click();
  const form = check.getByRole('form', { name: 'Отклонить карту' });
  await form.getByRole('button', { name: 'Отклонить карту' }).click();
  await expect(form.getByLabel('Причина для клиента')).toBeFocused();
  await form.getByRole('button', { name: /^Карта обрезана/ }).click();
  await expect(form.getByLabel('Причина для клиента')).toHaveAttribute('aria-invalid', 'false');
  await form.getByRole('button', { name: 'Отклонить карту' }).click();
  await expect(check).toHaveCount(0);

  // Somebody else decides on the next card meanwhile.
  const other = await createPendingCard(exchange);
  await page.reload();
  const next = page.getByRole('article').filter({ hasText: other.number });
  await expect(next).toBeVisible();
  await next.getByRole('button', { name: 'Подтвердить карту' }).press('Enter');
  // A second press names the card and its owner; no second Enter sends it.
  const approval = next.getByRole('form', { name: 'Подтвердить карту' });
  await expect(approval.getByText(/^Карта 220000 … 0004, клиент .+@.+ сразу пойдёт дальше\.$/)).toBeFocused();
  await expectAccessibleLayout(page);
  await exchange.decideVerification(`${other.id}#`, 'Снимите карту целиком.');
  await approval.getByRole('button', { name: 'Подтвердить карту' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText(/другом\sсостоянии/);
  await expect(next).toHaveCount(0);
  await expectProblems(/409 .*\/decision\/$/);
  await page.goto(`${exchange.origin}/operator/claims/${claim.id}`);
  await expect(page.getByText('Это делает сотрудник с другой ролью.')).toBeVisible();
});

test('who may not work here reads why', async ({ page, expectRepeatedProblems }) => {
  const anna = await createAccountVisitor(exchange);
  await anna.openPage(page, '/operator');
  await expect(page.getByRole('alert')).toContainText(/для\sсотрудников/);
  await exchange.runOperator('staff', 'invite', anna.email, 'dealer');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('нужен второй фактор');
  await page.getByRole('link', { name: 'Настроить' }).click();
  await expect(page).toHaveURL(`${exchange.origin}/account/safety`);
  await expectRepeatedProblems(/403 .*\/operator\/me\/$/);
});

testDisplays(async ({ page, openDesk }) => {
  const anna = await createAccountVisitor(exchange);
  const claim = await anna.createClaim('SBERRUB', 'LTC', '7000');
  await exchange.runOperator('claim', claim.number, 'claimed');
  await createPendingCard(exchange);
  await openDesk('cashier');
  await expect(page.getByRole('heading', { name: /^Проверить оплату/ })).toBeVisible();
  await expectAccessibleLayout(page);
  await page.goto(`${exchange.origin}/operator/claims`);
  await expect(page.getByRole('link', { name: `№ ${claim.number}` })).toBeVisible();
  await expectAccessibleLayout(page);
  await page.goto(`${exchange.origin}/operator/claims/${claim.id}`);
  await chooseAction(page, 'Записать платёж');
  await expectAccessibleLayout(page);
  await page.goto(`${exchange.origin}/operator/verifications`);
  await expect(page.getByRole('img').first()).toBeVisible();
  await expectAccessibleLayout(page);
});
