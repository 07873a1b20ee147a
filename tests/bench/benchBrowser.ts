import { chromium, type Browser, type CDPSession, type Page, type Request } from '@playwright/test';
import { chromiumLaunchOptions } from '#tools/programs/chromiumLaunchOptions.ts';
import type { LineConditions } from './line/slowLine.ts';
import { recordKeystrokes, probeForm, type ProbeResult } from './formProbe.ts';

/** A slow phone: a line with 1.6 Mbit/s and 150 ms to the server and back, and a CPU slowed down by these factors. */
export const PHONE_LINE: LineConditions = {
  roundTripMs: 150,
  downloadBytesPerSecond: 200_000,
  uploadBytesPerSecond: 93_750,
};
const CPU_SLOWDOWN = { load: 4, keys: 6 } as const;

/** Timeout until a form is usable, in milliseconds. */
const FORM_TIMEOUT_MS = 30_000;

/** A phone's viewport. */
const PHONE_VIEWPORT = { width: 390, height: 844 };

/** Runs `run` on a page in a new, empty browser context. `settle` waits until the page requests and does nothing. */
async function withFreshPage<T>(
  browser: Browser,
  run: (page: Page, cdp: CDPSession, settle: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    viewport: PHONE_VIEWPORT,
    deviceScaleFactor: 2,
    locale: 'ru-RU',
  });
  try {
    const page = await context.newPage();
    const pending = new Set<Request>();
    page.on('request', request => pending.add(request));
    page.on('requestfinished', request => pending.delete(request));
    page.on('requestfailed', request => pending.delete(request));
    const settle = async () => {
      do {
        await Promise.all([...pending].map(async request => (await request.response())?.finished()));
        // A page that is idle has requested what its responses lead to.
        await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)));
      } while (pending.size > 0);
    };
    return await run(page, await context.newCDPSession(page), settle);
  } finally {
    await context.close();
  }
}

async function throttleProcessor(cdp: CDPSession) {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN.load });
}

/** Result of one visit: the probe's times, and the heap after a garbage collection in bytes. */
export type PageVisit = ProbeResult & { heap: number };

/** Measurements in one browser. */
export interface BenchBrowser {
  /** Measures a first visit of a page with a form. */
  measureLoad(address: string): Promise<PageVisit>;
  /** Measures a first visit of a page: milliseconds until its first text is painted. */
  measurePaint(address: string): Promise<number>;
  /** Milliseconds from each of `count` key presses to the paint of its amount. */
  measureKeystrokes(address: string, count: number): Promise<number[]>;
  /** Measures a widget far below the fold: bytes from `origin` before scrolling, and time from scrolling to usable. */
  measureBelowFold(address: string, origin: string): Promise<{ bytes: number; after: number }>;
  close(): Promise<void>;
}

/** Starts Chromium with more arguments. */
export async function launchBenchBrowser(args: readonly string[]): Promise<BenchBrowser> {
  const browser = await chromium.launch({
    ...chromiumLaunchOptions,
    args: [...chromiumLaunchOptions.args, ...args],
  });
  return {
    measureLoad: address =>
      withFreshPage(browser, async (page, cdp, settle) => {
        await page.addInitScript(probeForm);
        await throttleProcessor(cdp);
        await page.goto(address, { waitUntil: 'commit' });
        await page.waitForFunction(() => probed.paintedAt, undefined, { timeout: FORM_TIMEOUT_MS });
        await page.waitForLoadState('load');
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
        await settle();
        await cdp.send('HeapProfiler.collectGarbage');
        const { usedSize } = await cdp.send('Runtime.getHeapUsage');
        return { ...(await page.evaluate(() => probed)), heap: usedSize };
      }),
    measurePaint: address =>
      withFreshPage(browser, async (page, cdp, settle) => {
        await throttleProcessor(cdp);
        await page.goto(address, { waitUntil: 'load' });
        const paint = await page.waitForFunction(
          () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
          undefined,
          { timeout: FORM_TIMEOUT_MS },
        );
        const paintedAt = Number(await paint.jsonValue());
        // What the page still loads would delay the next visit on the same line.
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
        await settle();
        return paintedAt;
      }),
    measureKeystrokes: (address, count) =>
      withFreshPage(browser, async (page, cdp) => {
        await page.goto(address, { waitUntil: 'networkidle' });
        await page.locator('input[name=fromSumma]').focus();
        // The modules that the first interaction requests must be loaded.
        await page.waitForLoadState('networkidle');
        await page.evaluate(recordKeystrokes);
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN.keys });
        for (let key = 0; key < count; key++) {
          await page.keyboard.press(key % 4 === 3 ? 'Backspace' : String((key % 9) + 1));
          await page.waitForFunction(pressed => keys.length >= pressed, key + 1);
        }
        return page.evaluate(() => keys);
      }),
    measureBelowFold: (address, origin) =>
      withFreshPage(browser, async (page, cdp, settle) => {
        await throttleProcessor(cdp);
        await cdp.send('Network.enable');
        const addresses = new Map<string, string>();
        let bytes = 0;
        cdp.on('Network.requestWillBeSent', ({ requestId, request }) =>
          addresses.set(requestId, request.url),
        );
        cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
          if (addresses.get(requestId)?.startsWith(origin)) bytes += encodedDataLength;
        });
        await page.goto(address, { waitUntil: 'load' });
        await settle();
        const before = bytes;
        const began = await page.evaluate(() => {
          scrollTo(0, document.body.scrollHeight);
          return performance.now();
        });
        await page.evaluate(probeForm);
        await page.waitForFunction(() => probed.usableAt, undefined, { timeout: FORM_TIMEOUT_MS });
        const usable = await page.evaluate(() => probed.usableAt ?? 0);
        return { bytes: before, after: usable - began };
      }),
    close: () => browser.close(),
  };
}
