import { readFileSync } from 'node:fs';
import { create } from 'fontkitten';
import { expect, test } from 'vitest';
import { createFontSubset, formatFontSheet, MAX_FONT_BYTES, SUBSETS } from '#tools/fonts/subsetFonts.ts';

const readFontFile = (file: string) => readFileSync(new URL(`../../../site/fonts/${file}`, import.meta.url));

test('site/fonts/golosText.css is the output of `node tools/fonts/subsetFonts.ts`', async () => {
  expect(await formatFontSheet()).toBe(readFontFile('golosText.css').toString());
});

test.for(Object.entries(SUBSETS))(
  'the subset %s is the output of the same program, and small',
  async ([name, characters]) => {
    const file = readFontFile(`golos-text-${name}.woff2`);
    expect(file.equals(await createFontSubset(name))).toBe(true);
    expect(file.length).toBeLessThanOrEqual(MAX_FONT_BYTES);
    const font = create(file);
    if (font.isCollection) throw new Error('a collection of fonts');
    // A subset without a glyph for a character would show an empty box instead of the fallback font.
    expect(
      [...characters].filter(character => !font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
    ).toEqual([]);
    expect(font.variationAxes).toMatchObject({ wght: { min: 400, max: 600 } });
  },
);
