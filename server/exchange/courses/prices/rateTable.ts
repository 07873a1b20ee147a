import type { CourseFraction } from '#core/exchange/course.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { lockLease, type Lease } from '#server/platform/database/lease.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { RateRow } from '#server/platform/database/serverRows.ts';
import type { PriceReading } from './priceSource.ts';
import { differsByMoreThan, JUMP_THRESHOLD } from './fraction.ts';

/** The content of the table `rates`. */
export interface StoredRates {
  /** By `formatRateKey`. */
  states: Map<string, TickerState>;
  /** Keys of the rows that cannot be used, sorted. */
  invalidRows: string[];
}

/** Formats the key of a ticker's state: `binance:BTC`. */
export function formatRateKey(source: string, ticker: string): string {
  return `${source}:${ticker}`;
}

/** Reads all rates. Rejects if the database cannot be read. */
export async function readRates(db: Db): Promise<StoredRates> {
  const rows = await db.selectFrom('rates').selectAll().execute();
  const states = new Map<string, TickerState>();
  const invalidRows: string[] = [];
  for (const row of rows) {
    const key = formatRateKey(row.source, row.ticker);
    const state = parseRow(row);
    if (state) states.set(key, state);
    else invalidRows.push(key);
  }
  return { states, invalidRows: invalidRows.toSorted() };
}

/**
 * Applies the readings of a source to the stored rates, in one transaction. Returns the change of each ticker; null,
 * without a change, if this process no longer has the lease. Rejects if the database cannot be written.
 */
export async function storeReadings(
  db: Db,
  lease: Lease,
  source: string,
  readings: readonly PriceReading[],
): Promise<Map<string, TickerChange> | null> {
  return runInTransaction(db, async trx => {
    // The lease is locked first, so that the rows cannot change before the transaction ends.
    if (!(await lockLease(trx, lease))) return null;
    const { states } = await readRates(trx);
    const changes = new Map<string, TickerChange>();
    for (const reading of readings) {
      const { ticker } = reading;
      const earlier = changes.get(ticker);
      const previous = earlier ? earlier.previous : states.get(formatRateKey(source, ticker));
      const updated = nextTickerState(earlier ? earlier.updated : previous, reading);
      changes.set(ticker, { previous, updated });
    }
    const rows = [...changes.values()].map(({ updated }) => formatRow(source, updated));
    if (rows.length > 0) await upsertRows(trx, rows);
    return changes;
  });
}

async function upsertRows(trx: Db, rows: RateRow[]): Promise<void> {
  await trx
    .insertInto('rates')
    .values(rows)
    .onConflict(conflict =>
      conflict.columns(['source', 'ticker']).doUpdateSet(({ ref }) => ({
        bid: ref('excluded.bid'),
        ask: ref('excluded.ask'),
        at: ref('excluded.at'),
        unconfirmed_bid: ref('excluded.unconfirmed_bid'),
        unconfirmed_ask: ref('excluded.unconfirmed_ask'),
        unconfirmed_at: ref('excluded.unconfirmed_at'),
      })),
    )
    .execute();
}

function formatRow(source: string, { current, unconfirmed }: TickerState): RateRow {
  return {
    source,
    ticker: current.ticker,
    bid: formatFraction(current.bid),
    ask: formatFraction(current.ask),
    at: BigInt(current.at),
    unconfirmed_bid: unconfirmed && formatFraction(unconfirmed.bid),
    unconfirmed_ask: unconfirmed && formatFraction(unconfirmed.ask),
    unconfirmed_at: unconfirmed && BigInt(unconfirmed.at),
  };
}

/** Null for a row with invalid values. */
function parseRow(row: RateRow): TickerState | null {
  const { ticker, unconfirmed_bid: bid, unconfirmed_ask: ask, unconfirmed_at: at } = row;
  const current = parseReading(ticker, row.bid, row.ask, row.at);
  const unconfirmed = parseReading(ticker, bid, ask, at);
  const isConfirmed = bid === null && ask === null && at === null;
  return current && (unconfirmed || isConfirmed) ? { current, unconfirmed } : null;
}

/** Null for values that are not a price. SQLite stores any value in any column. */
function parseReading(
  ticker: string,
  bidText: unknown,
  askText: unknown,
  atMs: unknown,
): PriceReading | null {
  const [bid, ask, at] = [parseStoredFraction(bidText), parseStoredFraction(askText), Number(atMs)];
  if (!bid || !ask || typeof atMs !== 'bigint' || !Number.isSafeInteger(at)) return null;
  return { ticker, bid, ask, at };
}

function formatFraction({ numerator, denominator }: CourseFraction): string {
  return `${numerator}/${denominator}`;
}

function parseStoredFraction(text: unknown): CourseFraction | null {
  const [, numerator, denominator] =
    (typeof text === 'string' && /^([1-9]\d*)\/([1-9]\d*)$/.exec(text)) || [];
  if (numerator === undefined || denominator === undefined) return null;
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) };
}

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
function nextTickerState(previous: TickerState | undefined, reading: PriceReading): TickerState {
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
