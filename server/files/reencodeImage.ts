import sharp, { type Sharp } from 'sharp';

/** Images that are taken: what they begin with, and what sharp calls them. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp';

const SHARP_FORMATS: Readonly<Record<ImageType, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/** Longest edge of what is kept, pixels: small print stays readable. */
const MAX_EDGE_PIXELS = 4_000;

/** Seconds that one image may take. */
const IMAGE_TIMEOUT_SECONDS = 15;

// Nothing of one person's picture stays in memory for the next.
sharp.cache(false);

/** What an image is by its first bytes, null when it is none of those that are taken. */
export function detectImageType(bytes: Uint8Array): ImageType | null {
  const matchesBytes = (at: number, ...values: number[]) =>
    values.every((value, index) => bytes[at + index] === value);
  if (matchesBytes(0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (matchesBytes(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  // RIFF, four bytes of length, WEBP.
  if (matchesBytes(0, 0x52, 0x49, 0x46, 0x46) && matchesBytes(8, 0x57, 0x45, 0x42, 0x50)) return 'image/webp';
  return null;
}

/** The picture alone, upright: no EXIF, no place, no second file hidden behind it. Or why it cannot be had. */
export type ReencodedImage =
  | { ok: true; type: ImageType; content: Uint8Array }
  | { ok: false; code: 'file_type' | 'file_pixels' | 'file_broken' };

/** Most of it there may be: pixels before anything is decoded, bytes of what is kept. */
export interface ImageLimits {
  maxPixels: number;
  maxBytes: number;
}

/** One after the other: a picture of 40 million pixels takes over a hundred megabytes while it is drawn. */
let lastTask: Promise<unknown> = Promise.resolve();

/** Draws an image anew. */
export function reencodeImage(bytes: Uint8Array, limits: ImageLimits): Promise<ReencodedImage> {
  const task = lastTask.then(() => processImage(bytes, limits));
  lastTask = task.catch(() => undefined);
  return task;
}

async function processImage(bytes: Uint8Array, limits: ImageLimits): Promise<ReencodedImage> {
  const type = detectImageType(bytes);
  if (type === null) return { ok: false, code: 'file_type' };
  try {
    // The header is read first: what it promises is refused before a pixel is unpacked.
    const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (format !== SHARP_FORMATS[type]) return { ok: false, code: 'file_broken' };
    if (width * height > limits.maxPixels) return { ok: false, code: 'file_pixels' };
    const upright = sharp(bytes, {
      limitInputPixels: limits.maxPixels,
      failOn: 'error',
      sequentialRead: true,
    })
      .rotate()
      .resize({ width: MAX_EDGE_PIXELS, height: MAX_EDGE_PIXELS, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: IMAGE_TIMEOUT_SECONDS });
    const encoded = await encodeImage(upright.clone(), type);
    if (encoded.length <= limits.maxBytes) return { ok: true, type, content: encoded };
    // A drawing with few colours may grow when it is packed anew.
    return {
      ok: true,
      type: 'image/jpeg',
      content: await encodeImage(upright.clone().flatten(), 'image/jpeg'),
    };
  } catch {
    return { ok: false, code: 'file_broken' };
  }
}

function encodeImage(image: Sharp, type: ImageType): Promise<Uint8Array> {
  if (type === 'image/png') return image.png().toBuffer();
  if (type === 'image/webp') return image.webp({ quality: 88 }).toBuffer();
  return image.jpeg({ quality: 88 }).toBuffer();
}
