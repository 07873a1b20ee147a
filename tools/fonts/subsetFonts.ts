import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import subsetFont from 'subset-font';
import { root } from '../install.mjs';
import { resolveFontPath } from './systemFonts.ts';

// `node tools/fonts/subsetFonts.ts` writes the subsets of Golos Text and their style sheet into site/fonts/.
const OUTPUT = join(root, 'site/fonts');
const SHEET = join(OUTPUT, 'golosText.css');

/** Weights that the interface uses. A weight above the range gets the heaviest, without synthetic bold. */
const WEIGHTS = { min: 400, max: 600 };

/** Size limit of a subset, bytes. Fonts compete with the form's code for the first second of a slow connection. */
export const MAX_FONT_BYTES = 12_000;

const listCharacters = (first: string, last: string) =>
  Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, index) =>
    String.fromCharCode(first.charCodeAt(0) + index),
  ).join('');

/**
 * Characters of the interface's texts by the package's file that has them; other characters use the fallback fonts.
 * The spaces are in the Cyrillic file, so that Russian text does not wrap differently when the Latin file arrives
 * later. Code uses a monospace font, so its punctuation is not listed.
 */
export const SUBSETS: Readonly<Record<string, string>> = {
  cyrillic: ` \u00A0${listCharacters('А', 'я')}Ёё№`,
  latin: `${listCharacters('0', '9')}${listCharacters('A', 'Z')}${listCharacters('a', 'z')}.,:;!?()«»’"'-–—−+×=/%&@$·•…`,
  'latin-ext': '₽',
};

/** The subset of a file of Golos Text, WOFF2. */
export function createFontSubset(name: string): Promise<Buffer> {
  const source = resolveFontPath(
    `@fontsource-variable/golos-text/files/golos-text-${name}-wght-normal.woff2`,
  );
  const options = {
    targetFormat: 'woff2' as const,
    variationAxes: { wght: WEIGHTS },
    keepFeatures: ['kern', 'tnum'],
    noHinting: true,
    // Without the variation of kerning by weight, which is below 1/100 em and 1 kB.
    dropTables: ['GDEF'],
  };
  return subsetFont(readFileSync(source), SUBSETS[name] ?? '', options);
}

/** Formats code points as `unicode-range`, with runs as ranges. */
function formatUnicodeRange(characters: string): string {
  const codes = [...characters].map(character => character.codePointAt(0) ?? 0).toSorted((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const code of codes) {
    const run = runs.at(-1);
    if (run && run[1] === code - 1) run[1] = code;
    else runs.push([code, code]);
  }
  const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0');
  return runs.map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`).join(', ');
}

/** Formats the style sheet of the site's font. */
export async function formatFontSheet(): Promise<string> {
  const rules = Object.entries(SUBSETS).map(
    ([name, characters]) => `@font-face {
  font-family: 'Golos Text';
  src: url('./golos-text-${name}.woff2') format('woff2');
  font-weight: 400 900;
  font-display: optional;
  unicode-range: ${formatUnicodeRange(characters)};
}`,
  );
  const comment = `/* Written by tools/fonts/subsetFonts.ts: Golos Text (OFL), the characters of the interface. It never replaces a
 * fallback font that is already painted: decisions/fonts.md. */`;
  return format(["@import './fallbackFonts.css';", comment, ...rules].join('\n'), {
    ...(await resolveConfig(SHEET)),
    parser: 'css',
  });
}

if (import.meta.main) {
  writeFileSync(SHEET, await formatFontSheet());
  for (const name of Object.keys(SUBSETS))
    writeFileSync(join(OUTPUT, `golos-text-${name}.woff2`), await createFontSubset(name));
}
