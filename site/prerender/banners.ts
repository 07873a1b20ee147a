import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  BANNER_SIZES,
  BANNER_THEMES,
  getBannerPath,
  type BannerSize,
  type BannerTheme,
} from '../referral/banners.ts';

/** Position of a text in `preview.svg`. Its letters are outlines, because a banner can load no font. */
interface Outline {
  path: string;
  left: number;
  top: number;
  width: number;
}

/** Bounds of the outlines in `preview.svg`, in their order: the name, and the headline's two lines. */
const OUTLINE_BOUNDS = [
  { left: 175.7, top: 112.8, width: 260.6 },
  { left: 88.4, top: 295.6, width: 778.6 },
  { left: 86.3, top: 410.6, width: 420 },
] as const;

/** On a light ground lime has too little contrast for a line: there the accent is darker. */
const COLORS: Readonly<Record<BannerTheme, { ground: string; text: string; accent: string; line: string }>> =
  {
    dark: { ground: '#0b0d0a', text: '#f1f4ea', accent: '#aacf17', line: '#252a21' },
    light: { ground: '#fff', text: '#11150a', accent: '#5f7500', line: '#d9decf' },
  };

/** Positions of a banner's parts. `mark`: size of the logo's square; the name and the headline: their widths. */
interface Layout {
  mark: { x: number; y: number; size: number };
  name: { x: number; y: number; width: number };
  /** One line if it has one position. */
  headline: readonly { x: number; y: number; width: number }[];
}

/** The layouts by the banner's width. */
const LAYOUTS: Readonly<Record<BannerSize['width'], Layout>> = {
  728: {
    mark: { x: 20, y: 23, size: 44 },
    name: { x: 72, y: 34, width: 106 },
    headline: [
      { x: 246, y: 27, width: 290 },
      { x: 548, y: 27, width: 156.4 },
    ],
  },
  468: {
    mark: { x: 12, y: 14, size: 31 },
    name: { x: 48, y: 22, width: 74 },
    headline: [
      { x: 156, y: 18, width: 188 },
      { x: 352, y: 18, width: 101.4 },
    ],
  },
  300: {
    mark: { x: 22, y: 24, size: 44 },
    name: { x: 74, y: 35, width: 106 },
    headline: [
      { x: 24, y: 122, width: 250 },
      { x: 24, y: 162, width: 134.9 },
    ],
  },
  240: {
    mark: { x: 20, y: 28, size: 48 },
    name: { x: 76, y: 40, width: 118 },
    headline: [
      { x: 22, y: 176, width: 196 },
      { x: 22, y: 208, width: 105.7 },
    ],
  },
  88: { mark: { x: 4, y: 4, size: 22 }, name: { x: 29, y: 9.5, width: 54 }, headline: [] },
};

/** Draws the banners for partners' pages: file name → SVG. */
export function drawBanners(): Record<string, string> {
  const outlines = readOutlines();
  return Object.fromEntries(
    BANNER_SIZES.flatMap(size =>
      BANNER_THEMES.map(theme => [getBannerPath(size, theme).slice(1), drawBanner(size, theme, outlines)]),
    ),
  );
}

function readOutlines(): Outline[] {
  const preview = readFileSync(fileURLToPath(new URL('preview.svg', import.meta.url)), 'utf8');
  // The ground of the picture is a path without letters.
  const paths = [...preview.matchAll(/<path fill="#f1f4ea" d="([^"]+)"/g)].map(([, path = '']) => path);
  if (paths.length !== OUTLINE_BOUNDS.length) throw new Error('preview.svg has other outlines');
  return OUTLINE_BOUNDS.map((bounds, index) => ({ ...bounds, path: paths[index] ?? '' }));
}

function drawBanner({ width, height }: BannerSize, theme: BannerTheme, outlines: readonly Outline[]): string {
  const { ground, text, accent, line } = COLORS[theme];
  const { mark, name, headline } = LAYOUTS[width];
  const barHeight = height > 40 ? 3 : 2;
  const letters = [name, ...headline].map((place, index) => placeOutline(outlines[index], place));
  const bar = `M0 ${height - barHeight}h`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<path fill="${ground}" d="M0 0h${width}v${height}H0z"/>`,
    `<g transform="translate(${mark.x} ${mark.y}) scale(${round(mark.size / 28)})" stroke-width="5">`,
    `<path stroke="${text}" d="M4 10.5h15"/><path stroke="${accent}" d="M9 18.5h15"/></g>`,
    `<g fill="${text}">${letters.join('')}</g>`,
    `<path fill="${line}" d="${bar}${width}v${barHeight}H0z"/>`,
    `<path fill="${accent}" d="${bar}${round(width * 0.6)}v${barHeight}H0z"/>`,
    '</svg>\n',
  ].join('');
}

function placeOutline(outline: Outline | undefined, place: { x: number; y: number; width: number }): string {
  if (!outline) return '';
  const { path, left, top, width } = outline;
  const scale = place.width / width;
  const move = `translate(${round(place.x - left * scale)} ${round(place.y - top * scale)})`;
  return `<path transform="${move} scale(${round(scale)})" d="${path}"/>`;
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;
