import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { findAccessibilityViolations } from '#tests/support/accessibility.ts';
import { compareLayouts, measureLayout } from '../support/widgetLayout.ts';
import { expect, test as base } from '../support/widgetTest.ts';
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
 * A page of examples/gallery. What a host is meant to change the plain page is given, too: the width (narrow, zoom), the font
 * (fonts, important, reset, strict-policy), the pixels of the screen (zoom). No box is let off.
 */
interface HostSetup {
  /** What the person's machine does to the page, beside what the page does itself. */
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
  // A window of 1280 × 1024 at 400 %.
  zoom: { set: page => setPixelRatio(page, 4, 320, 256) },
  'reduced-motion': { set: page => page.emulateMedia({ reducedMotion: 'reduce' }) },
  patched: {},
};

/** Steps that axe looks at on every host; it sees all of them on a plain one elsewhere. */
const AXE_STEPS: ReadonlySet<JourneyStep> = new Set(['form', 'requisites', 'payment']);

/** What axe finds on the page that is the widget's: the element itself, or inside its shadow root. */
async function findWidgetViolations(page: Page): Promise<unknown[]> {
  const own = ({ target }: { target: unknown }) => JSON.stringify(target).includes('exchange-widget');
  return (await findAccessibilityViolations(page)).filter(own);
}

const test = base.extend<object, { reference: ReferencePage }>({
  reference: [
    async ({ browser }, provide, { project }) => {
      const { protocol, hostname, port } = new URL(project.use.baseURL ?? '');
      const partnerOrigin = `${protocol}//${hostname}:${Number(port) + 1}`;
      const reference = createReferencePage(browser, `${partnerOrigin}/examples/gallery/plain.html`);
      await provide(reference);
      await reference.close();
    },
    { scope: 'worker' },
  ],
});

for (const [name, { set }] of Object.entries(HOST_SETUPS))
  test(`a claim from ${name}.html: as drawn as on a plain page, accessible, allowed`, async ({
    page,
    partnerOrigin,
    reference,
  }) => {
    // Into the console, where a test hears of it.
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', event =>
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
      ),
    );
    await set?.(page);
    const answer = await page.goto(`${partnerOrigin}/examples/gallery/${name}.html`);
    if (name === 'strict-policy')
      expect(answer?.headers()['content-security-policy']).toMatch(
        /^default-src 'none'; script-src http\S+; .+ trusted-types 'none'$/,
      );
    const widget = page.locator('exchange-widget');
    for (const step of JOURNEY_STEPS) {
      await STEP_ACTIONS[step](widget);
      const here = await measureLayout(widget);
      expect(here.boxes.length).toBeGreaterThan(5);
      // All the width that the host gives, between 300 and 560 pixels.
      expect.soft(here.width).toBeCloseTo(Math.min(560, Math.max(300, here.room)), 0);
      expect.soft(compareLayouts(await reference.measureStep(step, here), here, 1), step).toEqual([]);
      if (AXE_STEPS.has(step)) expect.soft(await findWidgetViolations(page), step).toEqual([]);
    }
  });

test('host styles on all elements do not change the form', async ({ page, partnerOrigin }) => {
  await page.goto(`${partnerOrigin}/examples/gallery/plain.html`);
  const widget = page.locator('exchange-widget');
  await STEP_ACTIONS.form(widget);
  // Where it stays when the text around grows.
  await page.addStyleTag({
    content: 'exchange-widget { position: fixed; inset: 0 auto auto 0; width: 400px }',
  });
  const parts = ['label', '.types', '.fine-print'].map(part => widget.locator(part).first());
  const seen = async () => {
    const pictures: string[] = [];
    for (const part of parts) pictures.push((await part.screenshot()).toString('base64'));
    return pictures;
  };
  const before = await seen();
  await page.addStyleTag({
    content: `* {
      color: red !important; text-decoration: line-through 3px blue !important; text-shadow: 2px 2px red !important;
      -webkit-text-fill-color: red !important; -webkit-text-stroke: 1px blue !important; accent-color: red !important;
      text-emphasis: filled red !important; font-variant: small-caps !important; text-transform: uppercase !important;
      text-underline-offset: 9px !important; stroke: red !important; fill: red !important; border-color: red !important;
    }`,
  });
  expect(await page.locator('h1').evaluate(node => getComputedStyle(node).color)).toBe('rgb(255, 0, 0)');
  expect(await seen()).toEqual(before);
});

test('every page of the gallery is tested and listed', () => {
  const pages = readdirSync(new URL('examples/gallery/', root)).filter(name => name.endsWith('.html'));
  const tested = [...Object.keys(HOST_SETUPS), 'plain', 'index'].map(name => `${name}.html`);
  expect(tested.toSorted()).toEqual(pages.toSorted());
});
