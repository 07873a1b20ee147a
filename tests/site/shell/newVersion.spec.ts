import type { Page } from '@playwright/test';
import { startExchangeFixture } from '#tests/support/exchangeFixture.ts';
import type { ExchangeFixture } from '#tests/support/exchangeFixture.ts';
import { waitForHydration, markDocument, countMarkedDocuments } from '../support/markedDocument.ts';
import { expect, openHomeForm, test as base } from '../support/siteTest.ts';

interface WorkerFixtures {
  exchangeFixture: ExchangeFixture;
}

const test = base.extend<object, WorkerFixtures>({
  exchangeFixture: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
    async ({}, provide) => {
      const own = await startExchangeFixture();
      await provide(own);
      await own.close();
    },
    { scope: 'worker' },
  ],
});

const MINUTE = 60_000;

/** Another build is deployed: what the server then says of the newest one. */
async function deployNewBuild(
  page: Page,
  answer: { body?: string; status?: number } = {},
): Promise<() => number> {
  let asked = 0;
  await page.route('**/builds/latest.json', route => {
    asked++;
    return route.fulfill({ contentType: 'application/json', body: '{"version":"newer"}', ...answer });
  });
  return () => asked;
}

/** Makes the tab hidden or visible, as switching tabs does. */
async function setTabVisible(page: Page, visible: boolean) {
  await page.evaluate(
    state => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    visible ? 'visible' : 'hidden',
  );
}

/** A page with a clock of ours, on which everything that waits for a usable page has begun. */
async function openSettledPage(page: Page, address: string) {
  await page.clock.install();
  await page.goto(address);
  await waitUntilSettled(page);
}

async function waitUntilSettled(page: Page) {
  await page.waitForLoadState('load');
  await waitForHydration(page);
  // The chat is asked for last.
  await page.clock.runFor(3_000);
  await page.waitForLoadState('networkidle');
}

test.describe('a new version', () => {
  test('reloads an idle page within a minute, once per build', async ({ page }) => {
    await openSettledPage(page, '/rules');
    await markDocument(page);
    const asked = await deployNewBuild(page);
    await page.clock.runFor(MINUTE - 5_000);
    expect(asked()).toBe(0);
    await page.clock.runFor(6_000);
    await expect.poll(() => countMarkedDocuments(page)).toBe(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    // The page that came is of the same build as before: servers may disagree while they are replaced.
    await waitUntilSettled(page);
    await markDocument(page);
    const before = asked();
    await page.clock.runFor(3 * MINUTE);
    await expect.poll(asked).toBeGreaterThan(before);
    expect(await countMarkedDocuments(page)).toBe(1);
    // But a link to another page brings that page whole.
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await expect(page).toHaveURL('/contacts');
    await expect.poll(() => countMarkedDocuments(page)).toBe(0);
  });

  test('is asked for by visible tabs only, and at once by one that comes back after a minute', async ({
    page,
  }) => {
    await openSettledPage(page, '/rules');
    const asked = await deployNewBuild(page, { body: '{"version":' });
    await setTabVisible(page, false);
    await page.clock.runFor(5 * MINUTE);
    expect(asked()).toBe(0);
    await setTabVisible(page, true);
    await page.clock.runFor(1);
    await expect.poll(asked).toBe(1);
    await setTabVisible(page, false);
    await setTabVisible(page, true);
    await page.clock.runFor(MINUTE / 2);
    expect(asked()).toBe(1);
  });

  for (const [name, answer] of [
    ['missing', { status: 404, body: '' }],
    ['garbled', { body: '<!doctype html>' }],
    ['of another shape', { body: '{"id":7}' }],
  ] as const)
    test(`that is ${name} is ignored, and logged once`, async ({ page, problems }) => {
      const warnings: string[] = [];
      page.on('console', message => message.type() === 'warning' && warnings.push(message.text()));
      await openSettledPage(page, '/rules');
      await markDocument(page);
      const asked = await deployNewBuild(page, answer);
      for (const times of [1, 2, 3]) {
        await page.clock.runFor(MINUTE + 1);
        await expect.poll(asked).toBe(times);
      }
      expect(await countMarkedDocuments(page)).toBe(1);
      expect(warnings.filter(text => text.includes('version'))).toHaveLength(1);
      // The browser logs a 404 by itself.
      problems.splice(0);
    });

  test('does not reload a half-filled form', async ({ page }) => {
    await page.clock.install();
    const form = await openHomeForm(page, '/');
    await waitUntilSettled(page);
    // What is only picked counts, too.
    await form.swap.click();
    await expect(form.from).toHaveAccessibleName(/RUB/);
    // The pair is there, and the site has heard of it.
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('filling'))).not.toBeNull();
    await markDocument(page);
    const asked = await deployNewBuild(page);
    await page.clock.runFor(MINUTE + 1);
    await expect.poll(asked).toBe(1);
    expect(await countMarkedDocuments(page)).toBe(1);
    // A minute that passes at once may break off what is asked meanwhile, the swap's pair among it.
    await expect(async () => {
      await form.swap.click();
      await expect(form.from).toHaveAccessibleName(/USDT/, { timeout: 5_000 });
    }).toPass();
    await expect(form.fromSumma).toHaveValue('50,00');
    await form.fromSumma.fill('0,02');
    for (const times of [2, 3]) {
      await page.clock.runFor(MINUTE + 1);
      await expect.poll(asked).toBe(times);
    }
    expect(await countMarkedDocuments(page)).toBe(1);
    await expect(form.fromSumma).toHaveValue('0,02');

    // On another page nothing is lost by it.
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await expect(page).toHaveURL('/contacts');
    await expect.poll(() => countMarkedDocuments(page)).toBe(0);

    // Back at the form its draft is back, too.
    await page
      .getByRole('link', { name: 'Размен, на главную' })
      .or(page.locator('header a.logo'))
      .first()
      .click();
    await expect(page).toHaveURL('/');
    await waitUntilSettled(page);
    await markDocument(page);
    const before = asked();
    await page.clock.runFor(2 * MINUTE);
    await expect.poll(asked).toBeGreaterThan(before);
    expect(await countMarkedDocuments(page)).toBe(1);
  });

  test('waits for an open claim to be closed', async ({ page, exchangeFixture, problems }) => {
    const claim = await exchangeFixture.createClaim('LTC', 'ACRUB');
    await openSettledPage(page, `${exchangeFixture.origin}/claim/${claim}`);
    const panel = page.locator('exchange-widget section').first();
    await expect(panel).toBeVisible();
    await markDocument(page);
    const asked = await deployNewBuild(page);
    await page.clock.runFor(2 * MINUTE);
    await expect.poll(asked).toBeGreaterThan(0);
    expect(await countMarkedDocuments(page)).toBe(1);
    await exchangeFixture.moveClaim(claim, ['cancelled']);
    await expect
      .poll(async () => {
        await page.clock.runFor(MINUTE / 4);
        return countMarkedDocuments(page);
      })
      .toBe(0);
    await expect(panel).toContainText('Отменена');
    // Minutes have passed over calls that were on their way: those say that there was no answer in time.
    const other = problems.splice(0).filter(text => !text.includes('no answer in time'));
    expect(other).toEqual([]);
  });
});
