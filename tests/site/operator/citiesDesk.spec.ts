import { expect } from '../support/siteTest.ts';
import { createDeskTest } from './support/deskTest.ts';

const { exchange, test } = createDeskTest('file');

test('an admin adds, changes and removes a city', async ({ page, openDesk, expectProblems }) => {
  await openDesk('admin', '/operator/requisites');
  const section = page.getByRole('region', { name: 'Города' });
  await section.getByRole('button', { name: 'Добавить город' }).click();
  const form = section.getByRole('form', { name: 'Добавить город' });
  await form.getByRole('button', { name: 'Добавить город' }).click();
  await expect(form.getByText('Заполните это поле')).toHaveCount(3);
  await form.getByLabel('Код для ссылок').fill('msk');
  await form.getByLabel('Название').fill('Сочи');
  await form.getByLabel('Место').fill('ул. Морская, 2');
  await form.getByLabel('Место').press('Enter');
  await expect(form.getByText(/^Город с\sэтим кодом уже есть/)).toBeVisible();
  await expect(form.getByLabel('Код для ссылок')).toBeFocused();
  await expectProblems(/400 .*\/cities\/$/);
  await form.getByLabel('Код для ссылок').fill('soc');
  await form.getByRole('button', { name: 'Добавить город' }).click();
  await expect(section.getByText('Город добавлен: Сочи.')).toBeVisible();
  await section.locator('summary', { hasText: 'CASHRUB-SOC' }).press('Enter');
  const values = section.getByRole('list', { name: 'Значения CASHRUB-SOC' });
  await values.getByRole('button', { name: /^Часы Сочи/ }).press('Enter');
  await values.getByLabel('Часы', { exact: true }).fill('ежедневно с 10 до 20');
  // Somebody else is faster.
  await exchange.runOperator('city', 'CASHRUB', 'SOC', 'hours', 'с 9 до 18', '--as', 'boris');
  await page.keyboard.press('Enter');
  await expect(values.getByRole('alert')).toContainText(/Значение уже изменили.*boris/);
  await expect(values.getByText('Сейчас: с 9 до 18')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(values.getByRole('button', { name: /^Часы Сочи: ежедневно/ })).toBeFocused();
  await expectProblems(/409 .*\/hours\/$/);
  await section.getByRole('button', { name: 'Удалить город Сочи' }).click();
  await section.getByRole('button', { name: 'Удалить город', exact: true }).click();
  await expect(section.getByText('Город удалён: Сочи.')).toBeVisible();
  await expect(section.getByText('CASHRUB-SOC')).toHaveCount(0);

  // A claim that was created meanwhile keeps its city.
  await section.locator('summary', { hasText: 'CASHRUB-MSK' }).click();
  await section.getByRole('button', { name: 'Удалить город Москва' }).click();
  await page.route('**/cities/CASHRUB-MSK/', route =>
    route.fulfill({ status: 409, json: { code: 'city_claims', detail: 'Есть заявки' } }),
  );
  await section.getByRole('button', { name: 'Удалить город', exact: true }).click();
  await expect(section.getByRole('alert')).toContainText(/По\sгороду есть открытые заявки/);
  await expectProblems(/409 .*\/cities\/CASHRUB-MSK\/$/);
});
