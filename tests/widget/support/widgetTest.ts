import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { test as base } from '../../support/browser/problemTest.ts';
import { startExchangeFixture } from '../../support/exchangeFixture.ts';
import type { ExchangeFixture } from '../../support/exchangeFixture.ts';
import { startShopServer } from '../../support/shopServer.ts';
import type { ShopServer } from '../../support/shopServer.ts';

export { expect };

/** A partner's site has no icon. The browser requests it at most once in its run. */
export const PARTNER_ICON_PROBLEM = /status of 404 .*\/favicon\.ico$/;

interface Fixtures {
  /** Origin of the shared exchange. */
  exchangeOrigin: string;
  /** Origin of the partner's pages: the exchange's origin with the next port. */
  partnerOrigin: string;
  /** Ignores that the partner's site has no icon. */
  partnerIcon: void;
}

interface WorkerFixtures {
  /** A shop that shows a widget of any exchange. */
  shop: ShopServer;
  /** An exchange whose claims and courses this worker's tests can change. */
  exchangeFixture: ExchangeFixture;
}

/** A test on a page of another origin. Fails on an unexpected error. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  exchangeOrigin: ({ baseURL }, provide) => provide(baseURL ?? ''),
  partnerOrigin: async ({ baseURL }, provide) => {
    const origin = new URL(baseURL ?? '');
    await provide(`http://${origin.hostname}:${Number(origin.port) + 1}`);
  },
  partnerIcon: [
    async ({ allowProblems }, provide) => {
      allowProblems(PARTNER_ICON_PROBLEM);
      await provide();
    },
    { auto: true },
  ],
  shop: [
    // Playwright requires a destructured first argument.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const shop = await startShopServer();
      await provide(shop);
      shop.close();
    },
    { scope: 'worker' },
  ],
  exchangeFixture: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const exchangeFixture = await startExchangeFixture();
      await provide(exchangeFixture);
      await exchangeFixture.close();
    },
    { scope: 'worker' },
  ],
});

/** Opens a partner's page and returns its widget when the form is usable. */
export async function openWidgetForm(page: Page, address: string): Promise<Locator> {
  await page.goto(address);
  const widget = page.locator('exchange-widget').first();
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  return widget;
}

/** Waits until the form's code runs, which starts the countdown: before, a navigation loses what was typed. */
export async function waitForCountdown(widget: Locator): Promise<void> {
  await expect(widget.getByText(/^обновим через/)).toBeVisible();
}

/**
 * Waits until React has taken over the first form, which has a countdown, too: all files of the form are loaded, and the
 * form saves what is typed.
 */
export async function waitForHydration(widget: Locator): Promise<void> {
  await waitForCountdown(widget);
  await expect
    .poll(() =>
      widget.evaluate(
        element => Reflect.get(element, Symbol.for('exchange-widget.prerenderedForm')) as unknown,
      ),
    )
    .toBeNull();
}

/** Waits for two frames: what the page had to render before is on the screen. */
export const waitForFrames = (page: Page) =>
  page.evaluate(
    () => new Promise<void>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

/** Fills in the requested requisites by their wire names and continues to the confirmation. */
export async function fillRequisites(widget: Locator, values: Record<string, string>): Promise<void> {
  await widget.getByRole('button', { name: 'Продолжить' }).click();
  await expect(widget.getByRole('form', { name: 'Реквизиты' })).toBeVisible();
  for (const [name, value] of Object.entries(values)) {
    const field = widget.locator(`[name=${name}]`);
    if ((await field.evaluate(node => node.localName)) === 'select') await field.selectOption(value);
    else await field.fill(value);
  }
  await widget.locator('[name=consent]').check();
  await widget.getByRole('button', { name: 'Проверить заявку' }).click();
  await expect(widget.getByRole('heading', { name: 'Всё верно?' })).toBeVisible();
}

/** Fails if axe reports a violation inside the widget. */
export async function expectWidgetAccessible(page: Page): Promise<void> {
  await expectAccessible(page, { within: 'exchange-widget' });
}

/** Requisites of a card payout. */
export const CARD_REQUISITES = {
  card: '2200 0000 0000 0004',
  fio: 'Анна Смирнова',
  email: 'anna@example.com',
};
