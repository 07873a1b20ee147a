import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { expect, openHomeForm, SCREENS, test } from '../support/siteTest.ts';

const locateLoadingBar = (page: Page) => page.locator('.loading');
const locateMain = (page: Page) => page.locator('main');
/** The header's or the footer's link, whichever this screen shows. */
const locateFooterLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true });

/** Every phase that the bar goes through from now on, with its line's colour then: some pass in half a second. */
async function recordPhases(page: Page): Promise<() => Promise<[phase: string, colour: string][]>> {
  await page.addInitScript(() => {
    const seen: [string, string][] = [];
    (window as { phases?: typeof seen }).phases = seen;
    new MutationObserver(changes => {
      for (const { target } of changes)
        if (target instanceof HTMLElement && target.firstElementChild)
          seen.push([target.dataset.phase ?? '', getComputedStyle(target.firstElementChild).backgroundColor]);
    }).observe(document, { subtree: true, attributeFilter: ['data-phase'] });
  });
  return () => page.evaluate(() => (window as { phases?: [string, string][] }).phases ?? []);
}

/** Puts other code in place of a page's own. */
const replaceChunk = (page: Page, chunk: string, body: string) =>
  page.route(`**/assets/${chunk}-*.js`, route => route.fulfill({ contentType: 'text/javascript', body }));

test('shows a loading bar at the top for a slow page', async ({ page }) => {
  let arrive = () => {};
  const held = new Promise<void>(resolve => (arrive = resolve));
  // Asked for ahead of the click, perhaps.
  await page.route('**/assets/HomePage-*.js', async route => {
    await held;
    await route.continue();
  });
  await page.goto('/rules');
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
  // It grows while the page is waited for.
  const width = () =>
    locateLoadingBar(page)
      .locator('i')
      .evaluate(line => line.getBoundingClientRect().width);
  const before = await width();
  await expect.poll(width).toBeGreaterThan(before + 20);
  arrive();
  await expect(page).toHaveURL('/');
  await expect(locateLoadingBar(page)).toHaveAttribute('data-phase', 'idle');
  await expect(locateLoadingBar(page)).toBeHidden();
});

test('shows an error page for a page that throws', async ({ page, problems }) => {
  await replaceChunk(
    page,
    'MerchantReturnPage',
    'export function MerchantReturnPage() { throw new Error("a page that breaks"); }',
  );
  const seen = await recordPhases(page);
  await page.goto('/claim/success');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ошибка');
  await expect(page.getByText('520', { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Кажется, тут ничего нет...' })).toBeVisible();
  await expect(page).toHaveTitle('520 · Размен');
  await expect.poll(async () => (await seen()).at(-1)?.[0]).toBe('idle');
  expect(await seen()).toContainEqual(['error', 'rgb(255, 90, 74)']);
  await expectAccessible(page);
  expect(problems.splice(0).join('\n')).toContain('a page that breaks');

  await locateFooterLink(page, 'AML-политика').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('AML-политика');
  await expect(page).toHaveTitle('AML-политика · Размен');
  await expect(locateMain(page)).toBeFocused();
});

test('shows an error page if the page’s code fails to load', async ({ page, problems }) => {
  await openHomeForm(page, '/');
  await page.route('**/assets/MerchantReturnPage-*.js', route => route.abort());
  await page.goto('/claim/fail');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ошибка');
  problems.length = 0;
  await page.getByRole('main').getByRole('link', { name: 'На главную', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Меняйте крипту на\u00a0рубли');
  await expect(page.locator('input[name=fromSumma]')).not.toHaveValue('');
});

test('a built page that breaks when it is followed or hydrated has its error page too', async ({
  page,
  problems,
}) => {
  await replaceChunk(
    page,
    'HomePage',
    'export function HomePage() { throw new Error("a page that breaks"); }',
  );
  await page.goto('/rules');
  await page.getByRole('banner').getByRole('link', { name: 'Размен, на главную' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ошибка');
  await expect(locateMain(page)).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Правила обмена');
  await expect(page).toHaveTitle('Правила обмена · Размен');

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ошибка');
  expect(problems.splice(0).join('\n')).toContain('a page that breaks');
});

test('a built page whose code does not come stays to be read, and its links lead on', async ({
  page,
  problems,
}) => {
  await page.route('**/assets/HomePage-*.js', route => route.abort());
  await page.goto('/');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Меняйте крипту на\u00a0рубли');
  // Tried again once in a new document; what is told then is that this has failed as well.
  await expect.poll(() => problems.length).toBeGreaterThan(0);
  await expect(heading).toHaveText('Меняйте крипту на\u00a0рубли');
  await locateFooterLink(page, 'Правила обмена').click();
  await expect(heading).toHaveText('Правила обмена');
  problems.length = 0;
});

test('each page begins at its top with the focus, its title is said; back and forward find the place again', async ({
  page,
}) => {
  await openHomeForm(page, '/');
  const readScrollPosition = () => page.evaluate(() => Math.round(scrollY));
  const said = page.getByRole('status').filter({ hasText: '· Размен' });
  /** Follows a link of the footer; tells how far down the page was then. */
  const followFooterLink = async (name: string) => {
    await locateFooterLink(page, name).scrollIntoViewIfNeeded();
    const left = await readScrollPosition();
    expect(left).toBeGreaterThan(200);
    await locateFooterLink(page, name).click();
    await expect(locateMain(page)).toBeFocused();
    expect(await readScrollPosition()).toBe(0);
    return left;
  };
  const home = await followFooterLink('Правила обмена');
  await expect(page).toHaveTitle('Правила обмена · Размен');
  await expect(said).toHaveText('Правила обмена · Размен');
  const rules = await followFooterLink('AML-политика');

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Правила обмена');
  await expect.poll(readScrollPosition).toBe(rules);
  await expect(locateMain(page)).toBeFocused();
  await page.goBack();
  await expect(page).toHaveTitle('Обмен криптовалюты на рубли · Размен');
  // The form is drawn anew: where it grows by some pixels, the browser keeps what is read below it in its place.
  await expect.poll(async () => Math.abs((await readScrollPosition()) - home)).toBeLessThan(24);
  await expect(said).toHaveText('Обмен криптовалюты на рубли · Размен');
  await page.goForward();
  await expect.poll(readScrollPosition).toBe(rules);
  await expect(said).toHaveText('Правила обмена · Размен');
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
      // The page behind cannot be reached: a Tab leads to nothing of it.
      await page.keyboard.press('Tab');
      const behind = () =>
        page.evaluate(() => document.activeElement?.closest('header, main, footer') !== null);
      expect(await behind()).toBe(false);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await page.keyboard.press('Tab');
      await expect.poll(behind).toBe(true);
    });
  });
}
