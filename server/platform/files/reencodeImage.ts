import sharp, { type Metadata, type Sharp } from 'sharp';

/** The accepted image types. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp';

const SHARP_FORMATS: Readonly<Record<ImageType, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/** Maximum edge length of a stored image: small print stays readable. */
const MAX_EDGE_PIXELS = 4_000;

/** Time limit for processing one image. */
const IMAGE_TIMEOUT_SECONDS = 15;

// No cache, so that images do not stay in memory after their request. One thread, so that another core serves requests.
sharp.cache(false);
sharp.concurrency(1);

/** Detects the type of an image by its first bytes. Null if it is not an accepted type. */
export function detectImageType(bytes: Uint8Array): ImageType | null {
  const matchesBytes = (at: number, ...values: number[]) =>
    values.every((value, index) => bytes[at + index] === value);
  if (matchesBytes(0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (matchesBytes(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  // "RIFF", four bytes of length, "WEBP".
  if (matchesBytes(0, 0x52, 0x49, 0x46, 0x46) && matchesBytes(8, 0x57, 0x45, 0x42, 0x50)) return 'image/webp';
  return null;
}

/** The re-encoded image (upright, without EXIF, GPS position and appended data), or the code of the refusal. */
export type ReencodedImage =
  | { ok: true; type: ImageType; content: Uint8Array }
  | { ok: false; code: 'file_type' | 'file_pixels' | 'file_broken' };

/** Limits of an image. */
export interface ImageLimits {
  /** Checked in the header, before decoding. Decoding may take three bytes per pixel. */
  maxPixels: number;
  /** Size of the result; a larger one is converted to JPEG. */
  maxBytes: number;
}

/** Decodes and re-encodes an image, which removes everything but its pixels. Never rejects. */
export async function reencodeImage(bytes: Uint8Array, limits: ImageLimits): Promise<ReencodedImage> {
  const type = detectImageType(bytes);
  if (type === null) return { ok: false, code: 'file_type' };
  try {
    // Reads only the header, so that an oversized image is refused before decoding.
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { width, height, format } = metadata;
    if (format !== SHARP_FORMATS[type]) return { ok: false, code: 'file_broken' };
    if (width * height > limits.maxPixels || estimateDecodedBytes(metadata) > limits.maxPixels * 3)
      return { ok: false, code: 'file_pixels' };
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
    // Re-encoding can enlarge an image with few colours.
    return {
      ok: true,
      type: 'image/jpeg',
      content: await encodeImage(upright.clone().flatten(), 'image/jpeg'),
    };
  } catch {
    return { ok: false, code: 'file_broken' };
  }
}

/**
 * Estimates the memory for decoding, bytes. Images are decoded by rows, unless they are rotated, interlaced or WebP. A
 * progressive JPEG is decoded by rows from coefficients of twice its size, at half the resolution for colours.
 */
function estimateDecodedBytes({
  width,
  height,
  channels,
  depth,
  format,
  isProgressive,
  orientation,
}: Metadata): number {
  const imageBytes = width * height * channels * (depth === 'uchar' ? 1 : 2);
  const isRotated = (orientation ?? 1) > 1;
  const isDecodedWhole = format === 'webp' || isProgressive;
  return (isRotated ? imageBytes : 0) + (isDecodedWhole ? imageBytes : 0);
}

function encodeImage(image: Sharp, type: ImageType): Promise<Uint8Array> {
  if (type === 'image/png') return image.png().toBuffer();
  if (type === 'image/webp') return image.webp({ quality: 88 }).toBuffer();
  // Optimised coding would make it a few percent smaller, and keep the whole image in memory.
  return image.jpeg({ quality: 88, optimiseCoding: false }).toBuffer();
}
