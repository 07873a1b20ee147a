import { createFontEnvironment } from '../fonts/systemFonts.ts';
import { findChromium } from './chromium.ts';

/** Launch options of Chromium for every suite: CHROMIUM_PATH or the first on PATH, without background requests. */
export const chromiumLaunchOptions = {
  executablePath: process.env.CHROMIUM_PATH || (findChromium(process.env.PATH ?? '') ?? '/usr/bin/chromium'),
  // The machine's own fonts would change widths and line breaks.
  env: createFontEnvironment('DejaVu Sans'),
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
