import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import sharp from 'sharp';
import { startShopServer } from '#tests/support/shopServer.ts';
import { buildAll } from '#tools/build.ts';
import { createFontEnvironment } from '#tools/fonts/systemFonts.ts';
import { root } from '#tools/install.mjs';
import { listChromiumSources } from '#tools/programs/chromium.ts';
import { chromiumLaunchOptions } from '#tools/programs/chromiumLaunchOptions.ts';
import { resolveProgram } from '#tools/programs/programSources.ts';
import { startPictureExchange } from './pictureExchange.ts';
import { PICTURE_FOLDER, PICTURE_NAMES, PICTURES, type Picture, type PictureName } from './pictureList.ts';
import { PICTURE_SCENES, type PictureServers } from './pictureScenes.ts';
import { PICTURE_TIME } from './pictureTime.ts';

// `npm run pictures`: writes the pictures of the documents, taken from the running product.

const folder = join(root, PICTURE_FOLDER);

/** Loads the site's fonts into the browser's cache: a font that arrives late does not replace its fallback. */
async function cacheFonts(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(origin);
  // The site's fallback fonts are the system's, which may lack some.
  await page.evaluate(() => Promise.allSettled([...document.fonts].map(font => font.load())));
  await page.close();
}

/** Opens the page of a picture and returns the picture as WebP. Throws if the page reports an error. */
async function takePicture(browser: Browser, name: PictureName, servers: PictureServers): Promise<Buffer> {
  const { width, height, scale, isFullPage = false }: Picture = PICTURES[name];
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    reducedMotion: 'reduce',
  });
  await cacheFonts(context, servers.exchange.origin);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', error => errors.push(String(error)));
  await page.clock.setFixedTime(PICTURE_TIME);
  await PICTURE_SCENES[name](page, servers);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  const screenshot = await page.screenshot({ animations: 'disabled', fullPage: isFullPage });
  await context.close();
  if (errors.length > 0) throw new Error(`${name}: ${errors.join('\n')}`);
  return sharp(screenshot).webp({ lossless: true, effort: 6 }).toBuffer();
}

async function launchBrowser(): Promise<Browser> {
  const executablePath = await resolveProgram(listChromiumSources(process.env), console.error, 'Chromium');
  if (!executablePath) throw new Error('The pictures need a Chromium');
  return chromium.launch({
    ...chromiumLaunchOptions,
    executablePath,
    // The font of the shop's page. The exchange's own pages bring theirs.
    env: createFontEnvironment('Roboto'),
  });
}

async function takePictures(browser: Browser, servers: PictureServers): Promise<void> {
  const pictures = new Map<PictureName, Buffer>();
  for (const name of PICTURE_NAMES) pictures.set(name, await takePicture(browser, name, servers));
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
  for (const [name, bytes] of pictures) {
    writeFileSync(join(folder, `${name}.webp`), bytes);
    console.log(`${PICTURE_FOLDER}/${name}.webp, ${(bytes.length / 1000).toFixed(0)} kB`);
  }
}

async function main(): Promise<void> {
  await buildAll();
  const browser = await launchBrowser();
  const cleanups: (() => unknown)[] = [() => browser.close()];
  try {
    const exchange = await startPictureExchange();
    cleanups.unshift(exchange.close);
    const shop = await startShopServer();
    cleanups.unshift(shop.close);
    await takePictures(browser, { exchange, shop });
  } finally {
    for (const cleanup of cleanups) await cleanup();
  }
}

await main();
