import { CLOSED_FORM_PROBLEMS } from '#tests/support/browser/formProblems.ts';
import { COURSE_POLL_INTERVAL_MS } from '#core/exchange/form/requests/coursePoller.ts';
import { MAINTENANCE_POLL_INTERVAL_MS } from '#site/shell/errors/maintenance.ts';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { test, type OperatedExchange } from '../support/operatedExchange.ts';
import { expect, openHomeForm, SCREENS } from '../support/siteTest.ts';

/** Sets the maintenance mode as an operator and waits until the server applies it. */
async function setMaintenance({ runOperator, origin }: OperatedExchange, closed: boolean) {
  await runOperator('maintenance', closed ? 'on' : 'off');
  const tech = async () => (await fetch(`${origin}/api/v1/calculator/tech/`)).json();
  await expect.poll(tech).toMatchObject({ tech: closed });
}

test.afterEach(({ operatedExchange }) => setMaintenance(operatedExchange, false));

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('a closed exchange shows only the maintenance page and reopens by itself', async ({
      page,
      operatedExchange,
      expectProblems,
    }) => {
      await page.clock.install();
      await setMaintenance(operatedExchange, true);
      const response = await page.goto('/rules');
      expect(response?.status()).toBe(503);
      expect(response?.headers()['retry-after']).toBe('60');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ведутся технические работы');
      await expect(page.getByText('Попробуйте зайти на сайт позднее', { exact: true })).toBeVisible();
      await expect(page.getByRole('img', { name: 'Динозавр' })).toBeVisible();
      await expect(page).toHaveTitle('Ведутся технические работы · Размен');
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByRole('contentinfo')).toBeHidden();
      await expect(page.getByRole('link')).toHaveCount(0);
      await expectAccessible(page);
      await expectProblems(/503 .*\/rules$/);

      // Polling starts after hydration.
      await expect(page.locator('.site')).toBeAttached();
      await setMaintenance(operatedExchange, false);
      await page.clock.runFor(MAINTENANCE_POLL_INTERVAL_MS + 1_000);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Правила обмена');
      await expect(page).toHaveTitle('Правила обмена · Размен');
      await expect(page.getByRole('banner')).toBeVisible();
    });
  });
}

