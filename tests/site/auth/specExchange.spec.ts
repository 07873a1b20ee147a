import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { startShopServer } from '#tests/support/shopServer.ts';
import type { SpecClaim } from '#tests/support/specification/claimCalls.ts';
import { expect, openHomeForm, test } from '../support/siteTest.ts';
import { MISSING_CALLS } from './support/missingCalls.ts';
import { startSpecSite, type SpecSite } from './support/startSpecSite.ts';

// An exchange that knows the calls and the fields of the specification, and no others.
let site: SpecSite;
test.beforeAll(async () => {
  site = await startSpecSite();
});
test.afterAll(() => site.stop());
test.beforeEach(({ allowProblems }) => {
  allowProblems(MISSING_CALLS);
  site.exchange.state.calls.length = 0;
});

/** Fills in the form from its first step to the created claim: 1 000 USDT to a card. */
async function createClaim(frame: Page | Locator): Promise<SpecClaim> {
  const { claims } = site.exchange;
  const earlier = claims.length;
  await frame.locator('input[name=fromSumma]').fill('1000');
  await expect(frame.locator('input[name=toSumma]')).toHaveValue(/^80\s000/);
  await frame.getByRole('button', { name: 'Продолжить' }).click();
  const requisites = frame.getByRole('form', { name: 'Реквизиты' });
  await requisites.getByLabel('Номер карты').fill('2200 0000 0000 0004');
  await requisites.getByLabel('Адрес кошелька').fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  await requisites.getByLabel('Почта').fill('anna@example.com');
  await requisites.getByRole('checkbox').check();
  await requisites.getByRole('button', { name: 'Проверить заявку' }).click();
  const summary = frame.getByRole('region', { name: 'Проверка заявки' });
  await expect(summary).toContainText(/80\s000(,00)?\s₽/);
  await summary.getByRole('button', { name: 'Создать заявку' }).click();
  await expect.poll(() => claims.length).toBe(earlier + 1);
  const claim = claims.at(-1);
  if (!claim) throw new Error('the exchange has no claim');
  return claim;
}

/** Follows a claim in the widget from its payment to its end. */
async function followClaim(frame: Page | Locator, claim: SpecClaim): Promise<void> {
  const payment = frame.getByRole('region', { name: 'Оплата заявки' });
  await expect(payment.getByRole('heading')).toContainText(/Переведите USDT в\sсети TRC20/);
  await expect(payment).toContainText(/1\s000(,00)?\sUSDT/);
  await expect(payment.locator('.address')).toHaveText('TN2Y6B8Zc3gUFbZqPSSnVEg3oDRqjmD4vb');
  await expect(payment.getByRole('timer')).toHaveCount(0);
  await expect(payment.getByRole('button', { name: /Отменить|телефоне/ })).toHaveCount(0);
  await payment.getByRole('button', { name: 'Я оплатил' }).click();
  const status = frame.getByRole('region', { name: 'Статус заявки' });
  await expect(status.getByRole('heading', { level: 2 })).toContainText('Вы сообщили об оплате');
  expect(claim.isConfirmed).toBe(true);
  for (const [next, title] of [
    ['paid', 'Оплачена'],
    ['payout', 'Отправляем средства'],
    ['completed', 'Деньги отправлены'],
  ] as const) {
    claim.status = next;
    await expect(status.getByRole('heading', { level: 2 })).toContainText(title);
  }
  await expect(status).toContainText(/80\s000(,00)?\s₽/);
  await expect(status).toContainText('Сбербанк, •••• 0004');
}

test('an exchange on the home page leads to the money', async ({ page }) => {
  const form = await openHomeForm(page, `${site.origin}/?cur_from=2&cur_to=4`);
  await expect(form.from).toHaveText(/USDT/);
  await expect(form.to).toHaveText(/RUB/);
  const claim = await createClaim(page);
  expect(claim.body).toEqual({
    email: 'anna@example.com',
    fromPs: 2,
    toPs: 4,
    fromSumma: '1000.00',
    toSumma: '80000.00',
    fromRequisites: { address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
    toRequisites: { card: '2200000000000004' },
    recaptcha: null,
    withVerificationCourse: false,
    refferal: null,
    promocode: null,
    saveRequisites: false,
  });
  await expect(page).toHaveURL(`${site.origin}/claim/${claim.id}`);
  await page.reload();
  const facts = page.getByRole('complementary', { name: 'О заявке' });
  await expect(facts).toContainText(/1\s000(,00)?\sUSDT, TRC20/);
  await expect(facts).not.toContainText('@');
  await followClaim(page, claim);
});

test('a browser that did not create the claim sees its status', async ({ page }) => {
  const claim = { id: crypto.randomUUID(), body: {}, status: 'paid', isConfirmed: true, bills: 0 };
  site.exchange.claims.push(claim);
  await page.goto(`${site.origin}/claim/${claim.id}`);
  const status = page.getByRole('region', { name: 'Статус заявки' });
  await expect(status.getByRole('heading', { level: 2 })).toHaveText('Оплачена');
  claim.status = 'completed';
  await expect(status.getByRole('heading', { level: 2 })).toHaveText('Выполнена');
});

test('an exchange in the widget of a partner leads to the money', async ({
  page,
  allowProblems,
  expectProblems,
}) => {
  // The browser requests an icon of the partner's site at most once in its run.
  allowProblems(/404 .*\/favicon\.ico$/);
  const html = readFileSync('examples/script-tag.html', 'utf8')
    .replaceAll('"/widget/', `"${site.origin}/widget/`)
    .replaceAll(/cur_from="\w+" cur_to="\w+"/g, 'cur_from="2" cur_to="4"');
  const partner = await startShopServer();
  try {
    await page.goto(partner.servePage(html));
    const widget = page.locator('exchange-widget');
    await followClaim(widget, await createClaim(widget));
    await expectProblems(/404 .*\/page\.css$/);
  } finally {
    partner.close();
  }
});
