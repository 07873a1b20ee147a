import { afterAll, afterEach, beforeEach, describe, test } from 'vitest';
import { openPrerenderedForm, REACT_CHUNK } from '../../support/hydration/prerenderedFormPage.ts';
import { expectMismatchReported, HYDRATION_SCENARIOS } from '../../support/hydration/hydrationScenarios.ts';
import type { BrowserTab } from '../../support/browser/browserTab.ts';
import { startDelayingProxy } from '../../support/browser/delayingProxy.ts';
import type { DelayingProxy } from '../../support/browser/delayingProxy.ts';
import { renderStrictPage } from './recordingPage.ts';
import type { EngineContext } from './engineSuite.ts';

const WIDGET = '<exchange-widget cur_from="USDTTRC20" cur_to="SBERRUB"></exchange-widget>';

/** The gates of React's taking over the ready-made form: those of Chromium, but for what this engine's protocol lacks. */
export function defineHydrationTests(world: EngineContext): void {
  const addresses = {
    'the form rendered by the loader': (origin: string) =>
      world.shop.servePage(renderStrictPage(origin, WIDGET)),
    'the home page’s form': (origin: string) => `${origin}/?cur_from=USDTTRC20&cur_to=SBERRUB`,
  };
  describe.for(Object.entries(addresses))('React hydrates %s', ([, address]) => {
    let tab: BrowserTab | null = null;
    let proxy: DelayingProxy;

    // One tab for all: each exchange has an origin of its own, and nothing in its storage. One that a test failed in may
    // hang: the next has another.
    async function closeTab() {
      await tab?.close().catch(() => undefined);
      tab = null;
    }
    async function openTab(): Promise<BrowserTab> {
      if (tab) return tab;
      tab = await world.engine.openTab();
      await tab.resize(800, 900);
      return tab;
    }
    afterAll(closeTab);
    beforeEach(async () => {
      proxy = await startDelayingProxy(world.exchangeFixture.origin, REACT_CHUNK);
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
