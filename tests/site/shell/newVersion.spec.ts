import type { Page } from '@playwright/test';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { startExchangeFixture } from '#tests/support/exchangeFixture.ts';
import type { ExchangeFixture } from '#tests/support/exchangeFixture.ts';
import { waitForHydration, markDocument, countMarkedDocuments } from '../support/markedDocument.ts';
import { expect, openHomeForm, test as base } from '../support/siteTest.ts';

interface WorkerFixtures {
  exchangeFixture: ExchangeFixture;
}

const test = base.extend<object, WorkerFixtures>({
  exchangeFixture: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructured first argument
    async ({}, provide) => {
      const exchange = await startExchangeFixture();
      await provide(exchange);
      await exchange.close();
    },
    { scope: 'worker' },
  ],
});

const MINUTE = 60_000;

/** Makes the server report another build. Returns a function that counts the requests. */
async function deployNewBuild(
  page: Page,
  response: { body?: string; status?: number } = {},
): Promise<() => number> {
  let requestCount = 0;
  await page.route('**/builds/latest.json', route => {
    requestCount++;
    return route.fulfill({ contentType: 'application/json', body: '{"version":"newer"}', ...response });
  });
  return () => requestCount;
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

/** Opens a page with a fake clock and runs its startup timers. */
async function openSettledPage(page: Page, address: string) {
  await page.clock.install();
  await page.goto(address);
  await waitUntilSettled(page);
}

async function waitUntilSettled(page: Page) {
  await page.waitForLoadState('load');
  await waitForHydration(page);
  // The chat is requested last.
  await page.clock.runFor(3_000);
  await page.waitForLoadState('networkidle');
}

test.describe('a new version', () => {
  test('reloads an idle page within a minute, once per build', async ({ page }) => {
    await openSettledPage(page, '/rules');
    await markDocument(page);
    const countRequests = await deployNewBuild(page);
    await page.clock.runFor(MINUTE - 5_000);
    expect(countRequests()).toBe(0);
    await page.clock.runFor(6_000);
    await expect.poll(() => countMarkedDocuments(page)).toBe(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    // The new document is of the same build as before, as if servers disagreed during a deployment.
    await waitUntilSettled(page);
    await markDocument(page);
    const before = countRequests();
    await page.clock.runFor(3 * MINUTE);
    await expect.poll(countRequests).toBeGreaterThan(before);
    expect(await countMarkedDocuments(page)).toBe(1);
    // A link still loads the next page as a document.
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await expect(page).toHaveURL('/contacts');
    await expect.poll(() => countMarkedDocuments(page)).toBe(0);
  });

  test('is checked by visible tabs only, and at once by a tab shown after a minute', async ({ page }) => {
    await openSettledPage(page, '/rules');
    const countRequests = await deployNewBuild(page, { body: '{"version":' });
    await setTabVisible(page, false);
    await page.clock.runFor(5 * MINUTE);
    expect(countRequests()).toBe(0);
    await setTabVisible(page, true);
    await page.clock.runFor(1);
    await expect.poll(countRequests).toBe(1);
    await setTabVisible(page, false);
    await setTabVisible(page, true);
    await page.clock.runFor(MINUTE / 2);
    expect(countRequests()).toBe(1);
  });

  for (const [name, response] of [
    ['missing', { status: 404, body: '' }],
    ['garbled', { body: '<!doctype html>' }],
    ['of another shape', { body: '{"id":7}' }],
  ] as const)
    test(`that is ${name} is ignored and logged once`, async ({ page, expectRepeatedProblems }) => {
      const warnings: string[] = [];
      page.on('console', message => message.type() === 'warning' && warnings.push(message.text()));
      await openSettledPage(page, '/rules');
      await markDocument(page);
      const countRequests = await deployNewBuild(page, response);
      for (const times of [1, 2, 3]) {
        await page.clock.runFor(MINUTE + 1);
        await expect.poll(countRequests).toBe(times);
      }
      expect(await countMarkedDocuments(page)).toBe(1);
      expect(warnings.filter(text => text.includes('version'))).toHaveLength(1);
      if (name === 'missing') await expectRepeatedProblems(/404 .*\/builds\/latest\.json$/);
    });

  test('does not reload a half-filled form', async ({ page }) => {
    await page.clock.install();
    const form = await openHomeForm(page, '/');
    await waitUntilSettled(page);
    // A changed pair counts as well.
    await form.swap.click();
    await expect(form.from).toHaveAccessibleName(/RUB/);
    // The site knows that the form is being filled.
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('filling'))).not.toBeNull();
    await markDocument(page);
    const countRequests = await deployNewBuild(page);
    await page.clock.runFor(MINUTE + 1);
    await expect.poll(countRequests).toBe(1);
    expect(await countMarkedDocuments(page)).toBe(1);
    // Advancing the clock may time out pending requests, for example of the swapped pair.
    await expect(async () => {
      await form.swap.click();
      await expect(form.from).toHaveAccessibleName(/USDT/, { timeout: 5_000 });
    }).toPass();
    await expect(form.fromSumma).toHaveValue(/^1\s000,00$/);
    await form.fromSumma.fill('0,02');
    await expect
      .poll(async () => {
        await page.clock.runFor(MINUTE / 4);
        return countRequests();
      })
      .toBeGreaterThanOrEqual(3);
    expect(await countMarkedDocuments(page)).toBe(1);
    await expect(form.fromSumma).toHaveValue('0,02');

    // On another page no input is lost.
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await expect(page).toHaveURL('/contacts');
    await expect.poll(() => countMarkedDocuments(page)).toBe(0);

    // The home page restores the draft, and then its pair in the address.
    await page
      .getByRole('link', { name: 'Размен, на главную' })
      .or(page.locator('header a.logo'))
      .first()
      .click();
    await expect(page).toHaveURL(({ pathname }) => pathname === '/');
    await waitUntilSettled(page);
    await markDocument(page);
    const before = countRequests();
    await page.clock.runFor(2 * MINUTE);
    await expect.poll(countRequests).toBeGreaterThan(before);
    expect(await countMarkedDocuments(page)).toBe(1);
  });

  test('waits for an open claim to be closed', async ({ page, exchangeFixture, allowProblems }) => {
    // Advancing the clock times out requests that are pending.
    allowProblems(/^Error while fetching the settings.*: timed out/);
    const claim = await exchangeFixture.createClaim('LTC', 'ACRUB');
    await openSettledPage(page, `${exchangeFixture.origin}/claim/${claim}`);
    const panel = page.locator('exchange-widget section').first();
    await expect(panel).toBeVisible();
    await markDocument(page);
    const countRequests = await deployNewBuild(page);
    await page.clock.runFor(2 * MINUTE);
    await expect.poll(countRequests).toBeGreaterThan(0);
    expect(await countMarkedDocuments(page)).toBe(1);
    await exchangeFixture.moveClaim(claim, ['cancelled']);
    await expect
      .poll(async () => {
        await page.clock.runFor(MINUTE / 4);
        return countMarkedDocuments(page);
      })
      .toBe(0);
    await expect(panel).toContainText(CLAIM_STATUS_RULES.cancelled.label);
  });
});
