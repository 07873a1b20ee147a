import { parseFraction, type CourseFraction } from '#core/exchange/course.ts';
import { ONE, divideFractions, multiplyFractions } from './fraction.ts';
import { STALE_PRICE, type PriceSource } from './priceSource.ts';

/** Dollars for one unit. The values are plausible but invented. */
const DOLLARS_PER_UNIT = {
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
const ROUBLES_PER_DOLLAR = '81.92';

const PRICES: ReadonlyMap<string, CourseFraction> = new Map([
  ...Object.entries(DOLLARS_PER_UNIT).map(([ticker, dollars]) => [ticker, parseFraction(dollars)] as const),
  ['RUB', divideFractions(ONE, parseFraction(ROUBLES_PER_DOLLAR))] as const,
]);

/** Interval between two drift steps, milliseconds, and steps of half a period: a full period takes 40 minutes. */
const DRIFT_STEP_MS = 15_000;
const DRIFT_STEPS = 80n;

/** Amplitude of the drift in millionths: a ticker stays within ±0.2 % of the table, a pair within ±0.4 %. */
const DRIFT_MILLIONTHS = 2_000n;

/**
 * Creates the offline source with fixed prices. With `drift`, each ticker except Tether follows a triangle wave in
 * steps of 15 seconds. The wave depends only on time, so all servers have the same prices.
 */
export function createFixedSource(drift: boolean): PriceSource {
  const tickers = [...PRICES.keys()];
  return {
    name: 'fixed',
    price(ticker, now) {
      const dollars = PRICES.get(ticker);
      if (!dollars) return STALE_PRICE;
      const drifted =
        drift && ticker !== 'USDT' ? applyDrift(dollars, tickers.indexOf(ticker), now) : dollars;
      return { ok: true, bid: drifted, ask: drifted, at: Math.floor(now / DRIFT_STEP_MS) * DRIFT_STEP_MS };
    },
    start: async () => {},
    stop: async () => {},
  };
}

/** Applies the drift. Each ticker has a different phase; with equal phases the courses of pairs would not move. */
function applyDrift(rate: CourseFraction, index: number, now: number): CourseFraction {
  const position = (BigInt(Math.floor(now / DRIFT_STEP_MS)) + BigInt(index) * 37n) % (2n * DRIFT_STEPS);
  const height = position < DRIFT_STEPS ? position : 2n * DRIFT_STEPS - position;
  const millionths = 1_000_000n - DRIFT_MILLIONTHS + (2n * DRIFT_MILLIONTHS * height) / DRIFT_STEPS;
  return multiplyFractions(rate, { numerator: millionths, denominator: 1_000_000n });
}
