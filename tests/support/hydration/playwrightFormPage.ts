import type { Locator, Page } from '@playwright/test';
import { createChromiumTab } from '../browser/chromiumTab.ts';
import { startDelayingProxy } from '../browser/delayingProxy.ts';
import type { DelayingProxy } from '../browser/delayingProxy.ts';
import { openPrerenderedForm, REACT_CHUNK } from './prerenderedFormPage.ts';
import type { PrerenderedFormPage } from './prerenderedFormPage.ts';

/** A prerendered form whose React is delayed, with its Playwright locators. */
export interface PlaywrightFormPage extends PrerenderedFormPage {
  widget: Locator;
  from: Locator;
  to: Locator;
}

/** Opens `address` and waits for the prerendered form. `proxy` delays React. */
export async function openPrerenderedPage(
  page: Page,
  proxy: DelayingProxy,
  address: string,
): Promise<PlaywrightFormPage> {
  const form = await openPrerenderedForm(await createChromiumTab(page), proxy, address);
  const widget = page.locator('exchange-widget').first();
  const [from, to] = [widget.locator('[name=fromSumma]'), widget.locator('[name=toSumma]')];
  return { ...form, widget, from, to };
}

/** Playwright fixture: a proxy for the test exchange that delays React. */
export async function provideDelayingProxy(
  { baseURL }: { baseURL: string | undefined },
  provide: (held: DelayingProxy) => Promise<void>,
): Promise<void> {
  const proxy = await startDelayingProxy(baseURL ?? '', REACT_CHUNK);
  await provide(proxy);
  proxy.release();
  proxy.close();
}

/** Throttles the network. Returns a function that reads the layout shift (CLS) since then. */
export async function emulateSlowNetwork(page: Page): Promise<() => Promise<number>> {
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
