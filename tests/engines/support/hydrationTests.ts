import { afterAll, afterEach, beforeEach, describe, test } from 'vitest';
import { openPrerenderedForm, REACT_CHUNK } from '../../support/hydration/prerenderedFormPage.ts';
import { expectMismatchReported, HYDRATION_SCENARIOS } from '../../support/hydration/hydrationScenarios.ts';
import type { BrowserTab } from '../../support/browser/browserTab.ts';
import { startDelayingProxy } from '../../support/browser/delayingProxy.ts';
import type { DelayingProxy } from '../../support/browser/delayingProxy.ts';
import { renderStrictPage } from './recordingPage.ts';
import type { EngineContext } from './engineContext.ts';

const WIDGET = '<exchange-widget cur_from="USDTTRC20" cur_to="SBERRUB"></exchange-widget>';

/** The hydration scenarios of Chromium, except those that this engine's protocol cannot drive. */
export function defineHydrationTests(context: EngineContext): void {
  const addresses = {
    'the form rendered by the loader': (origin: string) =>
      context.shop.servePage(renderStrictPage(origin, WIDGET)),
    'the home page’s form': (origin: string) => `${origin}/?cur_from=USDTTRC20&cur_to=SBERRUB`,
  };
  describe.for(Object.entries(addresses))('React hydrates %s', ([, address]) => {
    let tab: BrowserTab | null = null;
    let proxy: DelayingProxy;

    // Tests share a tab: each exchange has its own origin and empty storage. After a failure the tab may hang, so the next
    // test opens another one.
    async function closeTab() {
      await tab?.close().catch(() => undefined);
      tab = null;
    }
    async function openTab(): Promise<BrowserTab> {
      if (tab) return tab;
      tab = await context.engine.openTab();
      await tab.resize(800, 900);
      return tab;
    }
    afterAll(closeTab);
    beforeEach(async () => {
      proxy = await startDelayingProxy(context.exchangeFixture.origin, REACT_CHUNK);
    });
    afterEach(async ({ task }) => {
      proxy?.release();
      proxy?.close();
      if (task.result?.state === 'fail') await closeTab();
    });

    for (const { name, run } of HYDRATION_SCENARIOS.filter(({ requires }) => requires === undefined))
      test(name, async () => run(await openPrerenderedForm(await openTab(), proxy, address(proxy.origin))));

    test('reports a hydration mismatch', async () =>
      expectMismatchReported(await openPrerenderedForm(await openTab(), proxy, address(proxy.origin))));
  });
}
