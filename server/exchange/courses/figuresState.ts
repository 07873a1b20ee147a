import type { CacheState } from '#server/platform/stateCache.ts';
import type { ExchangeContext } from '../context.ts';

/**
 * State of all public figures: catalogue, stored prices and the second. Whole seconds, because fixed prices change and
 * stored ones expire with time.
 */
export function getFiguresState({ catalogue, rates, now }: ExchangeContext): CacheState {
  return [catalogue.getSnapshot(), rates.getReading(), Math.floor(now() / 1000)];
}
