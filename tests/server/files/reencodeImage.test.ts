import sharp from 'sharp';
import { expect, test } from 'vitest';
import { reencodeImage } from '#server/platform/files/reencodeImage.ts';

const limits = { maxPixels: 100 * 100, maxBytes: 1024 * 1024 };

/** An image of one colour, with the largest number of pixels. */
const createImage = (channels: 3 | 4 = 3) =>
  sharp({ create: { width: 100, height: 100, channels, background: '#aacf17' } });

// Decoding by rows needs little memory, whatever the size of the image.
test.each([
  ['a JPEG', createImage().jpeg()],
  ['a rotated JPEG', createImage().jpeg().withMetadata({ orientation: 6 })],
  ['a progressive JPEG', createImage().jpeg({ progressive: true })],
  ['a PNG with transparency', createImage(4).png()],
  ['an interlaced PNG', createImage().png({ progressive: true })],
  ['a WebP', createImage().webp()],
])('%s of the largest size is accepted', async (_, image) => {
  expect(await reencodeImage(await image.toBuffer(), limits)).toMatchObject({ ok: true });
});

test.each([
  ['a rotated progressive JPEG', createImage().jpeg({ progressive: true }).withMetadata({ orientation: 6 })],
  ['an interlaced PNG with transparency', createImage(4).png({ progressive: true })],
  ['an interlaced PNG of 16 bits', createImage().toColourspace('rgb16').png({ progressive: true })],
  ['a rotated WebP', createImage().webp().withMetadata({ orientation: 6 })],
])('%s of the largest size is refused, because decoding takes too much memory', async (_, image) => {
  expect(await reencodeImage(await image.toBuffer(), limits)).toEqual({ ok: false, code: 'file_pixels' });
});
