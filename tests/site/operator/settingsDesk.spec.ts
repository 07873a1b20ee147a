import { expectAccessibleLayout } from '../support/expectAccessibleLayout.ts';
import { expect } from '../support/siteTest.ts';
import { createDeskTest, demandProof } from './support/deskTest.ts';

const { exchange, test, testDisplays } = createDeskTest('file');

test('an admin edits a margin by keyboard: the effect, a doubt, who was faster, and the default', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const admin = await openDesk('admin');
  await page.keyboard.press('y');
  await expect(page.getByRole('heading', { name: 'Настройки' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Маржа/ })).toBeVisible();
  await page.keyboard.press('j');
  const margin = page.getByRole('button', { name: /^Маржа: монета на\sденьги/ });
  await expect(margin).toBeFocused();
  await page.keyboard.press('Enter');
  const editor = page.getByRole('form', { name: /^Маржа: монета на\sденьги/ });
  const input = editor.getByLabel(/^Маржа: монета на\sденьги, %$/);
  await expect(input).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(editor).toHaveCount(0);
  await expect(margin).toBeFocused();

  await page.keyboard.press('Enter');
  await input.fill('');
  await page.keyboard.press('Enter');
  await expect(editor.getByText('Заполните это поле')).toBeVisible();
  await input.fill('0,9');
  await expect(editor.getByText(/^Порог маржи ограничит \d+/)).toBeVisible();
  await input.fill('7');
  await page.keyboard.press('Enter');
  await expect(editor.getByRole('alert')).toContainText(/Больше 5\s%.*Сохранить\?/);
  await input.fill('0,9');
  await exchange.runOperator('setting', 'margin_sell', '0.7', '--as', 'boris');
  await page.keyboard.press('Enter');
  await expect(editor.getByRole('alert')).toContainText('boris');
  await expect(editor.getByText(/^Сейчас: 0,7\s%$/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Сохранено\. Маржа: монета на\sденьги: 0,9\s%\.$/)).toBeVisible();
  await expect(margin).toHaveAccessibleName(/0,9\s%$/);
  await expect(margin).toBeFocused();
  await expectProblems(/409 .*\/margin_sell\/$/, /409 .*\/margin_sell\/$/);
  expect(await exchange.runOperator('changes')).toContain(admin.email);

  await page.keyboard.press('Enter');
  await editor.getByRole('button', { name: /^Вернуть по\sумолчанию: 0,6\s%$/ }).press('Enter');
  await expect(input).toHaveValue('0,6');
  await expect(editor.getByText(/^После сохранения будет значение по\sумолчанию/)).toBeVisible();
  await editor.getByRole('button', { name: 'Сохранить' }).press('Enter');
  await expect(margin).toHaveAccessibleName(/0,6\s%$/);
  expect(await exchange.runOperator('settings')).toMatch(/^margin_sell +0\.6 +default$/m);
});

test('an admin changes a switch, a currency and JSON by mouse, with a proof', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const admin = await openDesk('admin', '/operator/settings');
  await page.getByRole('button', { name: /^Капча при\sвходе: выключено$/ }).click();
  const captcha = page.getByRole('form', { name: /^Капча/ });
  await captcha.getByRole('button', { name: 'Сохранить' }).click();
  await expect(captcha.getByText(/^Это и\sесть нынешнее значение/)).toBeVisible();
  await captcha.getByRole('switch').click();
  await expect(captcha.locator('.form-error')).toHaveCount(0);
  // The server requires a proof, because the last one is too old.
  await demandProof(page, '**/values/settings/exchange/captchaLogin/', 'code');
  await captcha.getByRole('button', { name: 'Сохранить' }).click();
  await expect(captcha.getByText('Подтвердите, что это вы')).toBeVisible();
  await captcha.getByLabel('Код из приложения').fill(admin.recoveryCode);
  await captcha.getByRole('button', { name: 'Сохранить' }).click();
  await expectProblems(/403 .*\/captchaLogin\/$/);
  await expect(page.getByRole('button', { name: /^Капча при\sвходе: включено$/ })).toBeFocused();

  await page.getByRole('button', { name: /^Что получают/ }).click();
  const receive = page.getByRole('form', { name: 'Что получают' });
  await receive.getByLabel('Что получают').selectOption('USDT TRC20');
  await receive.getByRole('button', { name: 'Сохранить' }).click();
  await expect(receive.getByText('Такого направления нет')).toBeVisible();
  await receive.getByLabel('Что получают').selectOption('Т-Банк');
  await expect(receive.locator('.form-error')).toHaveCount(0);
  await receive.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('button', { name: 'Что получают: Т-Банк' })).toBeFocused();

  await page.getByRole('button', { name: /^Конкурс/ }).click();
  const contest = page.getByRole('form', { name: /^Конкурс/ });
  const json = contest.getByRole('textbox');
  await expect(json).toBeFocused();
  await json.fill('{"title": "Июль"}');
  await contest.getByRole('button', { name: 'Сохранить' }).click();
  await expect(contest.getByText(/^Нужен JSON с\sназванием/)).toBeVisible();
  await expect(json).toHaveAttribute('aria-invalid', 'true');
  await json.fill('{"title": "Июль", "endsAt": "2036-07-31T21:00:00Z"}');
  await contest.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('button', { name: /^Конкурс на\sглавной: Июль$/ })).toBeFocused();
  await expectProblems(/400 .*\/default_to\/$/, /400 .*\/contest\/$/);
  const settings = await exchange.runOperator('settings');
  for (const line of [
    /^captchaLogin +true +set$/m,
    /^default_to +TCSBRUB +set$/m,
    /^contest +\{"title":"Июль",/m,
  ])
    expect(settings).toMatch(line);
});

test('another role reads the settings, and changes none', async ({ page, openDesk }) => {
  await openDesk('dealer', '/operator/settings');
  await expect(page.getByText('Настройки меняет администратор.')).toBeVisible();
  const margins = page.getByRole('region', { name: /^Маржа/ });
  await expect(margins.getByRole('listitem')).toHaveCount(4);
  await expect(margins.getByRole('button')).toHaveCount(0);
});

testDisplays(async ({ page, openDesk, expectProblems }) => {
  await openDesk('admin', '/operator/settings');
  await page.getByRole('button', { name: /^Порог маржи/ }).click();
  await expect(page.getByText(/^Порог маржи, как/)).toBeVisible();
  await page.getByRole('form').getByLabel('Порог маржи, %').fill('6');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.locator('.form-error')).toContainText(/процент от\s0.до\s5/);
  await expectProblems(/400 .*margin_min/, /400 .*margin_min/);
  await expectAccessibleLayout(page);
  for (const setting of [/^Короткие номера/, /^Что отдают/, /^Вкладки/]) {
    await page.getByRole('button', { name: setting }).click();
    await expect(page.getByRole('form')).toHaveAccessibleName(setting);
    await expectAccessibleLayout(page);
  }
});
