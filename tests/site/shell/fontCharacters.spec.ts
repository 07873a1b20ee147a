import { publicRoutePaths } from '#site/routePaths.ts';
import { SUBSETS } from '#tools/fonts/subsetFonts.ts';
import { expect, test } from '../support/siteTest.ts';

// News items are texts of an operator.
const paths = Object.values(publicRoutePaths).filter(path => path !== publicRoutePaths.newsItem);

const SUBSET_CHARACTERS = Object.values(SUBSETS).join('');

for (const path of paths)
  test(`the font has every character of ${path}`, async ({ page }) => {
    await page.goto(path);
    const missing = await page.evaluate(characters => {
      /** The first text with each missing character. */
      const found: Record<string, string> = {};
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { parentElement } = node;
        if (!parentElement?.checkVisibility()) continue;
        if (!getComputedStyle(parentElement).fontFamily.startsWith('"Golos Text"')) continue;
        const text = node.textContent ?? '';
        for (const character of text.replaceAll(/\s/g, ''))
          if (!characters.includes(character)) found[character] ??= text;
      }
      return found;
    }, SUBSET_CHARACTERS);
    expect(missing).toEqual({});
  });
