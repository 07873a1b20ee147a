import type { Page } from '@playwright/test';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { privateRoutePaths } from '#site/routePaths.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { test as base } from '../support/operatedExchange.ts';
import { expect, openHomeForm, SCREENS } from '../support/siteTest.ts';

interface Fixtures {
  /** Makes a claim elsewhere. On an exchange of this file's own: others count the shared one's reserves. */
  createClaim: () => Promise<ClaimCreated>;
}

const test = base.extend<Fixtures>({
  createClaim: async ({ operatedExchange }, provide) =>
    provide(() => operatedExchange.createClaim('LTC', 'ACRUB')),
});

/** The claim's own page, opened by its whole link. */
async function openClaim(page: Page, { id, secret, number }: ClaimCreated) {
  await page.goto(`/claim/${id}#${secret}`);
  await expect(page).toHaveURL(`/claim/${id}`);
  const about = page.getByRole('complementary', { name: 'О заявке' });
  await expect(about.getByRole('heading', { name: `Заявка № ${number}` })).toBeVisible();
  return about;
}

const locatePanel = (page: Page) => page.locator('exchange-widget section').first();

test('/claim leads home without a claim, and to the latest unfinished one, leaving no entry of its own', async ({
  page,
  createClaim,
}) => {
  await page.goto('/contacts');
  await page.goto('/claim');
  await expect(page).toHaveURL('/');
  await page.getByRole('dialog', { name: 'Уведомление' }).getByRole('button', { name: 'ОК' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Меняйте крипту на\u00a0рубли');
  await page.goBack();
  await expect(page).toHaveURL('/contacts');

  const [first, second] = [await createClaim(), await createClaim()];
  await openClaim(page, second);
  await openClaim(page, first);
  await page.goto('/contacts');
  await page.goto('/claim');
  await expect(page).toHaveURL(`/claim/${second.id}`);
  await expect(page).toHaveTitle(`Заявка № ${second.number} · Размен`);

  // Cancelled, it is unfinished no more.
  const { id, secret } = second;
  const answer = await page.request.post(`/api/v1/claim/${id}/cancel/`, {
    headers: { 'x-claim-secret': secret },
    data: {},
  });
  expect(answer.status()).toBe(200);
  await page.reload();
  await expect(locatePanel(page)).toContainText('Отменена');
  await page.goto('/claim');
  await expect(page).toHaveURL(`/claim/${first.id}`);
});

test('claim pages send noindex and no referrer', async ({ page }) => {
  const id = '0b6f8f6e-7b0f-4a53-9d3a-3b1f8d9c1a11';
  const paths = Object.values(privateRoutePaths).map(pattern => pattern.replace(':uuid', id));
  expect(paths).toEqual(
    expect.arrayContaining([
      '/claim',
      `/claim/${id}`,
      '/claim/success',
      '/claim/fail',
      `/verification/${id}`,
      `/verify/${id}`,
    ]),
  );
  for (const path of paths) {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()['referrer-policy'], path).toBe('no-referrer');
    expect(answer.headers()['x-robots-tag'], path).toContain('noindex');
  }
  const home = await page.request.get('/');
  expect(home.headers()['x-robots-tag']).toBeUndefined();
});

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('a whole link opens the claim in another browser for good, and the secret leaves the address', async ({
      page,
      context,
      createClaim,
    }) => {
      const claim = await createClaim();
      const about = await openClaim(page, claim);
      await expect(locatePanel(page)).toContainText(`№ ${claim.number}`);
      await expect(about).toContainText('LTC');
      await expect(about).toContainText('₽');
      await expect(about).toContainText('Альфа-Банк');
      await expect(about).toContainText(claim.toRequisite);
      await expect(page.locator('exchange-widget .address')).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);

      // In a new tab without the fragment it is whole all the same.
      const other = await context.newPage();
      await other.goto(`/claim/${claim.id}`);
      await expect(other.getByRole('complementary', { name: 'О заявке' })).toContainText('Альфа-Банк');
      // Back from it does not bring the secret to light.
      await page.goto('/contacts');
      await page.goBack();
      await expect(page).toHaveURL(`/claim/${claim.id}`);
    });

    test('shows only the status without the secret', async ({ page, createClaim }) => {
      const claim = await createClaim();
      await page.goto(`/claim/${claim.id}`);
      await expect(locatePanel(page)).toContainText('Ожидает оплаты');
      await expect(page.getByRole('complementary')).toHaveCount(0);
      const text = await page.locator('exchange-widget').innerText();
      for (const hidden of [claim.number, 'LTC', claim.toRequisite, claim.email])
        expect(text).not.toContain(hidden);
      await expectAccessible(page);
    });
  });
}

