import { createRichPartner, expectUsable } from '../account/support/richPartner.ts';
import { expect } from '../support/siteTest.ts';
import { createDeskTest } from './support/deskTest.ts';

const { exchange, test } = createDeskTest('test');

for (const colorScheme of ['light', 'dark'] as const)
  test(`an admin switches a partner off by keyboard, and on by mouse, ${colorScheme}`, async ({
    page,
    openDesk,
    expectProblems,
  }) => {
    const { email } = await createRichPartner(exchange);
    await page.emulateMedia({ colorScheme });
    const admin = await openDesk('admin');
    await page.keyboard.press('i');
    const row = page.getByRole('listitem').filter({ hasText: email });
    await expect(row).toContainText(/44,85\s\$/);
    await page.keyboard.press('j');
    const off = row.getByRole('button', { name: `Отключить ${email}` });
    await expect(off).toBeFocused();
    await page.keyboard.press('Enter');
    const form = row.getByRole('form', { name: `Отключить ${email}` });
    await expect(form.getByRole('list')).toContainText(/выплат не\sбудет/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(form.getByText('Заполните это поле')).toBeVisible();
    await expectUsable(page);
    await form.getByLabel('Причина').fill('Спам');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${email}: отключён.`)).toBeVisible();
    await expect(row).toContainText(/отключён с\s.*: Спам/);

    await row.getByRole('button', { name: `Включить ${email}` }).click();
    await exchange.runOperator('partner', email, 'on', '--as', 'boris');
    await row.getByRole('form').getByRole('button', { name: 'Включить' }).click();
    await expect(page.getByRole('alert')).toContainText('boris');
    await expect(off).toBeVisible();
    await expectProblems(/409 .*\/off\/$/);
    expect(await exchange.runOperator('changes')).toContain(admin.email);
  });

for (const colorScheme of ['light', 'dark'] as const)
  test(`an admin changes how partners are paid by mouse, ${colorScheme}`, async ({
    page,
    openDesk,
    expectProblems,
  }) => {
    await page.emulateMedia({ colorScheme });
    await openDesk('admin', '/operator/partners');
    const methods = page.getByRole('region', { name: 'Чем платим партнёрам' });
    await methods.getByRole('button', { name: /^USDT\sTRC20: комиссия 1,5/ }).click();
    await methods.getByLabel('Комиссия, $').fill('2');
    await methods.getByRole('button', { name: 'Сохранить' }).click();
    await expect(methods.getByText(/^USDT\sTRC20: комиссия 2\s\$\.$/)).toBeVisible();
    await methods.getByRole('button', { name: 'Добавить валюту' }).click();
    await methods.getByLabel('Валюта').selectOption('LTC');
    await methods.getByLabel('Комиссия, $').fill('x');
    await methods.getByRole('button', { name: 'Сохранить' }).click();
    await expect(methods.getByLabel('Комиссия, $')).toHaveAccessibleDescription(/^Введите сумму цифрами/);
    await expectUsable(page);
    await methods.getByLabel('Комиссия, $').fill('0');
    await methods.getByRole('button', { name: 'Сохранить' }).click();
    await expect(methods.getByText(/^LTC: комиссия 0\s\$\.$/)).toBeVisible();
    const row = methods.getByRole('listitem').filter({ hasText: /^LTC/ });
    await row.getByRole('button', { name: 'LTC: Закрыть' }).click();
    await row.getByLabel('Причина').fill('Обновляем узел');
    await row.getByRole('form').getByRole('button', { name: 'Закрыть' }).click();
    await expect(row).toContainText('закрыто: Обновляем узел');
    await row.getByRole('button', { name: 'LTC: Открыть' }).click();
    await row.getByRole('form').getByRole('button', { name: 'Открыть' }).click();
    await expect(methods.getByText('LTC: открыто.')).toBeVisible();
    await expectProblems(/400 .*\/methods\/LTC\/fee\/$/);
    expect(await exchange.runOperator('methods')).toMatch(/^LTC +0\.0000 USD/m);
  });

test('an admin takes an accrual back by keyboard', async ({ page, openDesk, expectProblems }) => {
  const { email } = await createRichPartner(exchange);
  await openDesk('admin', '/operator/partners');
  const accruals = page.getByRole('region', { name: 'Начисления' });
  await accruals.getByRole('button', { name: 'Отменить начисление' }).press('Enter');
  const claim = accruals.getByLabel('Номер заявки');
  await expect(claim).toBeFocused();
  await page.keyboard.type('NONE');
  await accruals.getByLabel('Причина').fill('Клиенту вернули деньги');
  await page.keyboard.press('Enter');
  await expect(claim).toHaveAccessibleDescription(/^Такой заявки нет/);
  await expect(claim).toBeFocused();
  await expectUsable(page);
  // The first claim of the partner brought 44.55 USD.
  await claim.fill('№ 1');
  await page.keyboard.press('Enter');
  await expect(accruals.getByText('Начисление по заявке 1 отменено.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText(/0,30\s\$/);
  await expectProblems(/400 .*\/reversal\/$/);
});

test('another role reads partners, and changes none', async ({ page, openDesk }) => {
  await openDesk('cashier', '/operator/partners');
  await expect(page.getByText(/меняет администратор\.$/)).toBeVisible();
  await expect(page.getByText(/^комиссия 1,5/)).toBeVisible();
  await expect(page.getByRole('region').getByRole('button')).toHaveCount(0);
});
