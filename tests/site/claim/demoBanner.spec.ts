import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { createClaimClient } from '#tests/support/claimClient.ts';
import { createServerProcess } from '#tests/support/serverProcess.ts';
import type { Page } from '@playwright/test';
import { expect, SCREENS, test } from '../support/siteTest.ts';

const BANNER_TEXT = 'Демонстрация: деньги не\u00a0настоящие, не\u00a0платите. Заявки двигаются сами';

/** Pages of each kind: with the form, text, for guests, private, unknown. */
const PATHS = ['/', '/rules', '/login', '/claim/success', '/unknown'];

test('a demo shows a banner on every page, a real exchange none', async ({
  page,
  request,
  expectProblems,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'razmen-demo-'));
  const server = await createServerProcess({ DATA_DIR: folder, OPERATOR: 'demo', LOG_LEVEL: 'warn' });
  try {
    await server.start();
    for (const { width, height } of SCREENS) {
      await page.setViewportSize({ width, height });
      for (const path of ['/', '/rules', '/login', '/claim/success']) {
        await page.goto(server.origin + path);
        await expect(page.getByText(BANNER_TEXT)).toBeInViewport();
        await expectAccessible(page);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    for (const path of PATHS)
      expect((await (await request.get(server.origin + path)).text()).split(BANNER_TEXT)).toHaveLength(2);
    await server.runOperator('maintenance', 'on');
    const readStatus = async () => (await request.get(`${server.origin}/rules`)).status();
    await expect.poll(readStatus).toBe(503);
    await page.goto(`${server.origin}/rules`);
    await expect(page.getByRole('heading', { name: 'Ведутся технические работы' })).toBeVisible();
    await expect(page.getByText(BANNER_TEXT)).toBeInViewport();
    // The policy allows the banner's style; maintenance is the only error.
    await expectProblems(/503 .*\/rules$/);
    // Ends pending requests before the server stops.
    await page.goto('about:blank');
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }

  for (const path of PATHS)
    expect(await (await request.get(path)).text()).not.toMatch(/Демонстрация|demo-banner/);
});

test('a phone shows how to pay and the button at once, with one notice of the demo', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'razmen-demo-'));
  const server = await createServerProcess({ DATA_DIR: folder, OPERATOR: 'demo', LOG_LEVEL: 'warn' });
  try {
    await server.start();
    const client = createClaimClient((path, init) => fetch(server.origin + path, init));
    await page.setViewportSize({ width: 390, height: 844 });
    // An address, an address with a comment, a card, and a phone number with its bank.
    for (const [from, to] of [
      ['LTC', 'ACRUB'],
      ['TON', 'ACRUB'],
      ['SBERRUB', 'LTC'],
      ['SBPRUB', 'LTC'],
    ] as const) {
      const claim = await client.createClaim(await client.buildClaim(from, to));
      await page.goto(`${server.origin}/claim/${claim.id}#${claim.secret}`);
      const payment = page.getByRole('region', { name: 'Оплата заявки' });
      const button = payment.getByRole('button', { name: /Я\sоплатил/ });
      await expect(button).toBeInViewport({ ratio: 1 });
      for (const label of ['Скопировать: сумма', 'Скопировать: адрес', 'Скопировать: карта'])
        for (const copyButton of await payment.getByRole('button', { name: label }).all())
          await expect(copyButton).toBeInViewport({ ratio: 1 });
      const [buttonBox, bannerBox] = [
        await button.boundingBox(),
        await page.locator('.demo-banner').boundingBox(),
      ];
      expect((buttonBox?.y ?? Infinity) + (buttonBox?.height ?? 0), from).toBeLessThanOrEqual(
        bannerBox?.y ?? 0,
      );
      await expect(page.getByText(/не\sплатите/)).toHaveCount(1);
      await expect(page.getByText('Меняйте крипту')).toHaveCount(0);
      await expectAccessible(page);
      await page.goto('about:blank');
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * Text and overlap in px of a focused element that the banner or the window's edge covers; null if it is fully visible.
 */
const findCoveredFocus = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    const banner = document.querySelector('.demo-banner');
    if (!element || element === document.body || !banner) return null;
    const { top, bottom } = element.getBoundingClientRect();
    const covered = Math.max(-top, bottom - banner.getBoundingClientRect().top);
    return covered > 0 ? `${element.textContent.trim()}: ${covered}` : null;
  });

test('the banner covers no focused element of a claim', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'razmen-demo-'));
  const server = await createServerProcess({ DATA_DIR: folder, OPERATOR: 'demo', LOG_LEVEL: 'warn' });
  try {
    await server.start();
    const client = createClaimClient((path, init) => fetch(server.origin + path, init));
    const claim = await client.createClaim(await client.buildClaim('LTC', 'ACRUB'));
    for (const { width, height } of [...SCREENS, { width: 280, height: 653 }]) {
      await page.setViewportSize({ width, height });
      await page.goto(`${server.origin}/claim/${claim.id}#${claim.secret}`);
      const cancelButton = page.getByRole('button', { name: 'Отменить заявку', exact: true });
      await expect(cancelButton).toBeVisible();
      await expect(page.locator('.demo-banner')).toBeVisible();
      const covered: (string | null)[] = [];
      // The last link of the footer ends the page.
      const lastLink = page.getByRole('contentinfo').getByRole('link').last();
      do {
        await page.keyboard.press('Tab');
        covered.push(await findCoveredFocus(page));
      } while (!(await lastLink.evaluate(link => link === document.activeElement)));
      // Scrolled so that the button is the last thing above the banner.
      await cancelButton.evaluate(button => button.scrollIntoView({ block: 'end' }));
      await cancelButton.press('Enter');
      await expect(page.getByRole('button', { name: 'Не отменять' })).toBeFocused();
      covered.push(await findCoveredFocus(page));
      await page.keyboard.press('Tab');
      covered.push(await findCoveredFocus(page));
      expect(covered.length).toBeGreaterThan(20);
      expect(covered.filter(Boolean), `${width} px`).toEqual([]);
      // Ends pending requests before the server stops, and the page's state.
      await page.goto('about:blank');
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
