import { afterAll, afterEach, beforeEach, describe, test } from 'vitest';
import { early, REACT } from '../handover/early.ts';
import { differs, gates } from '../handover/gates.ts';
import type { Tab } from './driver.ts';
import { hold } from './hold.ts';
import type { Held } from './hold.ts';
import { strict } from './page.ts';
import type { World } from './suite.ts';

const WIDGET = '<exchange-widget cur_from="USDTTRC20" cur_to="SBERRUB"></exchange-widget>';

/** The gates of React's taking over the ready-made form: those of Chromium, but for what this engine's protocol lacks. */
export function handovers(world: World): void {
  const places = {
    'the form that the loader drew': (origin: string) => world.shop.show(strict(origin, WIDGET)),
    'the home page’s form': (origin: string) => `${origin}/?cur_from=USDTTRC20&cur_to=SBERRUB`,
  };
  describe.for(Object.entries(places))('React takes over %s', ([, address]) => {
    let tab: Tab | null = null;
    let held: Held;

    // One tab for all: each exchange has an origin of its own, and nothing in its storage. One that a test failed in may
    // hang: the next has another.
    async function leave() {
      await tab?.close().catch(() => undefined);
      tab = null;
    }
    async function opened(): Promise<Tab> {
      if (tab) return tab;
      tab = await world.engine.tab();
      await tab.resize(800, 900);
      return tab;
    }
    afterAll(leave);
    beforeEach(async () => {
      held = await hold(world.own.origin, REACT);
    });
    afterEach(async ({ task }) => {
      held?.release();
      held?.close();
      if (task.result?.state === 'fail') await leave();
    });

    for (const { name, run } of gates.filter(({ needs }) => needs === undefined))
      test(name, async () => run(await early(await opened(), held, address(held.origin))));

    test('what React cannot take over is heard of', async () =>
      differs(await early(await opened(), held, address(held.origin))));
  });
}
