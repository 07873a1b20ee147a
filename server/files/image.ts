import sharp, { type Sharp } from 'sharp';

/** Images that are taken: what they begin with, and what sharp calls them. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp';

const FORMATS: Readonly<Record<ImageType, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/** Longest edge of what is kept, pixels: small print stays readable. */
const EDGE = 4_000;

/** Seconds that one image may take. */
const PATIENCE = 15;

// Nothing of one person's picture stays in memory for the next.
sharp.cache(false);

/** What an image is by its first bytes, null when it is none of those that are taken. */
export function typeOf(bytes: Uint8Array): ImageType | null {
  const begins = (at: number, ...values: number[]) => values.every((value, n) => bytes[at + n] === value);
  if (begins(0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (begins(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  // RIFF, four bytes of length, WEBP.
  if (begins(0, 0x52, 0x49, 0x46, 0x46) && begins(8, 0x57, 0x45, 0x42, 0x50)) return 'image/webp';
  return null;
}

/** The picture alone, upright: no EXIF, no place, no second file hidden behind it. Or why it cannot be had. */
export type Redrawn =
  | { ok: true; type: ImageType; content: Uint8Array }
  | { ok: false; code: 'file_type' | 'file_pixels' | 'file_broken' };

/** Most of it there may be: pixels before anything is decoded, bytes of what is kept. */
export interface Most {
  pixels: number;
  bytes: number;
}

/** One after the other: a picture of 40 million pixels takes over a hundred megabytes while it is drawn. */
let last: Promise<unknown> = Promise.resolve();

/** Draws an image anew. */
export function redraw(bytes: Uint8Array, most: Most): Promise<Redrawn> {
  const turn = last.then(() => draw(bytes, most));
  last = turn.catch(() => undefined);
  return turn;
}

async function draw(bytes: Uint8Array, most: Most): Promise<Redrawn> {
  const type = typeOf(bytes);
  if (type === null) return { ok: false, code: 'file_type' };
  try {
    // The header is read first: what it promises is refused before a pixel is unpacked.
    const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (format !== FORMATS[type]) return { ok: false, code: 'file_broken' };
    if (width * height > most.pixels) return { ok: false, code: 'file_pixels' };
    const upright = sharp(bytes, { limitInputPixels: most.pixels, failOn: 'error', sequentialRead: true })
      .rotate()
      .resize({ width: EDGE, height: EDGE, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: PATIENCE });
    const same = await encode(upright.clone(), type);
    if (same.length <= most.bytes) return { ok: true, type, content: same };
    // A drawing with few colours may grow when it is packed anew.
    return { ok: true, type: 'image/jpeg', content: await encode(upright.clone().flatten(), 'image/jpeg') };
  } catch {
    return { ok: false, code: 'file_broken' };
  }
}

function encode(picture: Sharp, type: ImageType): Promise<Uint8Array> {
  if (type === 'image/png') return picture.png().toBuffer();
  if (type === 'image/webp') return picture.webp({ quality: 88 }).toBuffer();
  return picture.jpeg({ quality: 88 }).toBuffer();
}
