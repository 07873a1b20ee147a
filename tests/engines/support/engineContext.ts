import type { ExchangeFixture } from '#tests/support/exchangeFixture.ts';
import type { ShopServer } from '#tests/support/shopServer.ts';
import type { BrowserEngine } from '../../support/browser/browserTab.ts';

/** What the tests of an engine share. It is complete before the first test starts. */
export interface EngineContext {
  engine: BrowserEngine;
  exchangeFixture: ExchangeFixture;
  shop: ShopServer;
}
