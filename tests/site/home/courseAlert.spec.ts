import { expectAccessible } from '#tests/support/accessibility.ts';
import { logInNewAccount } from '../account/support/logInNewAccount.ts';
import { startAccountExchange, type AccountExchange } from '../auth/support/accountExchange.ts';
import { expect, openHomeForm, test } from '../support/siteTest.ts';

const EMAIL = 'anna@mail.example';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange();
  // Below the market, so that the limit of courses does not change it.
  await exchange.freezeCourse('USDTTRC20', 'SBERRUB', '60');
});
test.afterAll(() => exchange.close());

test('asks for an e-mail about a course, confirms it, gets it once and cancels the rest', async ({
  page,
  expectProblems,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openHomeForm(page, `${exchange.origin}/?cur_from=USDTTRC20&cur_to=SBERRUB`);
  await page.locator('.course-section').scrollIntoViewIfNeeded();
  const open = page.getByRole('button', { name: 'Сообщить о курсе' });
  await open.click();
  await expect(open).toHaveAttribute('aria-expanded', 'true');
  const form = page.getByRole('form', { name: 'Уведомление о курсе' });
  const send = form.getByRole('button', { name: 'Сообщить' });
  await send.click();
  await expect(form.getByLabel('Цена за 1 USDT, ₽')).toBeFocused();
  await form.getByLabel('Цена за 1 USDT, ₽').fill('60,00');
  await form.getByLabel('Почта').fill(EMAIL);
  await send.click();
  await expect(form.getByText('Сейчас курс такой и есть. Укажите другой')).toBeVisible();
  await expectProblems(/400 .*\/api\/v1\/alerts\/$/);
  await expectAccessible(page, { within: '.course-section' });
  // Another period keeps what was typed.
  await page.getByRole('radio', { name: '7 дней' }).check({ force: true });
  await expect(form.getByLabel('Почта')).toHaveValue(EMAIL);
  await form.getByLabel('Цена за 1 USDT, ₽').fill('65,5');
  await send.click();
  // Session replays mask the address.
  await expect(page.locator('[data-private]', { hasText: `Отправили письмо на ${EMAIL}` })).toBeVisible();

  await expect.poll(() => exchange.readEmailLink(EMAIL, 'course_alert'), { timeout: 60_000 }).not.toBeNull();
  await page.goto(exchange.readEmailLink(EMAIL, 'course_alert') ?? '');
  await expect(page.getByRole('heading', { name: 'Включить уведомление?' })).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Включить' }).click();
  await expect(page.getByRole('heading', { name: 'Уведомление включено' })).toBeFocused();
  await expect(page.getByText('1 USDT = 65,5 ₽ или больше')).toBeVisible();
  await expectAccessible(page);

  await exchange.freezeCourse('USDTTRC20', 'SBERRUB', '66');
  await expect
    .poll(() => exchange.readEmailLink(EMAIL, 'course_reached'), { timeout: 120_000 })
    .not.toBeNull();
  await page.goto(exchange.readEmailLink(EMAIL, 'course_reached') ?? '');
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect(page.getByRole('heading', { name: 'Уведомлений нет' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(exchange.readEmailLink(EMAIL, 'course_alert') ?? '');
  await page.getByRole('button', { name: 'Включить' }).click();
  await expect(page.getByRole('heading', { name: 'Уведомления уже нет' })).toBeVisible();
  await expectProblems(/404 .*\/alerts\/confirm\/$/);
  for (const [action, button] of [
    ['confirm', 'Включить'],
    ['cancel', 'Отменить'],
  ] as const) {
    await page.goto(`${exchange.origin}/?${action}`);
    await page.goto(`${exchange.origin}/alert#${action}=unknown`);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('heading', { name: 'Ссылка не действует' })).toBeVisible();
  }
  await expectProblems(/404 .*\/alerts\/confirm\/$/, /404 .*\/alerts\/cancel\/$/);
});

test('fills in the e-mail of the account', async ({ page }) => {
  const { email } = await logInNewAccount(page, exchange);
  await openHomeForm(page, `${exchange.origin}/?cur_from=USDTTRC20&cur_to=SBERRUB`);
  await page.locator('.course-section').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Сообщить о курсе' }).click();
  await expect(page.getByRole('form', { name: 'Уведомление о курсе' }).getByLabel('Почта')).toHaveValue(
    email,
  );
});
