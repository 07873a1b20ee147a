import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFontStack } from '@capsizecss/core';
import { create, type Font } from 'fontkitten';
import { format, resolveConfig } from 'prettier';
import { root } from '../install.mjs';
import { resolveFontPath, SYSTEM_FONT_FILES } from './systemFonts.ts';

// `node tools/fonts/fallbackFonts.ts` writes site/fonts/fallbackFonts.css.
const OUTPUT = join(root, 'site/fonts/fallbackFonts.css');

/** Visible text of the home page and of /faq, used to compute average character widths. */
const SAMPLE = readFileSync(join(root, 'tools/fonts/fallbackSample.txt'), 'utf8')
  .replaceAll(/\s+/g, ' ')
  .trim();

/** Golos Text in the weights that pages use, with the range of `font-weight` that each covers. */
const WEIGHTS = [
  { file: '400Regular/GolosText_400Regular', range: '400 449', style: 'regular' },
  { file: '500Medium/GolosText_500Medium', range: '450 549', style: 'regular' },
  { file: '600SemiBold/GolosText_600SemiBold', range: '550 900', style: 'bold' },
] as const;

/** One style of a system font: its full and PostScript names for `local()`, and a file with its widths. */
interface Face {
  names: readonly string[];
  file: string;
  /** Factor from the file's widths to the font's. */
  scale?: number;
}

const { Arial, Roboto, 'DejaVu Sans': dejaVuSans } = SYSTEM_FONT_FILES;

/**
 * No package has Helvetica Neue. Its Latin letters are 450/1000 em wide, Arial's 913/2048, by @capsizecss/metrics
 * 4.3.0; we assume the same factor for Cyrillic and for bold.
 */
const HELVETICA_NEUE_SCALE = 450 / 1000 / (913 / 2048);

/** Families in the order of `--font`. */
const FAMILIES: Readonly<Record<string, { regular: Face; bold: Face }>> = {
  'Golos Text Arial': {
    regular: { names: ['Arial', 'ArialMT', 'Liberation Sans', 'LiberationSans'], file: Arial.regular },
    bold: {
      names: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'LiberationSans-Bold'],
      file: Arial.bold,
    },
  },
  'Golos Text Roboto': {
    regular: { names: ['Roboto', 'Roboto Regular', 'Roboto-Regular'], file: Roboto.regular },
    bold: { names: ['Roboto Bold', 'Roboto-Bold'], file: Roboto.bold },
  },
  'Golos Text Helvetica Neue': {
    regular: { names: ['Helvetica Neue', 'HelveticaNeue'], file: Arial.regular, scale: HELVETICA_NEUE_SCALE },
    bold: {
      names: ['Helvetica Neue Bold', 'HelveticaNeue-Bold'],
      file: Arial.bold,
      scale: HELVETICA_NEUE_SCALE,
    },
  },
  'Golos Text DejaVu Sans': {
    regular: { names: ['DejaVu Sans', 'DejaVuSans'], file: dejaVuSans.regular },
    bold: { names: ['DejaVu Sans Bold', 'DejaVuSans-Bold'], file: dejaVuSans.bold },
  },
};

function readFont(file: string): Font {
  const font = create(readFileSync(resolveFontPath(file)));
  if (font.isCollection) throw new Error(`${file} has several fonts`);
  return font;
}

/** Measures the metrics that capsize needs. The average width is that of the sample; capsize's own are for English. */
function measureFont(file: string, scale = 1) {
  const font = readFont(file);
  const { ascent, capHeight, descent, familyName, lineGap, unitsPerEm, xHeight } = font;
  const widths = font.glyphsForString(SAMPLE).map(glyph => glyph.advanceWidth);
  const xWidthAvg = (scale * widths.reduce((sum, width) => sum + width, 0)) / widths.length;
  return { ascent, capHeight, descent, familyName, lineGap, unitsPerEm, xHeight, xWidthAvg };
}

/** Formats a @font-face rule that scales a system font to the widths and line height of Golos Text in one weight. */
function formatFontFace(family: string, { names, file, scale }: Face, golos: string, range: string): string {
  const { fontFaces } = createFontStack(
    [measureFont(`@expo-google-fonts/golos-text/${golos}.ttf`), measureFont(file, scale)],
    { fontFaceFormat: 'styleObject' },
  );
  const [{ '@font-face': values } = { '@font-face': undefined }] = fontFaces;
  return `@font-face {
    font-family: '${family}';
    src: ${names.map(name => `local('${name}')`).join(', ')};
    font-weight: ${range};
    size-adjust: ${values?.sizeAdjust ?? '100%'};
    ascent-override: ${values?.ascentOverride ?? 'normal'};
    descent-override: ${values?.descentOverride ?? 'normal'};
    line-gap-override: ${values?.lineGapOverride ?? '0%'};
  }`;
}

/** Formats the style sheet of the fallback fonts. */
export async function formatFallbackFonts(): Promise<string> {
  const rules = Object.entries(FAMILIES).flatMap(([family, styles]) =>
    WEIGHTS.map(({ file, range, style }) => formatFontFace(family, styles[style], file, range)),
  );
  const comment =
    '/* Written by tools/fonts/fallbackFonts.ts: system fonts with the average character widths and the line height of Golos Text. */';
  return format([comment, ...rules].join('\n'), { ...(await resolveConfig(OUTPUT)), parser: 'css' });
}

if (import.meta.main) writeFileSync(OUTPUT, await formatFallbackFonts());
