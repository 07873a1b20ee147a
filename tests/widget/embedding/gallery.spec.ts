import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { findAccessibilityViolations } from '#tests/support/accessibility.ts';
import { compareLayouts, measureLayout } from '../support/widgetLayout.ts';
import { expect, PARTNER_ICON_PROBLEM, test as base } from '../support/widgetTest.ts';
import {
  setPixelRatio,
  createReferencePage,
  JOURNEY_STEPS,
  STEP_ACTIONS,
  type ReferencePage,
  type JourneyStep,
} from '../support/claimSteps.ts';

const root = new URL('../../../', import.meta.url);

/**
 * A page of examples/gallery. The plain reference page gets the intended differences of the host page: the width
 * (narrow, zoom), the font (fonts, important, reset, strict-policy) and the pixel ratio (zoom). Every box is compared.
 */
interface HostSetup {
  /** Settings of the visitor's device, in addition to the page. */
  set?: (page: Page) => Promise<void>;
}

const HOST_SETUPS: Readonly<Record<string, HostSetup>> = {
  'small-root': {},
  'tiny-root': {},
  important: {},
  reset: {},
  'strict-policy': {},
  'trusted-types': {},
  rtl: {},
  narrow: {},
  light: {},
  dark: {},
  fonts: {},
  print: { set: page => page.emulateMedia({ media: 'print' }) },
  'forced-colours': { set: page => page.emulateMedia({ forcedColors: 'active' }) },
  // A window of 1280 × 1024 at 400 % zoom.
  zoom: { set: page => setPixelRatio(page, 4, 320, 256) },
  'reduced-motion': { set: page => page.emulateMedia({ reducedMotion: 'reduce' }) },
  patched: {},
};

/** Steps that axe checks on every host page. On a plain page other tests check all of them. */
const AXE_STEPS: ReadonlySet<JourneyStep> = new Set(['form', 'requisites', 'payment']);

/** Accessibility violations of the widget: the element itself, or inside its shadow root. */
async function findWidgetViolations(page: Page): Promise<unknown[]> {
  const isOfWidget = ({ target }: { target: unknown }) => JSON.stringify(target).includes('exchange-widget');
  return (await findAccessibilityViolations(page)).filter(isOfWidget);
}

const test = base.extend<object, { reference: ReferencePage }>({
  reference: [
    async ({ browser }, provide, { project }) => {
      const { protocol, hostname, port } = new URL(project.use.baseURL ?? '');
      const partnerOrigin = `${protocol}//${hostname}:${Number(port) + 1}`;
      const reference = createReferencePage(browser, `${partnerOrigin}/examples/gallery/plain.html`);
      await provide(reference);
      await reference.close();
      expect(reference.problems.filter(text => !PARTNER_ICON_PROBLEM.test(text))).toEqual([]);
    },
    { scope: 'worker' },
  ],
});

for (const [name, { set }] of Object.entries(HOST_SETUPS))
  test(`a claim on ${name}.html is laid out as on a plain page, accessible and within its policy`, async ({
    page,
    partnerOrigin,
    reference,
  }) => {
    // The test fails on console errors.
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', event =>
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
      ),
    );
    await set?.(page);
    const response = await page.goto(`${partnerOrigin}/examples/gallery/${name}.html`);
    if (name === 'strict-policy')
      expect(response?.headers()['content-security-policy']).toMatch(
        /^default-src 'none'; script-src http\S+; .+ trusted-types 'none'$/,
      );
    const widget = page.locator('exchange-widget');
    for (const step of JOURNEY_STEPS) {
      await STEP_ACTIONS[step](widget);
      const layout = await measureLayout(widget);
      expect(layout.boxes.length).toBeGreaterThan(5);
      // The widget fills the given width, between 300 and 560 pixels.
      expect.soft(layout.width).toBeCloseTo(Math.min(560, Math.max(300, layout.room)), 0);
      expect.soft(compareLayouts(await reference.measureStep(step, layout), layout, 1), step).toEqual([]);
      if (AXE_STEPS.has(step)) expect.soft(await findWidgetViolations(page), step).toEqual([]);
    }
  });

test('host styles on all elements do not change the form', async ({ page, partnerOrigin }) => {
  await page.goto(`${partnerOrigin}/examples/gallery/plain.html`);
  const widget = page.locator('exchange-widget');
  await STEP_ACTIONS.form(widget);
  // A fixed position, because the text around the widget grows.
  await page.addStyleTag({
    content: 'exchange-widget { position: fixed; inset: 0 auto auto 0; width: 400px }',
  });
  const parts = ['label', '.types', '.fine-print'].map(part => widget.locator(part).first());
  const takeScreenshots = async () => {
    const screenshots: string[] = [];
    for (const part of parts) screenshots.push((await part.screenshot()).toString('base64'));
    return screenshots;
  };
  let before = await takeScreenshots();
  // A busy machine may draw the form's last change a frame later.
  await expect(async () => {
    const previous = before;
    before = await takeScreenshots();
    expect(before).toEqual(previous);
  }).toPass({ timeout: 30_000 });
  await page.addStyleTag({
    content: `* {
      color: red !important; text-decoration: line-through 3px blue !important; text-shadow: 2px 2px red !important;
      -webkit-text-fill-color: red !important; -webkit-text-stroke: 1px blue !important; accent-color: red !important;
      text-emphasis: filled red !important; font-variant: small-caps !important; text-transform: uppercase !important;
      text-underline-offset: 9px !important; stroke: red !important; fill: red !important; border-color: red !important;
    }`,
  });
  expect(await page.locator('h1').evaluate(node => getComputedStyle(node).color)).toBe('rgb(255, 0, 0)');
  await expect(async () => expect(await takeScreenshots()).toEqual(before)).toPass({ timeout: 30_000 });
});

test('every page of the gallery is tested and listed', () => {
  const pages = readdirSync(new URL('examples/gallery/', root)).filter(name => name.endsWith('.html'));
  const tested = [...Object.keys(HOST_SETUPS), 'plain', 'index'].map(name => `${name}.html`);
  expect(tested.toSorted()).toEqual(pages.toSorted());
});
