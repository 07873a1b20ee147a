import { isSameState, type CacheState } from '#server/platform/stateCache.ts';
import type { ExchangeContext } from '../context.ts';

/**
 * State of all public figures: catalogue, stored prices and the period of `ms` milliseconds, by default a second: fixed
 * prices change on whole seconds, and stored ones expire with time.
 */
export function getFiguresState({ catalogue, rates, now }: ExchangeContext, ms = 1_000): CacheState {
  return [catalogue.getSnapshot(), rates.getReading(), Math.floor(now() / ms)];
}

/** Creates a check whether the figures still have the state, and the next response would have it, too. */
export function createFiguresCheck(context: ExchangeContext, state: CacheState, ms?: number): () => boolean {
  return () => !context.catalogue.hasOwnWrites() && isSameState(state, getFiguresState(context, ms));
}
