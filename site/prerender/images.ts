import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { PREVIEW } from './head.ts';

const drawing = (name: string) => readFile(fileURLToPath(new URL(name, import.meta.url)));

/** The icons and the preview that are made of our own drawings: file name → PNG, or an icon of Windows' kind. */
export async function images(): Promise<Record<string, Buffer>> {
  const [sign, preview] = await Promise.all([drawing('../public/favicon.svg'), drawing('preview.svg')]);
  // The same sign without round corners, small enough for any mask.
  const text = sign.toString('utf8');
  const full = Buffer.from(
    text
      .replace(/ rx="\d+"/, '')
      .replace('0 0 28 28', '-7 -7 42 42')
      .replace('<rect ', '<rect x="-7" y="-7" ')
      .replace('width="28" height="28"', 'width="42" height="42"'),
  );
  const square = Buffer.from(text.replace(/ rx="\d+"/, ''));
  const small = await png(sign, 48);
  return {
    'icon-192.png': await png(sign, 192),
    'icon-512.png': await png(sign, 512),
    'icon-maskable-512.png': await png(full, 512),
    'apple-touch-icon.png': await png(square, 180),
    'favicon.ico': icon(small, 48),
    [PREVIEW.file]: await sharp(preview)
      .resize(PREVIEW.width, PREVIEW.height)
      .png({ palette: true })
      .toBuffer(),
  };
}

/** 28 units to a side, drawn as large as it is needed. */
function png(svg: Buffer, size: number): Promise<Buffer> {
  return sharp(svg, { density: (72 * size) / 28 })
    .resize(size, size)
    .png({ palette: true })
    .toBuffer();
}

/** One PNG of `size` pixels as an .ico file. */
function icon(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
