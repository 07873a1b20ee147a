import * as fraction from './fraction.ts';
import { stale, type Price, type Source } from './source.ts';

/** Dollars for one unit; rubles the other way round. Plausible, made up, and nobody's advice. */
const DOLLARS: Readonly<Record<string, string>> = {
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
const PER_DOLLAR: Readonly<Record<string, string>> = { RUB: '81.92' };

/** Milliseconds between two steps of the drift, and the steps of one way up or down: 40 minutes there and back. */
const STEP = 15_000;
const STEPS = 80n;

/** The drift's width in millionths: a ticker stays within ±0.2 % of the table, so a pair within ±0.4 %. */
const WIDTH = 2_000n;

/**
 * The table that works offline. With `drift` each ticker but Tether goes up and down in even steps every 15 seconds, a
 * triangle wave of time alone: every server, at any moment, has the same prices.
 */
export function fixed(drift: boolean): Source {
  const tickers = [...Object.keys(DOLLARS), ...Object.keys(PER_DOLLAR)];
  return {
    name: 'fixed',
    price(ticker, now) {
      const dollars = table(ticker);
      if (!dollars) return stale;
      const moved = drift && ticker !== 'USDT' ? sway(dollars, tickers.indexOf(ticker), now) : dollars;
      return { ok: true, bid: moved, ask: moved, at: Math.floor(now / STEP) * STEP };
    },
    start: async () => {},
    stop: () => {},
  };
}

function table(ticker: string): Price['bid'] | null {
  const dollars = Object.hasOwn(DOLLARS, ticker) ? DOLLARS[ticker] : undefined;
  if (dollars !== undefined) return fraction.read(dollars);
  const units = Object.hasOwn(PER_DOLLAR, ticker) ? PER_DOLLAR[ticker] : undefined;
  const rate = units === undefined ? null : fraction.read(units);
  return rate && fraction.divide({ numerator: 1n, denominator: 1n }, rate);
}

/** Each ticker begins elsewhere on the wave, or all would move as one and no pair at all. */
function sway(rate: Price['bid'], index: number, now: number): Price['bid'] {
  const place = (BigInt(Math.floor(now / STEP)) + BigInt(index) * 37n) % (2n * STEPS);
  const height = place < STEPS ? place : 2n * STEPS - place;
  const millionths = 1_000_000n - WIDTH + (2n * WIDTH * height) / STEPS;
  return fraction.multiply(rate, { numerator: millionths, denominator: 1_000_000n });
}
