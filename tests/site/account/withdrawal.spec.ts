import {
  ACCOUNT_PASSWORD,
  startAccountExchange,
  type AccountExchange,
} from '../auth/support/accountExchange.ts';
import { expect, test } from '../support/siteTest.ts';
import { openAccountPage } from './support/accountPage.ts';
import { createRichPartner, expectUsable } from './support/richPartner.ts';

const WITHDRAWAL = '/account/shop/withdrawal';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange();
});
test.afterAll(() => exchange.close());

test('a withdrawal says what is missing, asks for the password, and shows its status', async ({
  page,
  expectProblems,
  expectRepeatedProblems,
}) => {
  const partner = await createRichPartner(exchange);
  await openAccountPage(exchange, page, partner.email, WITHDRAWAL);
  await expect(page.getByText(/^Сохраните реквизит, на\sкоторый выплачиваем: USDT\sTRC20/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Способы вывода' }).getByRole('listitem')).toHaveCount(3);
  await partner.saveWallet();
  await page.reload();
  await expect(page.getByText(/^Вывод на\sваш реквизит откроется/)).toBeVisible();
  await expectUsable(page);
  // There is money that the saved wallet has to wait for, and that keeps the account.
  await page.goto(`${exchange.origin}/account/wallets`);
  await expect(page.getByText(/^Вывод со\sсчёта сюда откроется/)).toBeVisible();
  await page.goto(`${exchange.origin}/account/dashboard`);
  await expect(page.locator('.totals')).toContainText(/Партнёрский счёт44,55\s\$/);
  await page.goto(`${exchange.origin}/account/settings/delete`);
  await page.getByRole('checkbox', { name: /^Понимаю/ }).check();
  await page.getByRole('button', { name: /^Удалить через 7/ }).click();
  await page.getByRole('link', { name: 'Вывести деньги' }).click();
  await expect(page).toHaveURL(`${exchange.origin}${WITHDRAWAL}`);
  await expectProblems(/409 .*\/users\/me\/delete\/$/);
  await partner.openWallets();
  await page.reload();

  const form = page.getByRole('form', { name: 'Новый вывод' });
  const amount = form.getByLabel('Сумма, $');
  const send = form.getByRole('button', { name: 'Вывести' });
  await expect(form.getByLabel('Реквизит')).toContainText(/USDT\sTRC20, TJRab…pRTv8/);
  await expect(form).toContainText(/1\s\$\s= 1,00\sUSDT, комиссия 1,50\s\$/);
  await amount.fill('44,56');
  await send.click();
  await expect(amount).toHaveAccessibleDescription(/Доступно\s44,55\s\$/);
  await expect(amount).toBeFocused();
  await amount.fill('5');
  await send.click();
  await expect(amount).toHaveAccessibleDescription(/Выведите от\s20\s\$/);
  await expect(send).toHaveText('Вывести');
  await form.getByRole('button', { name: /^Всё: 44,55\s\$$/ }).click();
  await expect(amount).toHaveValue('44,55');
  await expect(amount).toHaveAttribute('aria-invalid', 'false');
  await expect(form).toContainText(/Придёт 43,05\sUSDT\. 1\s\$\s= 1,00\sUSDT, комиссия 1,50\s\$/);
  await amount.fill('25,5');
  await expect(send).toHaveText(/^Вывести 25,50\s\$ на\sTJRab…pRTv8$/);
  await expectUsable(page);

  // Another page of the list that cannot be loaded leaves the form as it is.
  await page.route('**/refferal/withdrawal/?page=2*', route => route.abort());
  await page.evaluate(() => {
    history.pushState(null, '', '?page=2');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  const list = page.getByRole('region', { name: 'Мои выводы' });
  await expect(list.getByRole('alert')).toBeVisible();
  await expect(amount).toHaveValue('25,5');
  await expectUsable(page);
  await page.unrouteAll();
  await list.getByRole('button', { name: 'Повторить' }).click();
  // There is no second page.
  await expect(page).toHaveURL(exchange.origin + WITHDRAWAL);
  await expect(list).toContainText(/Вы\sещё ничего не\sвыводили/);
  await expect(amount).toHaveValue('25,5');
  await expectRepeatedProblems(/ERR_FAILED: .*\/refferal\/withdrawal\/\?page=2&size=20$/);

  await page.route('**/api/v1/users/me/refferal/withdrawal/', route =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 403,
          json: { detail: 'Подтвердите', code: 'confirm_required', methods: ['password'] },
        })
      : route.fallback(),
  );
  await send.click();
  const password = form.getByLabel('Пароль', { exact: true });
  await expect(password).toBeFocused();
  await page.unrouteAll();
  await password.fill(ACCOUNT_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Вывод на\s25,50\s\$ запрошен/)).toBeVisible();
  // What is left is less than the smallest withdrawal.
  await expect(page.getByText(/0,95\s\$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Новый вывод' })).toBeFocused();
  const rows = page.getByRole('list', { name: 'Мои выводы' }).getByRole('listitem');
  await expect(rows).toContainText(/25,50\s\$.*24,00\sUSDT.*В\sобработке/);
  await expectUsable(page);
  await expectProblems(/403 .*\/refferal\/withdrawal\/$/);

  // From an amount on, without a request.
  const auto = page.getByRole('region', { name: 'Автоматический вывод' });
  await auto.getByRole('button', { name: 'Включить автоматический вывод' }).click();
  await expect(auto.getByLabel('Реквизит')).toBeFocused();
  const from = auto.getByLabel('Выводить от суммы, $');
  await from.fill('5');
  await auto.getByRole('button', { name: 'Включить' }).click();
  await expect(from).toHaveAccessibleDescription(/Выведите от\s20\s\$/);
  await from.fill('100,5');
  await expectUsable(page);
  await page.keyboard.press('Enter');
  await expect(auto.getByText('Автоматический вывод включён.')).toBeFocused();
  await expect(auto).toContainText(
    /Когда наберётся 100,50\s\$, выведем всё доступное: USDT\sTRC20, TJRab…pRTv8/,
  );
  await auto.getByRole('button', { name: 'Выключить' }).click();
  await auto.getByRole('form').getByRole('button', { name: 'Выключить' }).click();
  await expect(auto.getByText('Автоматический вывод выключен.')).toBeFocused();
  await expect(auto.getByRole('button')).toHaveText(['Включить автоматический вывод']);

  // The partner changes their mind.
  await rows.getByRole('button', { name: /^Отменить вывод 25,50\s\$$/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Отменить вывод 25,50\s\$$/ });
  await expect(dialog).toContainText(/USDT\sTRC20\sTJRab…pRTv8/);
  await expectUsable(page);
  await page.keyboard.press('Escape');
  // The dialog hides at once, and its `close` event, which ends it, comes a task later.
  await expect(page.locator('dialog')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Отменить вывод' }).click();
  await expect(page.getByText(/^Вывод 25,50\s\$ отменён/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Мои выводы' })).toBeFocused();
  await expect(rows).toContainText(/ОтмененоВы\sотменили вывод/);
  await amount.fill('25,5');
  await send.click();
  await expect(rows).toHaveCount(2);

  const id = /^[\da-f-]{36}/m.exec(await exchange.runOperator('withdrawals'))?.[0] ?? '';
  await expect(rows.first().getByRole('button')).toBeVisible();
  await exchange.runOperator('withdrawal', id, 'begin');
  await page.reload();
  await expect(rows.first()).toContainText(/В\sобработке/);
  await expect(rows.first().getByRole('button')).toHaveCount(0);
  await exchange.runOperator('withdrawal', id, 'cancel', '--reason', 'Кошелёк закрыт');
  await page.reload();
  await expect(rows.first()).toContainText(/ОтмененоКошелёк закрыт/);
  await expect(amount).toBeVisible();
});
