import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import type { CalculatorSettings } from '#core/contract/calculator.ts';
import { startExchangeFixture } from '#tests/support/exchangeFixture.ts';
import type { ExchangeFixture } from '#tests/support/exchangeFixture.ts';
import { startShopServer } from '#tests/support/shopServer.ts';
import type { ShopServer } from '#tests/support/shopServer.ts';
import type { BrowserEngine } from '../../support/browser/browserTab.ts';
import { defineHydrationTests } from './hydrationTests.ts';
import { defineJourneyTests } from './journeyTests.ts';

/** How long a browser, a server and its database may take to be there, milliseconds: they start at the same time. */
const START_TIMEOUT_MS = 120_000;

/** What the tests of an engine share; filled in before the first. */
export interface EngineContext {
  engine: BrowserEngine;
  exchangeFixture: ExchangeFixture;
  shop: ShopServer;
}

/** All that is tested in an engine that `start` gives; `missing` says why there is none. */
export function defineEngineTests(
  name: string,
  skipReason: string | null,
  start: () => Promise<BrowserEngine>,
): void {
  describe.skipIf(skipReason !== null)(skipReason === null ? name : `${name} (${skipReason})`, () => {
    const context = {} as EngineContext;

    beforeAll(async () => {
      const [engine, exchangeFixture, shop] = await Promise.all([
        start(),
        startExchangeFixture(),
        startShopServer(),
      ]);
      Object.assign(context, { engine, exchangeFixture, shop });
      await exchangeFixture.freezeCourse('BTC', 'SBERRUB', '6000000');
      await exchangeFixture.freezeCourse('TON', 'SBERRUB', '300');
      // A running server follows its operator within a second; what a form shows would follow some seconds after.
      const pair = `${exchangeFixture.origin}/api/v1/calculator/settings/?cur_from=TON&cur_to=SBERRUB`;
      await vi.waitFor(
        async () =>
          expect(((await (await fetch(pair)).json()) as CalculatorSettings).pair?.course).toBe('300'),
        { timeout: START_TIMEOUT_MS / 2 },
      );
    }, START_TIMEOUT_MS);
    afterAll(async () => {
      context.shop?.close();
      await Promise.all([context.engine?.close(), context.exchangeFixture?.close()]);
    }, START_TIMEOUT_MS);

    defineJourneyTests(context);
    defineHydrationTests(context);
  });
}
