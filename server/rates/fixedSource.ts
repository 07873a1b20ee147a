import { parseFraction, divideFractions, multiplyFractions } from './fraction.ts';
import { STALE_PRICE, type SourcePrice, type PriceSource } from './priceSource.ts';

/** Dollars for one unit; rubles the other way round. Plausible, made up, and nobody's advice. */
const DOLLARS_PER_UNIT: Readonly<Record<string, string>> = {
  USDT: '1',
  USDC: '0.9997',
  BTC: '92400',
  ETH: '3120',
  LTC: '96.4',
  BCH: '512',
  DOGE: '0.158',
  DASH: '68.2',
  XMR: '395',
  TRX: '0.281',
  XRP: '2.21',
  TON: '2.91',
  SOL: '138.5',
  ADA: '0.452',
  BNB: '905',
};
const UNITS_PER_DOLLAR: Readonly<Record<string, string>> = { RUB: '81.92' };

/** Milliseconds between two steps of the drift, and the steps of one way up or down: 40 minutes there and back. */
const DRIFT_STEP_MS = 15_000;
const DRIFT_STEPS = 80n;

/** The drift's width in millionths: a ticker stays within ±0.2 % of the table, so a pair within ±0.4 %. */
const DRIFT_MILLIONTHS = 2_000n;

/**
 * The table that works offline. With `drift` each ticker but Tether goes up and down in even steps every 15 seconds, a
 * triangle wave of time alone: every server, at any moment, has the same prices.
 */
export function createFixedSource(drift: boolean): PriceSource {
  const tickers = [...Object.keys(DOLLARS_PER_UNIT), ...Object.keys(UNITS_PER_DOLLAR)];
  return {
    name: 'fixed',
    price(ticker, now) {
      const dollars = getTablePrice(ticker);
      if (!dollars) return STALE_PRICE;
      const drifted =
        drift && ticker !== 'USDT' ? applyDrift(dollars, tickers.indexOf(ticker), now) : dollars;
      return { ok: true, bid: drifted, ask: drifted, at: Math.floor(now / DRIFT_STEP_MS) * DRIFT_STEP_MS };
    },
    start: async () => {},
    stop: () => {},
  };
}

function getTablePrice(ticker: string): SourcePrice['bid'] | null {
  const dollars = Object.hasOwn(DOLLARS_PER_UNIT, ticker) ? DOLLARS_PER_UNIT[ticker] : undefined;
  if (dollars !== undefined) return parseFraction(dollars);
  const units = Object.hasOwn(UNITS_PER_DOLLAR, ticker) ? UNITS_PER_DOLLAR[ticker] : undefined;
  const rate = units === undefined ? null : parseFraction(units);
  return rate && divideFractions({ numerator: 1n, denominator: 1n }, rate);
}

/** Each ticker begins elsewhere on the wave, or all would move as one and no pair at all. */
function applyDrift(rate: SourcePrice['bid'], index: number, now: number): SourcePrice['bid'] {
  const position = (BigInt(Math.floor(now / DRIFT_STEP_MS)) + BigInt(index) * 37n) % (2n * DRIFT_STEPS);
  const height = position < DRIFT_STEPS ? position : 2n * DRIFT_STEPS - position;
  const millionths = 1_000_000n - DRIFT_MILLIONTHS + (2n * DRIFT_MILLIONTHS * height) / DRIFT_STEPS;
  return multiplyFractions(rate, { numerator: millionths, denominator: 1_000_000n });
}
