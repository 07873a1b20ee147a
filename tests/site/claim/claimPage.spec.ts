import type { Page } from '@playwright/test';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { privateRoutePaths } from '#site/routePaths.ts';
import { NOT_FOUND_HEADING } from '#site/shell/errors/errorPageText.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { test as base } from '../support/operatedExchange.ts';
import { expect, openHomeForm, SCREENS } from '../support/siteTest.ts';

interface Fixtures {
  /** Creates a claim on this file's own exchange, because other tests count the shared one's reserves. */
  createClaim: () => Promise<ClaimCreated>;
}

const test = base.extend<Fixtures>({
  createClaim: async ({ operatedExchange }, provide) =>
    provide(() => operatedExchange.createClaim('LTC', 'ACRUB')),
});

/** Opens the claim by its complete link. */
async function openClaim(page: Page, { id, secret, number }: ClaimCreated) {
  await page.goto(`/claim/${id}#${secret}`);
  await expect(page).toHaveURL(`/claim/${id}`);
  const about = page.getByRole('complementary', { name: 'О заявке' });
  await expect(about.getByRole('heading', { name: `Заявка № ${number}` })).toBeVisible();
  return about;
}

const locatePanel = (page: Page) => page.locator('exchange-widget section').first();

test('/claim redirects home without a claim, or to the latest unfinished one, and adds no history entry', async ({
  page,
  createClaim,
}) => {
  await page.goto('/contacts');
  await page.goto('/claim');
  await expect(page).toHaveURL('/');
  await page.getByRole('dialog', { name: 'Уведомление' }).getByRole('button', { name: 'ОК' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Меняйте крипту на рубли');
  await page.goBack();
  await expect(page).toHaveURL('/contacts');

  const [first, second] = [await createClaim(), await createClaim()];
  await openClaim(page, second);
  await openClaim(page, first);
  await page.goto('/contacts');
  await page.goto('/claim');
  await expect(page).toHaveURL(`/claim/${second.id}`);
  await expect(page).toHaveTitle(`№ ${second.number} · ${CLAIM_STATUS_RULES.waiting.label} · Размен`);

  // A cancelled claim is no longer unfinished.
  const { id, secret } = second;
  const response = await page.request.post(`/api/v1/claim/${id}/cancel/`, {
    headers: { 'x-claim-secret': secret },
    data: {},
  });
  expect(response.status()).toBe(200);
  await page.reload();
  await expect(locatePanel(page)).toContainText(CLAIM_STATUS_RULES.cancelled.label);
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
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(200);
    expect(response.headers()['referrer-policy'], path).toBe('no-referrer');
    expect(response.headers()['x-robots-tag'], path).toContain('noindex');
  }
  const home = await page.request.get('/');
  expect(home.headers()['x-robots-tag']).toBeUndefined();
});

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('a complete link stores the claim in the browser and removes the secret from the address', async ({
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

      // A new tab without the fragment shows the whole claim.
      const otherTab = await context.newPage();
      await otherTab.goto(`/claim/${claim.id}`);
      await expect(otherTab.getByRole('complementary', { name: 'О заявке' })).toContainText('Альфа-Банк');
      // Going back does not show the secret again.
      await page.goto('/contacts');
      await page.goBack();
      await expect(page).toHaveURL(`/claim/${claim.id}`);
    });

    test('shows only the status without the secret', async ({ page, createClaim }) => {
      const claim = await createClaim();
      await page.goto(`/claim/${claim.id}`);
      await expect(locatePanel(page)).toContainText(CLAIM_STATUS_RULES.waiting.label);
      await expect(page).toHaveTitle(`Заявка · ${CLAIM_STATUS_RULES.waiting.label} · Размен`);
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
  test(`${address.slice(0, 48)} of no existing claim shows the 404 page`, async ({
    page,
    expectRepeatedProblems,
  }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(NOT_FOUND_HEADING);
    await expect(page.locator('exchange-widget')).toHaveCount(0);
    await expectRepeatedProblems(/404 .*\/api\/v1\/claim\/[^/]+\/status\/$/);
  });

test('shows the 404 page for a wrong secret', async ({ page, createClaim, expectRepeatedProblems }) => {
  const claim = await createClaim();
  await page.goto(`/claim/${claim.id}#${claim.secret.slice(0, -2)}xy`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NOT_FOUND_HEADING);
  await expectRepeatedProblems(/404 .*\/api\/v1\/claim\/[^/]+\/status\/$/);
});

test('questions open by keyboard one at a time; the skip link keeps the claim', async ({
  page,
  createClaim,
}) => {
  const about = await openClaim(page, await createClaim());
  await page.getByRole('link', { name: 'К содержанию' }).press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await expect(about).toBeVisible();
  const [amountQuestion, networkQuestion] = [
    about.getByText('Отправил не ту сумму'),
    about.getByText('в другой сети'),
  ];
  await expect(about.getByText('Разницу до')).toBeVisible();
  await amountQuestion.press('Enter');
  await expect(about.getByText('Разницу до')).toBeHidden();
  await amountQuestion.press('Enter');
  await expect(about.getByText('Разницу до')).toBeVisible();
  await networkQuestion.press('Enter');
  await expect(about.getByText('Разницу до')).toBeHidden();
  await about.getByRole('link', { name: 'Напишите в поддержку' }).press('Enter');
  await expect(page).toHaveURL(/#claim-[A-Z\d]+$/);
});

test('a closed claim has no questions about its payment', async ({ page, createClaim }) => {
  const claim = await createClaim();
  const about = await openClaim(page, claim);
  await expect(about.getByText('Не успеваю вовремя')).toBeVisible();
  await page.request.post(`/api/v1/claim/${claim.id}/cancel/`, {
    headers: { 'x-claim-secret': claim.secret },
    data: {},
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: /Обмен отменён/ })).toBeVisible();
  await expect(about.getByText(`№ ${claim.number}`)).toBeVisible();
  await expect(about.locator('summary')).toHaveCount(0);
});

test('links of the widget navigate without a reload, and a new exchange opens the home page', async ({
  page,
  createClaim,
}) => {
  const claim = await createClaim();
  await openClaim(page, claim);
  await page.evaluate(() => Object.assign(window, { isMarked: true }));
  const supportPath = `/contacts#claim-${claim.number}`;
  // The link of the screen that is shown while the claim loads does not name it.
  await page.locator(`exchange-widget a[href$="${supportPath}"]`).click();
  await expect(page).toHaveURL(supportPath);
  expect(await page.evaluate(() => 'isMarked' in window)).toBe(true);
  await page.goBack();
  await page.request.post(`/api/v1/claim/${claim.id}/cancel/`, {
    headers: { 'x-claim-secret': claim.secret },
    data: {},
  });
  await page.locator('exchange-widget').getByRole('button', { name: 'Новый обмен' }).click();
  await expect(page).toHaveURL('/?cur_from=LTC&cur_to=ACRUB');
  await expect(page.getByRole('button', { name: /^Вы\sотдаёте:/ })).toHaveAccessibleName(/LTC/);
});

test('the header links to an unfinished claim', async ({ page, context, createClaim }) => {
  const claim = await createClaim();
  const locateLink = (tab: Page) => tab.getByRole('link', { name: `№ ${claim.number}` });
  const otherTab = await context.newPage();
  await openHomeForm(otherTab, '/');
  await expect(locateLink(otherTab)).toHaveCount(0);
  await openClaim(page, claim);
  await expect(locateLink(page)).toHaveCount(0);
  await locateLink(otherTab).click();
  await expect(otherTab).toHaveURL(`/claim/${claim.id}`);
  await expect(otherTab.getByRole('complementary', { name: 'О заявке' })).toBeVisible();
});

test('shows no form while a claim loads slowly', async ({ page, createClaim }) => {
  const claim = await createClaim();
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route('**/widget/*/entry.js', async route => {
    await released;
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

test('shows a lost connection on the claim’s page', async ({ page, createClaim, expectRepeatedProblems }) => {
  const claim = await createClaim();
  await page.route('**/api/v1/claim/**', route => route.abort());
  await page.goto(`/claim/${claim.id}#${claim.secret}`);
  await expect(page.getByText(/Нет связи с\sсервером/)).toBeVisible();
  // The secret is not stored yet, so the address keeps it for a reload.
  await expect(page).toHaveURL(`/claim/${claim.id}#${claim.secret}`);
  await page.unroute('**/api/v1/claim/**');
  await page.reload();
  await expect(page).toHaveURL(`/claim/${claim.id}`);
  await expect(locatePanel(page)).toContainText(`№ ${claim.number}`);
  await expectRepeatedProblems(/ERR_FAILED: .*\/api\/v1\/claim\/[^/]+\/status\/$/);
});
