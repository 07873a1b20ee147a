import { readFileSync, readdirSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createLogo, formatLogoModule, logoKeys, readLogoSvg } from '#tools/icons/coinLogos.ts';

const LOGO_FOLDER = new URL('../../widget/icons/logos/', import.meta.url);

/** Size after Brotli that a logo's module may have. */
const MAX_LOGO_BYTES = 1_000;

/** Renders an SVG document to RGBA bytes. */
const rasterize = (svg: string) => sharp(Buffer.from(svg)).resize(256, 256).ensureAlpha().raw().toBuffer();

const drawLogo = (key: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32">${createLogo(key)
    .map(([d, opacity = '1']) => `<path d="${d}" fill="#fff" fill-opacity="${opacity}"/>`)
    .join('')}</svg>`;

test('widget/icons/logos/ has a module for each logo and no other', () => {
  expect(readdirSync(LOGO_FOLDER).toSorted()).toEqual(logoKeys.map(key => `${key}.ts`));
});

test.each(logoKeys)('logos/%s.ts is the output of `node tools/icons/coinLogos.ts`, up to 1 kB', async key => {
  const source = readFileSync(new URL(`${key}.ts`, LOGO_FOLDER), 'utf8');
  expect(source).toBe(await formatLogoModule(key));
  expect(brotliCompressSync(source).length).toBeLessThan(MAX_LOGO_BYTES);
});

test.each(logoKeys)('the paths of %s look like the icon of the package', async key => {
  const [drawn, original] = [await rasterize(drawLogo(key)), await rasterize(readLogoSvg(key))];
  expect(drawn).toHaveLength(original.length);
  const differentBytes = drawn.filter((byte, index) => Math.abs(byte - (original[index] ?? 0)) > 40);
  expect(differentBytes.length / drawn.length).toBeLessThan(0.002);
});
