import type { Page } from '@playwright/test';
import { accessible } from '#tests/axe.ts';
import { expect, openForm, SCREENS, test } from './fixture.ts';

const bar = (page: Page) => page.locator('.loading');
const main = (page: Page) => page.locator('main');
/** The header's or the footer's link, whichever this screen shows. */
const link = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true });

/** Every phase that the bar goes through from now on, with its line's colour then: some pass in half a second. */
async function phases(page: Page): Promise<() => Promise<[phase: string, colour: string][]>> {
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
const inPlaceOf = (page: Page, chunk: string, body: string) =>
  page.route(`**/assets/${chunk}-*.js`, route => route.fulfill({ contentType: 'text/javascript', body }));

test('a page that takes its time is announced by a lime line at the very top', async ({ page }) => {
  let arrive = () => {};
  const held = new Promise<void>(resolve => (arrive = resolve));
  // Asked for ahead of the click, perhaps.
  await page.route('**/assets/Home-*.js', async route => {
    await held;
    await route.continue();
  });
  await page.goto('/rules');
  await expect(bar(page)).toBeHidden();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Размен, на главную' }).click();
  await expect(bar(page)).toHaveAttribute('data-phase', 'loading');
  await expect(bar(page)).toHaveAttribute('data-shown', 'true');
  await expect(page.getByRole('status').filter({ hasText: 'Загрузка' })).toBeAttached();
  expect(await bar(page).evaluate(line => line.getBoundingClientRect().toJSON() as object)).toMatchObject({
    top: 0,
    left: 0,
    height: 3,
    width: page.viewportSize()?.width,
  });
  await expect(bar(page).locator('i')).toHaveCSS('background-color', 'rgb(170, 207, 23)');
  // It grows while the page is waited for.
  const width = () =>
    bar(page)
      .locator('i')
      .evaluate(line => line.getBoundingClientRect().width);
  const before = await width();
  await expect.poll(width).toBeGreaterThan(before + 20);
  arrive();
  await expect(page).toHaveURL('/');
  await expect(bar(page)).toHaveAttribute('data-phase', 'idle');
  await expect(bar(page)).toBeHidden();
});

test('a page that breaks has its error page in its place; all else goes on', async ({ page, problems }) => {
  await inPlaceOf(page, 'Return', 'export function Return() { throw new Error("a page that breaks"); }');
  const seen = await phases(page);
  await page.goto('/claim/success');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ошибка');
  await expect(page.getByText('520', { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Кажется, тут ничего нет...' })).toBeVisible();
  await expect(page).toHaveTitle('520 · Размен');
  await expect.poll(async () => (await seen()).at(-1)?.[0]).toBe('idle');
  expect(await seen()).toContainEqual(['error', 'rgb(255, 90, 74)']);
  await accessible(page);
  expect(problems.splice(0).join('\n')).toContain('a page that breaks');

  await link(page, 'AML-политика').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('AML-политика');
  await expect(page).toHaveTitle('AML-политика · Размен');
  await expect(main(page)).toBeFocused();
});

test('a page whose code does not come has an error page too, and the way home', async ({
  page,
  problems,
}) => {
  await openForm(page, '/');
  await page.route('**/assets/Return-*.js', route => route.abort());
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
  await inPlaceOf(page, 'Home', 'export function Home() { throw new Error("a page that breaks"); }');
  await page.goto('/rules');
  await page.getByRole('banner').getByRole('link', { name: 'Размен, на главную' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ошибка');
  await expect(main(page)).toBeFocused();
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
  await page.route('**/assets/Home-*.js', route => route.abort());
  await page.goto('/');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Меняйте крипту на\u00a0рубли');
  // Tried again once in a new document; what is told then is that this has failed as well.
  await expect.poll(() => problems.length).toBeGreaterThan(0);
  await expect(heading).toHaveText('Меняйте крипту на\u00a0рубли');
  await link(page, 'Правила обмена').click();
  await expect(heading).toHaveText('Правила обмена');
  problems.length = 0;
});

test('each page begins at its top with the focus, its title is said; back and forward find the place again', async ({
  page,
}) => {
  await openForm(page, '/');
  const place = () => page.evaluate(() => Math.round(scrollY));
  const said = page.getByRole('status').filter({ hasText: '· Размен' });
  /** Follows a link of the footer; tells how far down the page was then. */
  const leave = async (name: string) => {
    await link(page, name).scrollIntoViewIfNeeded();
    const left = await place();
    expect(left).toBeGreaterThan(200);
    await link(page, name).click();
    await expect(main(page)).toBeFocused();
    expect(await place()).toBe(0);
    return left;
  };
  const home = await leave('Правила обмена');
  await expect(page).toHaveTitle('Правила обмена · Размен');
  await expect(said).toHaveText('Правила обмена · Размен');
  const rules = await leave('AML-политика');

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Правила обмена');
  await expect.poll(place).toBe(rules);
  await expect(main(page)).toBeFocused();
  await page.goBack();
  await expect(page).toHaveTitle('Обмен криптовалюты на рубли · Размен');
  // The form is drawn anew: where it grows by some pixels, the browser keeps what is read below it in its place.
  await expect.poll(async () => Math.abs((await place()) - home)).toBeLessThan(24);
  await expect(said).toHaveText('Обмен криптовалюты на рубли · Размен');
  await page.goForward();
  await expect.poll(place).toBe(rules);
  await expect(said).toHaveText('Правила обмена · Размен');
});

test('the site is dark where the system is light', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const form = await openForm(page, '/');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(11, 13, 10)');
  await expect(page.locator('meta[name=color-scheme]')).toHaveAttribute('content', 'dark');
  await expect(form.fromSumma).toHaveCSS('color', 'rgb(241, 244, 234)');
});

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('a message has the focus on its button, all else waits, Escape closes it', async ({ page }) => {
      await page.goto('/claim');
      const dialog = page.getByRole('dialog', { name: 'Уведомление' });
      await expect(dialog).toBeVisible();
      await expect(dialog).toHaveAccessibleDescription(/нет незавершённой заявки/);
      await expect(page).toHaveURL('/');
      const button = dialog.getByRole('button', { name: 'ОК', exact: true });
      await expect(button).toBeFocused();
      await accessible(page);
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
