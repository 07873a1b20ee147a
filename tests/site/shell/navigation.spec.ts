import { findBuiltPath } from '#tests/support/browser/builtPath.ts';
import type { Page } from '@playwright/test';
import { DUCK_SPEECH } from '#site/shell/errors/errorPageText.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { waitForHydration } from '../support/markedDocument.ts';
import { expect, openHomeForm, SCREENS, test } from '../support/siteTest.ts';

const locateLoadingBar = (page: Page) => page.locator('.loading-bar');
const locateMain = (page: Page) => page.locator('main');
const locateFooterLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true });

/** Records every phase of the loading bar with its colour, because some last only half a second. */
async function recordPhases(page: Page): Promise<() => Promise<[phase: string, colour: string][]>> {
  await page.addInitScript(() => {
    const recorded: [string, string][] = [];
    (window as { phases?: typeof recorded }).phases = recorded;
    new MutationObserver(changes => {
      for (const { target } of changes)
        if (target instanceof HTMLElement && target.firstElementChild)
          recorded.push([
            target.dataset.phase ?? '',
            getComputedStyle(target.firstElementChild).backgroundColor,
          ]);
    }).observe(document, { subtree: true, attributeFilter: ['data-phase'] });
  });
  return () => page.evaluate(() => (window as { phases?: [string, string][] }).phases ?? []);
}

const findHomeChunk = () => findBuiltPath('site/home/HomePage.tsx');

/** Replaces the code of a page's chunk. */
const replaceChunk = (page: Page, chunk: string, body: string) =>
  page.route(`**/assets/${chunk}-*.js`, route => route.fulfill({ contentType: 'text/javascript', body }));

test('shows a loading bar at the top for a slow page', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  // The chunk may be preloaded before the click.
  await page.route(`**${findHomeChunk()}`, async route => {
    await released;
    await route.continue();
  });
  await page.goto('/rules');
  await waitForHydration(page);
  await expect(locateLoadingBar(page)).toBeHidden();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Размен, на главную' }).click();
  await expect(locateLoadingBar(page)).toHaveAttribute('data-phase', 'loading');
  await expect(locateLoadingBar(page)).toHaveAttribute('data-shown', 'true');
  await expect(page.getByRole('status').filter({ hasText: 'Загрузка' })).toBeAttached();
  expect(
    await locateLoadingBar(page).evaluate(line => line.getBoundingClientRect().toJSON() as object),
  ).toMatchObject({
    top: 0,
    left: 0,
    height: 3,
    width: page.viewportSize()?.width,
  });
  await expect(locateLoadingBar(page).locator('i')).toHaveCSS('background-color', 'rgb(170, 207, 23)');
  // The bar grows while the page loads.
  const width = () =>
    locateLoadingBar(page)
      .locator('i')
      .evaluate(line => line.getBoundingClientRect().width);
  const before = await width();
  await expect.poll(width).toBeGreaterThan(before + 20);
  release();
  await expect(page).toHaveURL('/');
  await expect(locateLoadingBar(page)).toHaveAttribute('data-phase', 'idle');
  await expect(locateLoadingBar(page)).toBeHidden();
});

test('shows an error page for a page that throws', async ({ page, expectProblems }) => {
  await replaceChunk(
    page,
    'MerchantReturnPage',
    'export function MerchantReturnPage() { throw new Error("a page that breaks"); }',
  );
  const readPhases = await recordPhases(page);
  await page.goto('/claim/success');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ошибка');
  await expect(page.getByText('520', { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: DUCK_SPEECH })).toBeVisible();
  await expect(page).toHaveTitle('520 · Размен');
  await expect.poll(async () => (await readPhases()).at(-1)?.[0]).toBe('idle');
  expect(await readPhases()).toContainEqual(['error', 'rgb(255, 90, 74)']);
  await expectAccessible(page);
  await expectProblems(/^Error: a page that breaks/);

  await locateFooterLink(page, 'AML-политика').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('AML-политика');
  await expect(page).toHaveTitle('AML-политика · Размен');
  await expect(locateMain(page)).toBeFocused();
});

