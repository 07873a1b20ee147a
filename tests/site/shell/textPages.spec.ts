import type { Page } from '@playwright/test';
import { waitForHydration } from '../support/markedDocument.ts';
import { expect, SCREENS, test } from '../support/siteTest.ts';

/** Keeps the page busy: its idle callbacks never run. */
const keepBusy = (page: Page) =>
  page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));

/** Records the names of the scripts that the page requests. */
function recordScripts(page: Page): string[] {
  const names: string[] = [];
  page.on('request', request => {
    if (request.resourceType() === 'script') names.push(request.url().replace(/.*\/|-[^-/]+\.js$/g, ''));
  });
  return names;
}

/** Delays the application's scripts until the returned function is called. */
async function delayApplication(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async route => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a text page loads the application when it is idle', async ({ page }) => {
  await page.addInitScript(() =>
    Object.assign(window, {
      requestIdleCallback: (run: () => void) => Object.assign(window, { runWhenIdle: run }),
    }),
  );
  const scripts = recordScripts(page);
  await page.goto('/rules');
  await page.waitForLoadState('networkidle');
  expect(scripts).toEqual(['start']);
  await page.evaluate(() => (window as unknown as { runWhenIdle: () => void }).runWhenIdle());
  await waitForHydration(page);
});

for (const path of ['/news?rid=CCCCDDDD', '/faq#late'])
  test(`${path} loads the application at once`, async ({ page }) => {
    await keepBusy(page);
    await page.goto(path);
    await waitForHydration(page);
  });

test('a text page with a readable cookie, as that of a login, loads the application at once', async ({
  page,
  context,
  baseURL,
}) => {
  await keepBusy(page);
  await context.addCookies([{ name: 'other', value: '1', url: baseURL ?? '' }]);
  await page.goto('/rules');
  await waitForHydration(page);
});

test('a press before hydration opens the menu once, and Escape closes it', async ({ page }) => {
  await keepBusy(page);
  await page.setViewportSize(SCREENS[0]);
  const startScripts = await delayApplication(page);
  await page.goto('/rules');
  const menu = page.getByRole('navigation', { name: 'Меню' });
  await page.getByRole('button', { name: 'Меню' }).click();
  await expect(menu).toBeHidden();
  startScripts();
  await expect(menu).toBeVisible();
  await expect(page.getByRole('button', { name: 'Закрыть меню' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  // Later clicks are handled once, too.
  await page.getByRole('button', { name: 'Меню' }).click();
  await expect(menu).toBeVisible();
});

test('a promocode that is submitted before hydration is checked, not sent in the address', async ({
  page,
}) => {
  await keepBusy(page);
  const startScripts = await delayApplication(page);
  await page.goto('/promocode');
  const field = page.getByRole('textbox', { name: 'Промокод' });
  await field.fill('start');
  await field.press('Enter');
  startScripts();
  await expect(page.locator('.field-message')).toHaveText(/^Промокод действует/);
  await expect(field).toHaveValue('start');
  await expect(page).toHaveURL('/promocode');
});

test('before hydration a question opens and stays open, and links load documents', async ({ page }) => {
  await keepBusy(page);
  const startScripts = await delayApplication(page);
  await page.goto('/faq');
  await page.getByRole('heading', { name: 'Как отменить заявку?' }).click();
  const answer = page.getByText('Кнопкой в самой заявке');
  await expect(answer).toBeVisible();
  startScripts();
  await waitForHydration(page);
  await expect(answer).toBeVisible();

  await page.goto('/rules');
  await page.evaluate(() => scrollTo(0, 300));
  await page.getByRole('contentinfo').getByRole('link', { name: 'AML-политика' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('AML-политика');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Правила обмена');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test('a text page whose application fails to load stays readable, and its links work', async ({
  page,
  expectRepeatedProblems,
}) => {
  await page.route('**/assets/index-*.js', route => route.abort());
  await page.goto('/rules');
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('20 минут', { exact: true })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'AML-политика' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('AML-политика');
  await page.waitForLoadState('networkidle');
  await expectRepeatedProblems(/ERR_FAILED: .*\/assets\/index-/);
});
