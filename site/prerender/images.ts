import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { PREVIEW_IMAGE } from './headTags.ts';

const readDrawing = (name: string) => readFile(fileURLToPath(new URL(name, import.meta.url)));

/** Renders the icons and the link preview image from SVG: file name → PNG or ICO. */
export async function renderImages(): Promise<Record<string, Buffer>> {
  const [faviconSvg, previewSvg] = await Promise.all([
    readDrawing('../public/favicon.svg'),
    readDrawing('preview.svg'),
  ]);
  // Maskable icon: no rounded corners, and a margin so that any mask leaves the logo intact.
  const faviconText = faviconSvg.toString('utf8');
  const maskableSvg = Buffer.from(
    faviconText
      .replace(/ rx="\d+"/, '')
      .replace('0 0 28 28', '-7 -7 42 42')
      .replace('<rect ', '<rect x="-7" y="-7" ')
      .replace('width="28" height="28"', 'width="42" height="42"'),
  );
  const squareSvg = Buffer.from(faviconText.replace(/ rx="\d+"/, ''));
  const faviconPng = await renderPng(faviconSvg, 48);
  return {
    'icon-192.png': await renderPng(faviconSvg, 192),
    'icon-512.png': await renderPng(faviconSvg, 512),
    'icon-maskable-512.png': await renderPng(maskableSvg, 512),
    'apple-touch-icon.png': await renderPng(squareSvg, 180),
    'favicon.ico': encodeIco(faviconPng, 48),
    [PREVIEW_IMAGE.file]: await sharp(previewSvg)
      .resize(PREVIEW_IMAGE.width, PREVIEW_IMAGE.height)
      .png({ palette: true })
      .toBuffer(),
  };
}

/** Renders a 28 × 28 SVG as a PNG of `size` pixels. */
function renderPng(svg: Buffer, size: number): Promise<Buffer> {
  return sharp(svg, { density: (72 * size) / 28 })
    .resize(size, size)
    .png({ palette: true })
    .toBuffer();
}

/** Wraps a PNG of `size` pixels in an .ico file. */
function encodeIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
