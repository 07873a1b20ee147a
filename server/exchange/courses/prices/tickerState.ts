import { differsByMoreThan, JUMP_THRESHOLD } from './fraction.ts';
import type { PriceReading } from './priceSource.ts';

/** State of a ticker: the price in use, and a jumped price that needs confirmation. */
export interface TickerState {
  current: PriceReading;
  unconfirmed: PriceReading | null;
}

/** A new reading's effect on a ticker. `previous` is undefined for the first reading. */
export interface TickerChange {
  previous: TickerState | undefined;
  updated: TickerState;
}

/**
 * Applies a new reading. A price near the one in use replaces it. A jump closes the ticker until the next reading
 * confirms the jump or returns to the old price.
 */
export function nextTickerState(previous: TickerState | undefined, reading: PriceReading): TickerState {
  const isNear = (other: PriceReading) =>
    !differsByMoreThan(reading.bid, other.bid, JUMP_THRESHOLD) &&
    !differsByMoreThan(reading.ask, other.ask, JUMP_THRESHOLD);
  if (!previous || isNear(previous.current)) return { current: reading, unconfirmed: null };
  const { unconfirmed } = previous;
  // A repeated publication is not a confirmation.
  if (unconfirmed && reading.at === unconfirmed.at) return previous;
  if (unconfirmed && isNear(unconfirmed)) return { current: reading, unconfirmed: null };
  return { current: previous.current, unconfirmed: reading };
}
