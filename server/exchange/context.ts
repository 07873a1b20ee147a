import type { PlatformContext } from '#server/platform/context.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { ClaimChangeContext } from './claims/claimSubscribers.ts';
import type { MarketRates } from './courses/prices/marketRates.ts';

/** Dependencies of the exchange; higher floors that change no account use them, too. */
export interface ExchangeContext extends PlatformContext, ClaimChangeContext {
  catalogue: Catalogue;
  rates: MarketRates;
}
