import * as amount from '#core/exchange/amount.ts';
import type { Rate } from '#core/exchange/course.ts';
import type { SourceName } from '../config.ts';

/** What one unit of a currency costs. */
export interface Price {
  /** US dollars for 1 unit, exact; on an exchange its dollar is USDT. */
  dollars: Rate;
  /** Milliseconds since 1970 UTC from which its age counts: receipt, the publication's date, the table's step. */
  at: number;
}

/** Prices by ticker; a ticker that the source does not serve, or answered nonsense for, is absent. */
export type Prices = ReadonlyMap<string, Price>;

/** A source that has to be asked over the network, every `every` milliseconds. */
export interface Asked {
  name: SourceName;
  every: number;
  /** Age in milliseconds over which a price counts no more. */
  maxAge: number;
  /** Throws SourceError, or what fetch throws, when nothing of the answer can be used. */
  prices(tickers: readonly string[], signal: AbortSignal): Promise<Prices>;
}

/** A source that knows its prices at every moment, without waiting; they never grow old. */
export interface Known {
  name: SourceName;
  every: null;
  maxAge: null;
  prices(tickers: readonly string[]): Prices;
}

/** Where prices come from. */
export type Source = Asked | Known;

/** A source answered, but not with prices; the message says what was wrong. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

/** Largest answer read, bytes: the Bank of Russia's page is some 10 kB. */
const MOST = 1_000_000;

/** The body of a GET. Throws SourceError on a status other than 200 and on a body over 1 MB, with the status named. */
export async function load(
  url: URL,
  signal: AbortSignal,
  fetch: typeof globalThis.fetch,
): Promise<Uint8Array> {
  const response = await fetch(url, { signal });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new SourceError(`status ${response.status}`);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MOST) throw new SourceError(`an answer over ${MOST} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Decimal text as an exact fraction; null when it is no decimal or not above zero. */
export function positive(text: string): Rate | null {
  if (!/^\d{1,20}(\.\d{1,20})?$/.test(text)) return null;
  const decimals = text.split('.')[1]?.length ?? 0;
  const numerator = amount.fromText(text, decimals);
  return numerator === 0n ? null : { numerator, denominator: amount.power(decimals) };
}

/** The first fraction divided by the second: with prices, units of the second for one of the first. */
export function ratio(of: Rate, by: Rate): Rate {
  return { numerator: of.numerator * by.denominator, denominator: of.denominator * by.numerator };
}
