import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, openHomeForm, SCREENS, test } from '../support/siteTest.ts';

const siteFolder = fileURLToPath(new URL('../../../dist/site', import.meta.url));

/** Every built page except the home page, and the API reference: its 150 calls have a test of their own. */
const ADDRESSES = globSync('*/**/index.html', { cwd: siteFolder })
  .map(name => `/${dirname(name)}`)
  .filter(address => address !== '/docs/api');

interface FocusStop {
  name: string;
  /** The landmark that contains it. */
  part: string;
  /** Problems for a sighted keyboard user. */
  problems: string[];
}

/** The focused element, or null if it is the page itself. */
function readFocusStop(page: Page): Promise<FocusStop | null> {
  return page.evaluate(() => {
    let focused = document.activeElement;
    const outer = focused;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    if (!(focused instanceof HTMLElement) || !outer || focused === document.body) return null;
    const { top, bottom, left, right, width, height } = focused.getBoundingClientRect();
    let ringed: Element | null = focused;
    const ring = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    };
    // A field's focus ring may be on one of its parents.
    for (let up = 0; ringed && !ring(ringed); up++) ringed = up < 3 ? ringed.parentElement : null;
    const [x, y] = [left + width / 2, top + height / 2];
    let hit = document.elementFromPoint(x, y);
    for (let deeper = hit; deeper?.shadowRoot && (deeper = deeper.shadowRoot.elementFromPoint(x, y));)
      hit = deeper;
    const isUncovered =
      hit && (focused.contains(hit) || hit.contains(focused) || hit.closest('label')?.contains(focused));
    return {
      name: (
        focused.ariaLabel ??
        (focused.innerText || focused.getAttribute('name') || focused.outerHTML)
      ).slice(0, 60),
      part: outer.closest('header, main, footer')?.localName ?? '',
      problems: [
        ...(ringed ? [] : ['no ring']),
        ...(top < 0 || bottom > innerHeight || left < 0 || right > innerWidth
          ? ['outside of the window']
          : []),
        ...(isUncovered ? [] : ['covered']),
      ],
    };
  });
}

/** Presses Tab until the focus leaves `parts`. Returns every stop. */
async function tabThrough(page: Page, parts: readonly string[]): Promise<FocusStop[]> {
  const stops: FocusStop[] = [];
  for (let n = 0; n < 200; n++) {
    await page.keyboard.press('Tab');
    const stop = await readFocusStop(page);
    if (!stop || !parts.includes(stop.part)) return stops;
    stops.push(stop);
  }
  throw new Error(`Tab does not leave the page: ${stops.slice(-8).map(({ name }) => name)}`);
}

const findFaultyStops = (stops: readonly FocusStop[]) => stops.filter(one => one.problems.length > 0);

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport, reducedMotion: 'reduce' });

    test('Tab moves through the home page with a visible focus', async ({ page }) => {
      await openHomeForm(page, '/');
      await expect(page.locator('.rates-table td').first()).toContainText('₽');
      const stops = await tabThrough(page, ['header', 'main', 'footer']);
      expect(stops.map(one => one.name)).toEqual(
        expect.arrayContaining(['Поменять валюты местами', 'Продолжить', 'help@example.com']),
      );
      expect(findFaultyStops(stops)).toEqual([]);
    });

    test('the skip link focuses each page’s text, and Tab continues through it', async ({ page }) => {
      for (const address of ADDRESSES) {
        await test.step(address, async () => {
          await page.goto(address);
          await page.keyboard.press('Tab');
          await expect(page.getByRole('link', { name: 'К содержанию' })).toBeFocused();
          await page.keyboard.press('Enter');
          await expect(page.locator('main')).toBeFocused();
          expect(findFaultyStops(await tabThrough(page, ['main'])), address).toEqual([]);
        });
      }
    });
  });
}
