import type { Locator, Page } from '@playwright/test';
import { chromium } from '../engines/chromium.ts';
import { hold } from '../engines/hold.ts';
import type { Held } from '../engines/hold.ts';
import { early, REACT } from './early.ts';
import type { Early } from './early.ts';

/** A form that is there while React is not, and where Playwright finds it. */
export interface Form extends Early {
  widget: Locator;
  from: Locator;
  to: Locator;
}

/** Opens `address` and waits for the form that comes before React, which `held` keeps back. */
export async function begin(page: Page, held: Held, address: string): Promise<Form> {
  const form = await early(await chromium(page), held, address);
  const widget = page.locator('exchange-widget').first();
  const [from, to] = [widget.locator('[name=fromSumma]'), widget.locator('[name=toSumma]')];
  return { ...form, widget, from, to };
}

/** A fixture: the exchange of the tests with its React kept back. */
export async function held(
  { baseURL }: { baseURL: string | undefined },
  provide: (held: Held) => Promise<void>,
): Promise<void> {
  const opened = await hold(baseURL ?? '', REACT);
  await provide(opened);
  opened.release();
  opened.close();
}

/** Makes the page's line slow; answers what tells how far parts of it have moved since, as browsers count it (CLS). */
export async function slow(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let shift = 0;
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value;
      Object.assign(window, { shift });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  });
  return () => page.evaluate(() => (window as { shift?: number }).shift ?? 0);
}
