import { expectAccessibleLayout } from '../support/expectAccessibleLayout.ts';
import { expect } from '../support/siteTest.ts';
import { createDeskTest } from './support/deskTest.ts';

const { exchange, test, testDisplays } = createDeskTest('file');

test('a dealer adds, changes and removes a tier by keyboard', async ({ page, openDesk, expectProblems }) => {
  const dealer = await openDesk('dealer');
  await page.keyboard.press('m');
  const tiers = page.getByRole('region', { name: /^Скидки за\sоборот/ });
  await expect(tiers.getByRole('listitem').first()).toBeVisible();
  await tiers.getByRole('button', { name: 'Добавить уровень' }).press('Enter');
  const form = tiers.getByRole('form', { name: 'Добавить уровень' });
  const turnover = form.getByLabel('Оборот, $');
  await expect(turnover).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(turnover).toHaveAccessibleDescription(/^Введите сумму больше нуля/);
  await expect(form.getByText('Заполните это поле')).toBeVisible();
  await turnover.fill('60 000');
  const percent = form.getByLabel('Скидка, %');
  await percent.fill('0,01');
  await page.keyboard.press('Enter');
  await expect(percent).toHaveAccessibleDescription(/^От\s.*больший оборот не\sможет дать меньшую/);
  await percent.fill('0,3');
  await page.keyboard.press('Enter');
  await expect(tiers.getByText(/^От\s60\s000\s\$: скидка 0,3\s%\.$/)).toBeVisible();
  await expect(tiers.locator('.list-notice')).toBeFocused();

  const tier = tiers.getByRole('button', { name: /^От\s60\s000\s\$/ });
  await tier.press('Enter');
  const editor = tiers.getByRole('form', { name: /^От\s60\s000\s\$/ });
  await page.keyboard.press('Escape');
  await expect(tier).toBeFocused();
  await page.keyboard.press('Enter');
  await exchange.runOperator('tier', '60000', '0.4', '--as', 'boris');
  await editor.getByLabel('Скидка, %').fill('0,35');
  await page.keyboard.press('Enter');
  await expect(editor.getByRole('alert')).toContainText('boris');
  await expect(tier).toHaveAccessibleName(/0,4\s%$/);
  await editor.getByLabel('Скидка, %').fill('');
  await page.keyboard.press('Enter');
  await expect(tiers.getByText(/^От\s60\s000\s\$: скидки больше нет\.$/)).toBeVisible();
  await expect(tier).toHaveCount(0);
  await expectProblems(/400 .*\/tiers\/60000\/percent\/$/, /409 .*\/tiers\/60000.00\/percent\/$/);
  expect(await exchange.runOperator('changes')).toContain(dealer.email);
});

test('a dealer adds a promocode by mouse, and switches it off', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  await openDesk('dealer', '/operator/discounts');
  const promocodes = page.getByRole('region', { name: 'Промокоды' });
  await promocodes.getByRole('button', { name: 'Добавить промокод' }).click();
  const form = promocodes.getByRole('form', { name: 'Добавить промокод' });
  const submit = form.getByRole('button', { name: 'Добавить промокод' });
  await submit.click();
  await expect(form.getByText('Заполните это поле')).toHaveCount(2);
  await form.getByLabel('Код').fill('start');
  await form.getByLabel('Доля маржи, %').fill('50,5');
  await form.getByLabel('Последний день').fill('2036-05-31');
  await form.getByLabel(/^На\sодну заявку$/).check();
  await submit.click();
  await expect(form.getByLabel('Код')).toHaveAccessibleDescription(/^Такой промокод уже есть/);
  await form.getByLabel('Код').fill('spring');
  await submit.click();
  await expect(promocodes.getByText(/^SPRING добавлен и\sвключён\.$/)).toBeVisible();
  const row = promocodes.getByRole('listitem').filter({ hasText: 'SPRING' });
  await expect(row).toContainText(
    /включён, 50,5\s% маржи, на\sодну заявку, до\s31\.05\.2036, не\sиспользован/,
  );

  await row.getByRole('button', { name: 'Выключить SPRING' }).click();
  // Somebody else is faster, and switches it off: the form stays what it was.
  await exchange.runOperator('promocode', 'SPRING', 'off', '--as', 'boris');
  const switchForm = row.getByRole('form', { name: 'Выключить SPRING' });
  await switchForm.getByRole('button', { name: 'Выключить' }).click();
  await expect(promocodes.getByRole('alert')).toContainText('boris');
  await row.getByRole('button', { name: 'Включить SPRING' }).click();
  await row.getByRole('form').getByRole('button', { name: 'Включить' }).click();
  await expect(promocodes.getByText('SPRING включён.')).toBeVisible();
  await expect(row).toContainText(/^SPRINGвключён/);
  await expectProblems(/400 .*\/promocodes\/$/, /409 .*\/promocodes\/SPRING\/active\/$/);
});

test('another role reads the discounts, and changes none', async ({ page, openDesk }) => {
  await openDesk('admin', '/operator/discounts');
  await expect(page.getByText('Скидки меняет дилер.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Промокоды' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('region').getByRole('button')).toHaveCount(0);
});

testDisplays(async ({ page, openDesk }) => {
  await openDesk('dealer', '/operator/discounts');
  await page.getByRole('button', { name: 'Добавить уровень' }).click();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('Заполните это поле')).toBeVisible();
  await page.getByRole('button', { name: 'Добавить промокод' }).click();
  await expectAccessibleLayout(page);
  await page.getByRole('button', { name: 'Выключить START' }).click();
  await expect(page.getByRole('form', { name: 'Выключить START' })).toBeVisible();
  await expectAccessibleLayout(page);
});
