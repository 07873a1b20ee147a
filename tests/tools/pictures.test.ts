import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PICTURE_FOLDER, PICTURE_NAMES, PICTURES, type Picture } from '#tests/pictures/pictureList.ts';
import { root } from '#tools/install.mjs';

const MAX_PICTURE_BYTES = 150_000;
const MAX_TOTAL_BYTES = 600_000;

/** GitHub shows documents about 900 CSS pixels wide. */
const MAX_PICTURE_WIDTH_PX = 1_600;

const MIN_ALT_LENGTH = 40;

const listedPaths = PICTURE_NAMES.map(name => `${PICTURE_FOLDER}/${name}.webp`);
const readSize = (path: string) => statSync(join(root, path)).size;

/** Images of the documents in the root folder, in Markdown or HTML. Addresses of other hosts are included. */
const shownImages = readdirSync(root)
  .filter(name => name.endsWith('.md'))
  .flatMap(name => {
    const text = readFileSync(join(root, name), 'utf8');
    const markdown = [...text.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, alt = '', path = '']) => ({
      path,
      alt,
    }));
    const html = [...text.matchAll(/<img\s[^>]*>/g)].map(([tag]) => ({
      path: /\ssrc="([^"]*)"/.exec(tag)?.[1] ?? '',
      alt: /\salt="([^"]*)"/.exec(tag)?.[1] ?? '',
    }));
    return [...markdown, ...html].map(image => ({ document: name, ...image }));
  });

test('the folder has exactly the listed pictures', () => {
  const files = readdirSync(join(root, PICTURE_FOLDER)).map(file => `${PICTURE_FOLDER}/${file}`);
  expect(files.toSorted()).toEqual(listedPaths.toSorted());
});

test('the documents show each listed picture once, and no other image', () => {
  expect(shownImages.map(({ path }) => path).toSorted()).toEqual(listedPaths.toSorted());
});

test('each picture has an alt text of its own that describes it', () => {
  const short = shownImages.filter(({ alt }) => alt.length < MIN_ALT_LENGTH);
  expect(short).toEqual([]);
  expect(new Set(shownImages.map(({ alt }) => alt)).size).toBe(shownImages.length);
});

test.for(PICTURE_NAMES)('%s has the listed size in pixels and few bytes', async name => {
  const { width, height, scale, isFullPage }: Picture = PICTURES[name];
  const path = `${PICTURE_FOLDER}/${name}.webp`;
  const metadata = await sharp(join(root, path)).metadata();
  expect(metadata).toMatchObject({ format: 'webp', width: width * scale });
  if (isFullPage) expect(metadata.height).toBeGreaterThanOrEqual(height * scale);
  else expect(metadata.height).toBe(height * scale);
  expect(metadata.width).toBeLessThanOrEqual(MAX_PICTURE_WIDTH_PX);
  expect(readSize(path)).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
});

test('all pictures together are small', () => {
  const total = listedPaths.reduce((sum, path) => sum + readSize(path), 0);
  expect(total).toBeLessThanOrEqual(MAX_TOTAL_BYTES);
});
