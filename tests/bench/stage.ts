import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { launch } from '#tools/browser.ts';
import { listen, probe, type Probed } from './probe.ts';

/** A slow phone: 1.6 Mbit/s, 150 ms to an answer, and a processor so many times slower. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SLOWER = { load: 4, keys: 6 } as const;

/** How long a form may take to be usable, milliseconds. */
const PATIENCE = 30_000;

/** The screen of a phone. */
const viewport = { width: 390, height: 844 };

/** A new, empty browser profile with `work` done in its one page. */
async function visit<T>(browser: Browser, work: (page: Page, cdp: CDPSession) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2, locale: 'ru-RU' });
  try {
    const page = await context.newPage();
    return await work(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
}

async function slowly(cdp: CDPSession) {
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', LINE);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER.load });
}

/** What became of one visit: the probe's times, and the heap in bytes after a collection. */
export type Visit = Probed & { heap: number };

/** Everything that is measured, in one browser. */
export interface Stage {
  /** A first visit on the slow line; without scripts only what is painted is waited for. */
  load(address: string, scripts?: boolean): Promise<Visit>;
  /** Milliseconds from a key to its painted sum, one for each of `count` keys. */
  keys(address: string, count: number): Promise<number[]>;
  /** A widget far down the page: bytes from `origin` before it is scrolled to, and the time from then until it is usable. */
  below(address: string, origin: string): Promise<{ bytes: number; after: number }>;
  close(): Promise<void>;
}

/** Starts Chromium. */
export async function open(): Promise<Stage> {
  const browser = await chromium.launch(launch);
  return {
    load: (address, scripts = true) =>
      visit(browser, async (page, cdp) => {
        await page.addInitScript(probe);
        await slowly(cdp);
        if (!scripts) await cdp.send('Network.setBlockedURLs', { urls: ['*.js'] });
        await page.goto(address, { waitUntil: 'commit' });
        const done = (scripts: boolean) => (scripts ? probed.usable : (probed.painted ?? -1) > 0);
        await page.waitForFunction(done, scripts, { timeout: PATIENCE });
        await page.waitForLoadState('load');
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
        await page.waitForTimeout(1500);
        await cdp.send('HeapProfiler.collectGarbage');
        const { usedSize } = await cdp.send('Runtime.getHeapUsage');
        return { ...(await page.evaluate(() => probed)), heap: usedSize };
      }),
    keys: (address, count) =>
      visit(browser, async (page, cdp) => {
        await page.goto(address, { waitUntil: 'networkidle' });
        await page.locator('input[name=fromSumma]').focus();
        // What the first touch fetches has come.
        await page.waitForLoadState('networkidle');
        await page.evaluate(listen);
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER.keys });
        for (let key = 0; key < count; key++) {
          await page.keyboard.press(key % 4 === 3 ? 'Backspace' : String((key % 9) + 1));
          await page.waitForFunction(pressed => keys.length >= pressed, key + 1);
        }
        return page.evaluate(() => keys);
      }),
    below: (address, origin) =>
      visit(browser, async (page, cdp) => {
        await slowly(cdp);
        const addresses = new Map<string, string>();
        let bytes = 0;
        cdp.on('Network.requestWillBeSent', ({ requestId, request }) =>
          addresses.set(requestId, request.url),
        );
        cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
          if (addresses.get(requestId)?.startsWith(origin)) bytes += encodedDataLength;
        });
        await page.goto(address, { waitUntil: 'load' });
        await page.waitForTimeout(2000);
        const before = bytes;
        const began = await page.evaluate(() => {
          scrollTo(0, document.body.scrollHeight);
          return performance.now();
        });
        await page.evaluate(probe);
        await page.waitForFunction(() => probed.usable, undefined, { timeout: PATIENCE });
        const usable = await page.evaluate(() => probed.usable ?? 0);
        return { bytes: before, after: usable - began };
      }),
    close: () => browser.close(),
  };
}