for (const address of [
  '/claim/0b6f8f6e-7b0f-4a53-9d3a-3b1f8d9c1a11',
  '/claim/not-a-claim',
  '/claim/0b6f8f6e-7b0f-4a53-9d3a-3b1f8d9c1a11#QkVFRi1ub3QtYS1zZWNyZXQtYXQtYWxsLWp1c3QtdGV4dA',
])
  test(`${address.slice(0, 48)} that nobody made looks like a page that is not there`, async ({
    page,
    problems,
  }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Страница удалена или изменена');
    await expect(page.locator('exchange-widget')).toHaveCount(0);
    for (const problem of problems.splice(0)) expect(problem).toContain('404');
  });

test('shows the 404 page for a wrong secret', async ({ page, createClaim, problems }) => {
  const claim = await createClaim();
  await page.goto(`/claim/${claim.id}#${claim.secret.slice(0, -2)}xy`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Страница удалена или изменена');
  for (const problem of problems.splice(0)) expect(problem).toContain('404');
});

test('questions open by keyboard one at a time; the skip link keeps the claim', async ({
  page,
  createClaim,
}) => {
  const about = await openClaim(page, await createClaim());
  await page.getByRole('link', { name: 'К\u00a0содержанию' }).press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await expect(about).toBeVisible();
  const [wrong, network] = [
    about.getByText('Отправил не\u00a0ту\u00a0сумму'),
    about.getByText('в\u00a0другой сети'),
  ];
  await expect(about.getByText('Разницу до')).toBeVisible();
  await wrong.press('Enter');
  await expect(about.getByText('Разницу до')).toBeHidden();
  await wrong.press('Enter');
  await expect(about.getByText('Разницу до')).toBeVisible();
  await network.press('Enter');
  await expect(about.getByText('Разницу до')).toBeHidden();
  await about.getByRole('link', { name: 'Напишите в\u00a0поддержку' }).press('Enter');
  await expect(page).toHaveURL('/contacts');
});

test('links of the widget stay in the app, and a new exchange is made on the home page', async ({
  page,
  createClaim,
}) => {
  const claim = await createClaim();
  await openClaim(page, claim);
  await page.evaluate(() => Object.assign(window, { kept: true }));
  await page.locator('exchange-widget').getByRole('link', { name: 'Написать в\u00a0поддержку' }).click();
  await expect(page).toHaveURL('/contacts');
  expect(await page.evaluate(() => 'kept' in window)).toBe(true);
  await page.goBack();
  await page.request.post(`/api/v1/claim/${claim.id}/cancel/`, {
    headers: { 'x-claim-secret': claim.secret },
    data: {},
  });
  await page.locator('exchange-widget').getByRole('button', { name: 'Новый обмен' }).click();
  await expect(page).toHaveURL('/?cur_from=LTC&cur_to=ACRUB');
  await expect(page.getByRole('button', { name: /^Вы отдаёте:/ })).toHaveAccessibleName(/LTC/);
});

test('the header links to an unfinished claim', async ({ page, context, createClaim }) => {
  const claim = await createClaim();
  const link = (where: Page) => where.getByRole('link', { name: `№ ${claim.number}` });
  const other = await context.newPage();
  await openHomeForm(other, '/');
  await expect(link(other)).toHaveCount(0);
  await openClaim(page, claim);
  await expect(link(page)).toHaveCount(0);
  await link(other).click();
  await expect(other).toHaveURL(`/claim/${claim.id}`);
  await expect(other.getByRole('complementary', { name: 'О заявке' })).toBeVisible();
});

test('shows no form while a claim loads slowly', async ({ page, createClaim }) => {
  const claim = await createClaim();
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route('**/widget/*/entry.js', async route => {
    await held;
    await route.continue();
  });
  await page.goto(`/claim/${claim.id}#${claim.secret}`);
  const form = page.locator('exchange-widget [name=fromSumma]');
  await expect(form).toBeAttached();
  await expect(form).toBeHidden();
  release();
  await expect(locatePanel(page)).toContainText(`№ ${claim.number}`);
  await expect(page.locator('exchange-widget')).toBeVisible();
});

test('a widget that cannot reach the server says so on the claim’s page', async ({
  page,
  createClaim,
  problems,
}) => {
  const claim = await createClaim();
  await page.route('**/api/v1/claim/**', route => route.abort());
  await page.goto(`/claim/${claim.id}#${claim.secret}`);
  await expect(page.getByText(/Нет связи с\u00a0сервером/)).toBeVisible();
  // Not stored yet, the secret stays where a reload finds it.
  await expect(page).toHaveURL(`/claim/${claim.id}#${claim.secret}`);
  await page.unroute('**/api/v1/claim/**');
  await page.reload();
  await expect(page).toHaveURL(`/claim/${claim.id}`);
  await expect(locatePanel(page)).toContainText(`№ ${claim.number}`);
  expect(problems.splice(0).length).toBeGreaterThan(0);
});
