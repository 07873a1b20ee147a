import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import type { Settings } from '#core/contract/calculator.ts';
import * as owns from '#tests/widget/own.ts';
import type { Own } from '#tests/widget/own.ts';
import * as shops from '#tests/widget/shop.ts';
import type { Shop } from '#tests/widget/shop.ts';
import type { Engine } from './driver.ts';
import { handovers } from './handovers.ts';
import { journeys } from './journeys.ts';

/** How long a browser, a server and its database may take to be there, milliseconds: they start at the same time. */
const START = 120_000;

/** What the tests of an engine share; filled in before the first. */
export interface World {
  engine: Engine;
  own: Own;
  shop: Shop;
}

/** All that is tested in an engine that `start` gives; `missing` says why there is none. */
export function suite(name: string, missing: string | null, start: () => Promise<Engine>): void {
  describe.skipIf(missing !== null)(missing === null ? name : `${name} (${missing})`, () => {
    const world = {} as World;

    beforeAll(async () => {
      const [engine, own, shop] = await Promise.all([start(), owns.open(), shops.open()]);
      Object.assign(world, { engine, own, shop });
      await own.freeze('BTC', 'SBERRUB', '6000000');
      await own.freeze('TON', 'SBERRUB', '300');
      // A running server follows its operator within a second; what a form shows would follow some seconds after.
      const pair = `${own.origin}/api/v1/calculator/settings/?cur_from=TON&cur_to=SBERRUB`;
      await vi.waitFor(
        async () => expect(((await (await fetch(pair)).json()) as Settings).pair?.course).toBe('300'),
        { timeout: START / 2 },
      );
    }, START);
    afterAll(async () => {
      world.shop?.close();
      await Promise.all([world.engine?.close(), world.own?.close()]);
    }, START);

    journeys(world);
    handovers(world);
  });
}
