import { readFileSync } from 'node:fs';
import { create } from 'fontkitten';
import { expect, test } from 'vitest';
import { formatFallbackFonts } from '#tools/fonts/fallbackFonts.ts';
import { resolveFontPath } from '#tools/fonts/systemFonts.ts';

const readText = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const SHEET = readText('site/fallbackFonts.css');

test('site/fallbackFonts.css is the output of `node tools/fonts/fallbackFonts.ts`', async () => {
  expect(await formatFallbackFonts()).toBe(SHEET);
});

test('--font lists Golos Text, then every fallback font in order', () => {
  const families = [...SHEET.matchAll(/font-family: ('[^']+')/g)].map(([, family]) => family);
  const [, stack = ''] = /--font:([^;]+);/.exec(readText('site/tokens.css')) ?? [];
  const named = stack.split(',').map(name => name.trim());
  expect(named.slice(0, named.indexOf('system-ui'))).toEqual(["'Golos Text'", ...new Set(families)]);
});

test('the measured files have the widths of the font that pages load', () => {
  const read = (file: string) => create(readFileSync(resolveFontPath(file)));
  const measured = read('@expo-google-fonts/golos-text/400Regular/GolosText_400Regular.ttf');
  for (const subset of ['cyrillic', 'latin']) {
    const loaded = read(`@fontsource-variable/golos-text/files/golos-text-${subset}-wght-normal.woff2`);
    if (loaded.isCollection || measured.isCollection) throw new Error('a collection of fonts');
    const { characterSet } = loaded;
    const widths = (font: typeof loaded) =>
      characterSet.map(code => font.glyphForCodePoint(code).advanceWidth / font.unitsPerEm);
    expect(characterSet.length).toBeGreaterThan(50);
    expect(widths(measured)).toEqual(widths(loaded));
  }
});
