import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, openHomeForm, SCREENS, test } from '../support/siteTest.ts';

const built = fileURLToPath(new URL('../../../dist/site', import.meta.url));

/** Every address that was built as a page of its own, but the home page. */
const ADDRESSES = globSync('*/**/index.html', { cwd: built }).map(name => `/${dirname(name)}`);

interface FocusStop {
  name: string;
  /** The part of the page that it is in. */
  part: string;
  /** What is wrong with it for who sees the page and has no pointer. */
  wrong: string[];
}

/** Where the focus is; null on the page itself. */
function readFocusStop(page: Page): Promise<FocusStop | null> {
  return page.evaluate(() => {
    let at = document.activeElement;
    const outer = at;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    if (!(at instanceof HTMLElement) || !outer || at === document.body) return null;
    const { top, bottom, left, right, width, height } = at.getBoundingClientRect();
    let ringed: Element | null = at;
    const ring = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    };
    // A field's ring may be that of the half that it is in.
    for (let up = 0; ringed && !ring(ringed); up++) ringed = up < 3 ? ringed.parentElement : null;
    const [x, y] = [left + width / 2, top + height / 2];
    let hit = document.elementFromPoint(x, y);
    for (let deeper = hit; deeper?.shadowRoot && (deeper = deeper.shadowRoot.elementFromPoint(x, y));)
      hit = deeper;
    const own = hit && (at.contains(hit) || hit.contains(at) || hit.closest('label')?.contains(at));
    return {
      name: (at.ariaLabel ?? (at.innerText || at.getAttribute('name') || at.outerHTML)).slice(0, 60),
      part: outer.closest('header, main, footer')?.localName ?? '',
      wrong: [
        ...(ringed ? [] : ['no ring']),
        ...(top < 0 || bottom > innerHeight || left < 0 || right > innerWidth
          ? ['outside of the window']
          : []),
        ...(own ? [] : ['covered']),
      ],
    };
  });
}

/** Presses Tab until the focus leaves `parts`, or nothing is left; every stop on the way. */
async function tabThrough(page: Page, parts: readonly string[]): Promise<FocusStop[]> {
  const stops: FocusStop[] = [];
  for (let n = 0; n < 200; n++) {
    await page.keyboard.press('Tab');
    const now = await readFocusStop(page);
    if (!now || !parts.includes(now.part)) return stops;
    stops.push(now);
  }
  throw new Error(`Tab leads round and round: ${stops.slice(-8).map(({ name }) => name)}`);
}

const findFaultyStops = (stops: readonly FocusStop[]) => stops.filter(one => one.wrong.length > 0);

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport, reducedMotion: 'reduce' });

    test('Tab moves through the home page with a visible focus', async ({ page }) => {
      await openHomeForm(page, '/');
      await expect(page.locator('.board td').first()).toContainText('₽');
      const stops = await tabThrough(page, ['header', 'main', 'footer']);
      expect(stops.map(one => one.name)).toEqual(
        expect.arrayContaining(['Поменять валюты местами', 'Продолжить', 'help@example.com']),
      );
      expect(findFaultyStops(stops)).toEqual([]);
    });

    test('the skip link leads to each page’s text, and Tab on through it', async ({ page }) => {
      for (const address of ADDRESSES) {
        await test.step(address, async () => {
          await page.goto(address);
          await page.keyboard.press('Tab');
          await expect(page.getByRole('link', { name: 'К\u00a0содержанию' })).toBeFocused();
          await page.keyboard.press('Enter');
          await expect(page.locator('main')).toBeFocused();
          expect(findFaultyStops(await tabThrough(page, ['main'])), address).toEqual([]);
        });
      }
    });
  });
}
