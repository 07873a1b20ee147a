import type { Page } from '@playwright/test';
import { hydrated, mark, marked } from './document.ts';
import { expect, test } from './fixture.ts';

test.describe('code that is gone', () => {
  /** A deployment has removed the code of a page, for so many questions. */
  async function remove(page: Page, name: string, times: number) {
    let left = times;
    await page.route(`**/assets/${name}-*.js`, route =>
      left-- > 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
    );
  }

  // Nothing is preloaded: the code is asked for when the page is opened.
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
    }),
  );

  test('loads the page that was wanted, whole', async ({ page, problems }) => {
    await page.goto('/rules');
    await hydrated(page);
    await remove(page, 'contacts', 1);
    await mark(page);
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await expect(page).toHaveURL('/contacts');
    await expect.poll(() => marked(page)).toBe(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Контакты');
    problems.splice(0);
  });

  test('is tried once in ten seconds: then the page’s error is shown, and the site goes on', async ({
    page,
    problems,
  }) => {
    await page.goto('/rules');
    await hydrated(page);
    await remove(page, 'contacts', 1);
    await remove(page, 'aml', Infinity);
    await mark(page);
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await expect(page).toHaveURL('/contacts');
    await expect.poll(() => marked(page)).toBe(0);
    await hydrated(page);
    await mark(page);
    await page.getByRole('link', { name: 'AML-политика' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ошибка');
    expect(await marked(page)).toBe(1);
    await page.getByRole('link', { name: 'Новости' }).first().click();
    await expect(page).toHaveURL('/news');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Новости');
    problems.splice(0);
  });

  test('for good leaves a page that can be read, and loads it no more than once again', async ({
    page,
    problems,
  }) => {
    await page.goto('/rules');
    await hydrated(page);
    await remove(page, 'contacts', Infinity);
    let documents = 0;
    page.on('request', request => void (documents += Number(request.isNavigationRequest())));
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await expect(page).toHaveURL('/contacts');
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Контакты');
    expect(documents).toBe(1);
    problems.splice(0);
  });

  test('is not looked for where there is no connection', async ({ page, context, problems }) => {
    await page.goto('/rules');
    await hydrated(page);
    await mark(page);
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ошибка');
    expect(await marked(page)).toBe(1);
    await context.setOffline(false);
    problems.splice(0);
  });
});
