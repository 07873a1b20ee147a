import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import type { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import { startExchangeFixture } from '#tests/support/exchangeFixture.ts';
import { startShopServer } from '#tests/support/shopServer.ts';
import type { BrowserEngine } from '../../support/browser/browserTab.ts';
import type { EngineContext } from './engineContext.ts';
import { defineHydrationTests } from './hydrationTests.ts';
import { defineJourneyTests } from './journeyTests.ts';

/** Time limit for the start of browser, server and database, which start at the same time. */
const START_TIMEOUT_MS = 120_000;

/** Defines all tests of an engine that `start` opens. Skips them with `skipReason` if there is none. */
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
      await exchangeFixture.freezeCourse('TON', 'SBERRUB', '200');
      // The server applies operator commands within a second, and a form shows them a few seconds later.
      const pair = `${exchangeFixture.origin}/api/v1/calculator/settings/?cur_from=TON&cur_to=SBERRUB`;
      await vi.waitFor(
        async () =>
          expect(((await (await fetch(pair)).json()) as CalculatorSettings).pair?.course).toBe('200'),
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
