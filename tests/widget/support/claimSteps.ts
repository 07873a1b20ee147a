import type { Browser, Locator, Page } from '@playwright/test';
import { watchProblems } from '#tests/support/browser/problemTest.ts';
import { measureLayout, type WidgetLayout } from './widgetLayout.ts';
import { CARD_REQUISITES, expect } from './widgetTest.ts';

/** The steps from the form to the payment, in order. */
export const JOURNEY_STEPS = ['form', 'picker', 'requisites', 'check', 'payment'] as const;
export type JourneyStep = (typeof JOURNEY_STEPS)[number];

/** Goes from the previous step to this one with mouse and keyboard, as a visitor does. */
export const STEP_ACTIONS: Readonly<Record<JourneyStep, (widget: Locator) => Promise<void>>> = {
  async form(widget) {
    await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
    await widget.locator('[name=fromSumma]').fill('100');
    await expect(widget.locator('[name=toSumma]')).toHaveValue(/^8\s\d{3},/);
  },
  async picker(widget) {
    await widget.getByRole('button', { name: /^Вы\sполучаете:/ }).click();
    await expect(widget.getByRole('combobox')).toBeFocused();
  },
  async requisites(widget) {
    await widget.page().keyboard.press('Escape');
    await widget.locator('[name=fromSumma]').press('Enter');
    await expect(widget.getByRole('form', { name: 'Реквизиты' })).toBeVisible();
    await expect(widget.locator('[name=email]')).toBeVisible();
  },
  async check(widget) {
    const page = widget.page();
    for (const [name, value] of Object.entries(CARD_REQUISITES)) {
      await widget.locator(`[name=${name}]`).focus();
      await page.keyboard.insertText(value);
    }
    await widget.locator('[name=consent]').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await expect(widget.getByRole('heading', { name: 'Всё верно?' })).toBeVisible();
  },
  async payment(widget) {
    await widget.getByRole('button', { name: 'Создать заявку' }).click();
    await expect(widget.getByRole('heading', { name: /Переведите USDT в\sсети TRC20/ })).toBeVisible();
    await expect(widget.getByRole('img', { name: 'QR-код' })).toBeVisible();
  },
};

/** The plain page at a step, with the width, font and pixel density of another layout. */
export interface ReferencePage {
  measureStep: (step: JourneyStep, like: WidgetLayout) => Promise<WidgetLayout>;
  /** Console errors and uncaught errors of its tabs. */
  problems: readonly string[];
  close: () => Promise<void>;
}

/** Opens one page per step on first use, then only resizes it. */
export function createReferencePage(browser: Browser, address: string): ReferencePage {
  const openedPages = new Map<JourneyStep, Promise<Page>>();
  const measuredLayouts = new Map<string, Promise<WidgetLayout>>();
  const problems: string[] = [];

  async function openAtStep(step: JourneyStep): Promise<Page> {
    // Several tests use it, so that it cannot be a tab of openOtherBrowser.
    // oxlint-disable-next-line no-restricted-properties
    const context = await browser.newContext({ locale: 'ru-RU', timezoneId: 'Europe/Moscow' });
    watchProblems(context, problems);
    const page = await context.newPage();
    await page.goto(address);
    for (const earlierStep of JOURNEY_STEPS.slice(0, JOURNEY_STEPS.indexOf(step) + 1))
      await STEP_ACTIONS[earlierStep](locateWidget(page));
    return page;
  }

  async function measure(step: JourneyStep, { width, font, density }: WidgetLayout): Promise<WidgetLayout> {
    const opening = openedPages.get(step) ?? openAtStep(step);
    openedPages.set(step, opening);
    const page = await opening;
    await setPixelRatio(page, density);
    const widget = locateWidget(page);
    await widget.evaluate((element, set) => Object.assign(element.style, set), {
      width: `${width}px`,
      fontFamily: font,
    });
    return measureLayout(widget);
  }

  return {
    async measureStep(step, like) {
      const key = [step, like.width, like.font, like.density].join();
      // Measurements run one after another because they share the pages.
      await Promise.allSettled(measuredLayouts.values());
      const found = measuredLayouts.get(key) ?? measure(step, like);
      measuredLayouts.set(key, found);
      return found;
    },
    async close() {
      for (const page of openedPages.values()) await (await page).context().close();
    },
    problems,
  };
}

/** Sets a page's viewport size and device pixel ratio. */
export async function setPixelRatio(page: Page, density: number, width = 1280, height = 720): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const metrics = { width, height, deviceScaleFactor: density, mobile: false };
  await devtools.send('Emulation.setDeviceMetricsOverride', metrics);
  await devtools.detach();
}

function locateWidget(page: Page): Locator {
  return page.locator('exchange-widget');
}
