import type { Page } from '@playwright/test';
import { waitForHydration, markDocument, countMarkedDocuments } from '../support/markedDocument.ts';
import { expect, test } from '../support/siteTest.ts';

test.describe('a missing chunk', () => {
  /** Responds with 404 to this many requests for a page's chunk, as after a deployment. */
  async function failChunkRequests(page: Page, name: string, times: number) {
    let remaining = times;
    await page.route(`**/assets/${name}-*.js`, route =>
      remaining-- > 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
    );
  }

  // Disables preloading, so that the chunk is requested when the page is opened.
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
    }),
  );

  test('loads the requested page as a document', async ({ page, expectProblems }) => {
    await page.goto('/rules');
    await waitForHydration(page);
    await failChunkRequests(page, 'contacts', 1);
    await markDocument(page);
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await expect(page).toHaveURL('/contacts');
    await expect.poll(() => countMarkedDocuments(page)).toBe(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Контакты');
    await expectProblems(/404 .*\/assets\/contacts-/);
  });

  test('reloads once in 10 s, then shows an error page', async ({ page, expectProblems }) => {
    await page.goto('/rules');
    await waitForHydration(page);
    await failChunkRequests(page, 'contacts', 1);
    await failChunkRequests(page, 'aml', Infinity);
    await markDocument(page);
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await expect(page).toHaveURL('/contacts');
    await expect.poll(() => countMarkedDocuments(page)).toBe(0);
    await waitForHydration(page);
    await markDocument(page);
    await page.getByRole('link', { name: 'AML-политика' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ошибка');
    expect(await countMarkedDocuments(page)).toBe(1);
    await page.getByRole('link', { name: 'Новости' }).first().click();
    await expect(page).toHaveURL('/news');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Новости');
    await expectProblems(/404 .*\/assets\/contacts-/, /404 .*\/assets\/aml-/);
  });

  test('reloads the page once if it stays missing, and leaves it readable', async ({
    page,
    expectRepeatedProblems,
  }) => {
    await page.goto('/rules');
    await waitForHydration(page);
    await failChunkRequests(page, 'contacts', Infinity);
    let documents = 0;
    page.on('request', request => void (documents += Number(request.isNavigationRequest())));
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await expect(page).toHaveURL('/contacts');
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Контакты');
    expect(documents).toBe(1);
    await expectRepeatedProblems(/404 .*\/assets\/contacts-/);
  });

  test('does not reload offline', async ({ page, context, expectRepeatedProblems, allowProblems }) => {
    // Requests in the background may fail, too.
    allowProblems(/ERR_INTERNET_DISCONNECTED: .*\/(settings\/|builds\/latest\.json|assets\/.*\.js)$/);
    await page.goto('/rules');
    await waitForHydration(page);
    await markDocument(page);
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ошибка');
    expect(await countMarkedDocuments(page)).toBe(1);
    await context.setOffline(false);
    await expectRepeatedProblems(/ERR_INTERNET_DISCONNECTED: .*\/assets\/contacts-/);
  });
});
