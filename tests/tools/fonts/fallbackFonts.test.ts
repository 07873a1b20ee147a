import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'fontkitten';
import { expect, test } from 'vitest';
import { formatFallbackFonts } from '#tools/fonts/fallbackFonts.ts';
import { resolveFontPath } from '#tools/fonts/systemFonts.ts';
import { root } from '#tools/install.mjs';

const readText = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const SHEET = readText('site/fonts/fallbackFonts.css');

test('site/fonts/fallbackFonts.css is the output of `node tools/fonts/fallbackFonts.ts`', async () => {
  expect(await formatFallbackFonts()).toBe(SHEET);
});

test('--font lists Golos Text, then every fallback font in order', () => {
  const families = [...SHEET.matchAll(/font-family: ('[^']+')/g)].map(([, family]) => family);
  const [, stack = ''] = /--font:([^;]+);/.exec(readText('site/tokens.css')) ?? [];
  const named = stack.split(',').map(name => name.trim());
  expect(named.slice(0, named.indexOf('system-ui'))).toEqual(["'Golos Text'", ...new Set(families)]);
});

test('the measured files have the widths of the font that pages load', () => {
  const read = (path: string) => create(readFileSync(path));
  const measured = read(resolveFontPath('@expo-google-fonts/golos-text/400Regular/GolosText_400Regular.ttf'));
  for (const subset of ['cyrillic', 'latin']) {
    const loaded = read(join(root, `site/fonts/golos-text-${subset}.woff2`));
    if (loaded.isCollection || measured.isCollection) throw new Error('a collection of fonts');
    const { characterSet } = loaded;
    const widths = (font: typeof loaded) =>
      characterSet.map(code => font.glyphForCodePoint(code).advanceWidth / font.unitsPerEm);
    expect(characterSet.length).toBeGreaterThan(50);
    expect(widths(measured)).toEqual(widths(loaded));
  }
});
