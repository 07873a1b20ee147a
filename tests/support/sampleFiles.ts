import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A single-colour picture with noise, like a photo or a screenshot. */
export function createImage(
  format: 'jpeg' | 'png' | 'webp',
  { width = 320, height = 200, seed = 1 } = {},
): Promise<Uint8Array> {
  const pixels = Buffer.alloc(width * height * 3);
  let state = seed;
  for (let n = 0; n < pixels.length; n++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    pixels[n] = 90 + ((state >>> 16) & 15);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/** A rotated JPEG with location and camera metadata in EXIF. */
export async function createGeotaggedJpeg(): Promise<Uint8Array> {
  return sharp(await createImage('jpeg'))
    .withExif({
      IFD0: { Make: 'SecretCamera', Copyright: 'Ivan Petrov' },
      IFD3: { GPSLatitude: '55/1 45/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** A minimal PDF that includes `more`. */
export function createPdf(content = ''): Uint8Array {
  return new TextEncoder().encode(`%PDF-1.4\n${content}\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n`);
}

/** A black PNG with this many pixels and a very small compressed size. */
export function createPixelBomb(width: number, height: number): Uint8Array {
  const chunk = (name: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(calculateCrc32(body), body.length + 4);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit per pixel, greyscale.
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', new Uint8Array()),
  ]);
}

function calculateCrc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}