test('shows an error page if the page’s code fails to load', async ({ page, expectRepeatedProblems }) => {
  await openHomeForm(page, '/');
  await page.route('**/assets/MerchantReturnPage-*.js', route => route.abort());
  await page.goto('/claim/fail');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ошибка');
  await expectRepeatedProblems(
    /ERR_FAILED: .*\/assets\/MerchantReturnPage-/,
    /^TypeError: Failed to fetch dynamically imported module: .*\/assets\/MerchantReturnPage-/,
  );
  await page.getByRole('main').getByRole('link', { name: 'На главную', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Меняйте крипту на рубли');
  await expect(page.locator('input[name=fromSumma]')).not.toHaveValue('');
});

test('a prerendered page that throws on navigation or hydration shows the error page', async ({
  page,
  expectProblems,
}) => {
  await replaceChunk(
    page,
    'ContactsPage',
    'export function ContactsPage() { throw new Error("a page that breaks"); }',
  );
  await page.goto('/rules');
  await locateFooterLink(page, 'Контакты').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ошибка');
  await expect(locateMain(page)).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Правила обмена');
  await expect(page).toHaveTitle('Правила обмена · Размен');

  await page.goto('/contacts');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ошибка');
  await expectProblems(/^Error: a page that breaks/, /^Error: a page that breaks/);
});

test('a prerendered page whose code fails to load stays readable, and its links work', async ({
  page,
  expectProblems,
  expectRepeatedProblems,
}) => {
  await page.route(`**${findHomeChunk()}`, route => route.abort());
  await page.goto('/');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Меняйте крипту на рубли');
  // The page is reloaded once. Then the failure is logged.
  await expectProblems(new RegExp(`ERR_FAILED: .*${findHomeChunk()}`));
  await expect(heading).toHaveText('Меняйте крипту на рубли');
  await locateFooterLink(page, 'Правила обмена').click();
  await expect(heading).toHaveText('Правила обмена');
  await expectRepeatedProblems(new RegExp(`ERR_FAILED: .*${findHomeChunk()}`));
});

test('navigation focuses the top of the page and announces its title; history restores the scroll position', async ({
  page,
}) => {
  await openHomeForm(page, '/');
  const readScrollPosition = () => page.evaluate(() => Math.round(scrollY));
  const announcement = page.getByRole('status').filter({ hasText: '· Размен' });
  /** Follows a footer link. Returns the previous scroll position. */
  const followFooterLink = async (name: string) => {
    await locateFooterLink(page, name).scrollIntoViewIfNeeded();
    const position = await readScrollPosition();
    expect(position).toBeGreaterThan(200);
    await locateFooterLink(page, name).click();
    await expect(locateMain(page)).toBeFocused();
    expect(await readScrollPosition()).toBe(0);
    return position;
  };
  const home = await followFooterLink('Правила обмена');
  await expect(page).toHaveTitle('Правила обмена · Размен');
  await expect(announcement).toHaveText('Правила обмена · Размен');
  const rules = await followFooterLink('AML-политика');

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Правила обмена');
  await expect.poll(readScrollPosition).toBe(rules);
  await expect(locateMain(page)).toBeFocused();
  await page.goBack();
  await expect(page).toHaveTitle('Обмен криптовалюты на рубли · Размен');
  // The form is rendered again: if it grows by some pixels, scroll anchoring changes the position.
  await expect.poll(async () => Math.abs((await readScrollPosition()) - home)).toBeLessThan(24);
  await expect(announcement).toHaveText('Обмен криптовалюты на рубли · Размен');
  await page.goForward();
  await expect.poll(readScrollPosition).toBe(rules);
  await expect(announcement).toHaveText('Правила обмена · Размен');
});

test('a page opened by its address starts at the top, and keeps its position on a reload', async ({
  page,
  expectRepeatedProblems,
}) => {
  const claimPath = `/claim/${crypto.randomUUID()}`;
  const readScrollPosition = () => page.evaluate(() => Math.round(scrollY));
  const openScrolled = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    // The position is saved when the page is left by a link or closed.
    await page.evaluate(() => scrollTo(0, 300));
    await expect.poll(readScrollPosition).toBe(300);
  };
  await openScrolled('/faq');
  for (const path of ['/reserves', claimPath, '/rules', '/no/such/page']) {
    const isClaim = path === claimPath;
    // Leaving the page would end the request for an unknown claim, whose refusal the test expects.
    const refusal = isClaim && page.waitForEvent('console', message => message.type() === 'error');
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await refusal;
    expect([path, await readScrollPosition()]).toEqual([path, 0]);
    await openScrolled('/faq');
  }
  await page.reload();
  await expect.poll(readScrollPosition).toBe(300);

  // Each document's first page has its own position, although both were opened by their address.
  await locateFooterLink(page, 'Правила обмена').click();
  await expect(page).toHaveURL('/rules');
  await expect.poll(readScrollPosition).toBe(0);
  await page.goto('/aml');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Правила обмена');
  expect(await readScrollPosition()).toBe(0);
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/faq');
  await expect.poll(readScrollPosition).toBeGreaterThan(0);
  await expectRepeatedProblems(/404 .*\/api\/v1\/claim\/[^/]+\/status\/$/, /404 .*\/no\/such\/page$/);
});

test('stays dark with a light system theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const form = await openHomeForm(page, '/');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(11, 13, 10)');
  await expect(page.locator('meta[name=color-scheme]')).toHaveAttribute('content', 'dark');
  await expect(form.fromSumma).toHaveCSS('color', 'rgb(241, 244, 234)');
});

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('a message traps the focus and closes on Escape', async ({ page }) => {
      await page.goto('/claim');
      const dialog = page.getByRole('dialog', { name: 'Уведомление' });
      await expect(dialog).toBeVisible();
      await expect(dialog).toHaveAccessibleDescription(/нет незавершённой заявки/);
      await expect(page).toHaveURL('/');
      const button = dialog.getByRole('button', { name: 'ОК', exact: true });
      await expect(button).toBeFocused();
      await expectAccessible(page);
      // Tab must not reach the page behind.
      await page.keyboard.press('Tab');
      const isFocusBehind = () =>
        page.evaluate(() => document.activeElement?.closest('header, main, footer') !== null);
      expect(await isFocusBehind()).toBe(false);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await page.keyboard.press('Tab');
      await expect.poll(isFocusBehind).toBe(true);
    });
  });
}