test('keeps the half-filled form through maintenance', async ({
  page,
  operatedExchange,
  expectRepeatedProblems,
}) => {
  await page.clock.install();
  const form = await openHomeForm(page, '/?cur_from=TON&cur_to=SBPRUB');
  await form.fromSumma.fill('123,5');
  await setMaintenance(operatedExchange, true);
  await page.clock.runFor(COURSE_POLL_INTERVAL_MS + 1_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ведутся технические работы');
  await expect(form.fromSumma).toBeHidden();
  await page.clock.runFor(20_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ведутся технические работы');
  await setMaintenance(operatedExchange, false);
  // The browser logs each 503, also those while the operator's command runs.
  await expectRepeatedProblems(/503 .*\/calculator\/(course\/7\/23|market)\//);

  await page.clock.runFor(MAINTENANCE_POLL_INTERVAL_MS + 1_000);
  await expect(form.fromSumma).toBeVisible();
  await expect(form.fromSumma).toHaveValue('123,5');
  await expect(form.from).toHaveAccessibleName(/TON/);
  await expect(page).toHaveTitle('Обмен криптовалюты на рубли · Размен');
});

test('a form opened during maintenance works afterwards', async ({
  page,
  operatedExchange,
  expectRepeatedProblems,
}) => {
  await page.clock.install();
  await setMaintenance(operatedExchange, true);
  await page.goto('/?cur_from=TON&cur_to=SBPRUB');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ведутся технические работы');
  await expect(page.locator('.site')).toBeAttached();
  const refused = page.waitForResponse(response => response.url().includes('/calculator/market/'));
  await page.clock.runFor(31_000);
  // The code that asks for the market may be loaded a moment later.
  await refused;
  await setMaintenance(operatedExchange, false);
  await page.clock.runFor(MAINTENANCE_POLL_INTERVAL_MS + 1_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Меняйте крипту на рубли');
  await expect(page.getByRole('button', { name: /^Вы\sотдаёте: .*TON/ })).toBeVisible();
  await expect(page.locator('input[name=fromSumma]')).not.toHaveValue('');
  await expectRepeatedProblems(/503 .*\/\?cur_from=TON&cur_to=SBPRUB$/, /503 .*\/calculator\/market\//);
});

test('a closed exchange shows the same page without JavaScript', async ({
  openOtherBrowser,
  operatedExchange,
  expectProblems,
}) => {
  await setMaintenance(operatedExchange, true);
  const page = await openOtherBrowser({ javaScriptEnabled: false });
  const response = await page.goto(`${operatedExchange.origin}/aml`);
  expect(response?.status()).toBe(503);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ведутся технические работы');
  await expect(page.getByText('Попробуйте зайти на сайт позднее')).toBeVisible();
  await expectProblems(/503 .*\/aml$/);
});

test('an open claim stays readable, and the maintenance page leads to it', async ({
  page,
  operatedExchange,
  expectRepeatedProblems,
}) => {
  await page.clock.install();
  const { id, secret, number } = await operatedExchange.createClaim('LTC', 'ACRUB');
  const notice = page.getByText('Идут технические работы. Заявка сохранена, статус обновляется.');
  const sidebar = page.getByRole('complementary', { name: 'О заявке' });
  await setMaintenance(operatedExchange, true);
  const response = await page.goto(`/claim/${id}#${secret}`);
  expect(response?.status()).toBe(200);
  await expect(sidebar.getByRole('heading', { name: `Заявка № ${number}` })).toBeVisible();
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL(`/claim/${id}`);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Написать в поддержку' }).first().click();
  const heading = page.getByRole('heading', { level: 1 });
  // The money may be under way: the addresses stay readable, also after a reload.
  await expect(page.getByText(`Ваш вопрос о заявке № ${number}`)).toBeVisible();
  expect((await page.reload())?.status()).toBe(200);
  await expect(page.getByRole('link', { name: 'help@example.com' }).first()).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Вопросы' }).click();
  await expect(heading).toHaveText('Ведутся технические работы');
  await expect(page.getByText(/^Оплатите до\s(.+, )?\d\d:\d\d$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: `Открыть заявку № ${number}` }).click();
  await expect(sidebar.getByRole('heading', { name: `Заявка № ${number}` })).toBeVisible();
  await expect(notice).toBeVisible();

  // The server's maintenance page has the link, too.
  expect((await page.goto('/faq'))?.status()).toBe(503);
  await page.getByRole('link', { name: `Открыть заявку № ${number}` }).click();
  await expect(notice).toBeVisible();
  await expect(page).toHaveTitle(`№ ${number} · ${CLAIM_STATUS_RULES.waiting.label} · Размен`);

  await setMaintenance(operatedExchange, false);
  await page.clock.runFor(MAINTENANCE_POLL_INTERVAL_MS + 1_000);
  await expect(notice).toHaveCount(0);
  await expect(sidebar).toBeVisible();
  await expectRepeatedProblems(...CLOSED_FORM_PROBLEMS, /503 .*\/faq$/);
});

test('a claim is closed as well if the backend refuses its status', async ({
  page,
  operatedExchange,
  expectRepeatedProblems,
}) => {
  await page.clock.install();
  const { id, secret, number } = await operatedExchange.createClaim('LTC', 'ACRUB');
  await setMaintenance(operatedExchange, true);
  const refusal = { status: 503, json: { code: 'maintenance', detail: '' } };
  await page.route('**/api/v1/claim/*/status/', route => route.fulfill(refusal));
  await page.goto(`/claim/${id}#${secret}`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Ведутся технические работы');
  await expect(page.getByRole('link')).toHaveCount(0);
  await page.unroute('**/api/v1/claim/*/status/');
  await setMaintenance(operatedExchange, false);
  await page.clock.runFor(MAINTENANCE_POLL_INTERVAL_MS + 1_000);
  await expect(heading).toHaveText('Ваша заявка');
  const sidebar = page.getByRole('complementary', { name: 'О заявке' });
  await expect(sidebar.getByRole('heading', { name: `Заявка № ${number}` })).toBeVisible();
  await expectRepeatedProblems(...CLOSED_FORM_PROBLEMS, /503 .*\/api\/v1\/claim\/[^/]+\/status\/$/);
});
