import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Turnover, TurnoverRow } from '#core/contract/operator/turnover.ts';
import {
  DAY_MS,
  listDays,
  MOSCOW_OFFSET_MS,
  parseDayRange,
  toExchangeDay,
} from '#core/exchange/exchangeDay.ts';
import { selectCompletedExchanges, selectPaidAt } from '#server/exchange/claims/completedExchanges.ts';
import { getExchangedAmount, selectReceivedTotal } from '#server/exchange/claims/payment/receivedTotal.ts';
import { getClaimCurrencies, type ClaimCurrencies } from '#server/exchange/claims/view/claimStatus.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { calculateProfit } from '#server/partners/ledger/calculateProfitShare.ts';
import { namePair } from '#server/partners/statistics/computeShopStatistics.ts';
import {
  formatPeriod,
  getPeriodStart,
  listPeriodStarts,
  parseStatisticsPeriod,
} from '#server/partners/statistics/statisticsPeriod.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { Query } from '#server/platform/lists/listPage.ts';
import { addExchange, createSums, formatSums, type TurnoverSums } from './turnoverSums.ts';

type TurnoverContext = Pick<ExchangeContext, 'catalogue' | 'db'>;

/** Milliseconds, without `end`. */
interface Interval {
  start: bigint;
  end: bigint;
}

/**
 * Computes the turnover of a period. `query`: date_from, date_to and group, as in the contract. 400 for an invalid
 * parameter.
 */
export async function computeTurnover(
  { catalogue, db }: TurnoverContext,
  query: Query,
  now: number,
): Promise<Turnover> {
  const { from, to, group } = parseStatisticsPeriod(query, now);
  const totals = createSums();
  const periods = new Map(listPeriodStarts({ from, to }, group).map(start => [start, createSums()]));
  const pairs = new Map<string, TurnoverSums>();
  const findSums = (day: string, codes: string) => {
    const pair = pairs.get(codes) ?? createSums();
    pairs.set(codes, pair);
    const period = periods.get(getPeriodStart(day, group));
    return [totals, pair, ...(period ? [period] : [])];
  };
  for (const { at, claims, completed, ...ids } of await countClaims(db, toInterval(from, to)))
    for (const sums of findSums(
      toExchangeDay(Number(at)),
      getPairCodes(getClaimCurrencies(catalogue, ids)),
    )) {
      sums.claims += Number(claims);
      sums.completed += Number(completed);
    }
  for (const day of listDays(from, to)) {
    // Other requests run between the days: SQLite reads without waiting.
    await setImmediate();
    for (const row of await listExchanges(db, toInterval(day, day))) {
      const currencies = getClaimCurrencies(catalogue, row);
      const exchanged = getExchangedAmount(row.received === null ? null : BigInt(row.received), row);
      const counted = {
        turnover: row.turnover,
        profit: calculateProfit({ claim: row, currencies, exchanged }),
        duration: row.paid_at === null ? null : Number(row.at - row.paid_at),
      };
      for (const sums of findSums(day, getPairCodes(currencies))) addExchange(sums, counted);
    }
  }
  return {
    dateFrom: from,
    dateTo: to,
    totals: formatSums(totals),
    rows: [...periods].map(([key, sums]) => ({ key, label: formatPeriod(key, group), ...formatSums(sums) })),
    pairs: [...pairs]
      .toSorted(([, a], [, b]) => comparePairs(a, b))
      .map(([key, sums]): TurnoverRow => ({ key, label: namePair(catalogue, key), ...formatSums(sums) })),
  };
}

/** The largest turnover first, then the most claims. */
const comparePairs = (a: TurnoverSums, b: TurnoverSums): number =>
  Number(b.turnover - a.turnover) || b.claims - a.claims;

/** The codes of a pair: «LTC SBERRUB». */
const getPairCodes = ({ from, to }: ClaimCurrencies): string => `${from.code} ${to.code}`;

/** The interval of days from `parseDay`, both included. */
const toInterval = (from: string, to: string): Interval => ({
  start: BigInt(parseDayRange(from)?.start ?? 0),
  end: BigInt(parseDayRange(to)?.end ?? 0),
});

/** Counts the created claims by day and pair, and those of them that are completed by now. `at`: of the first one. */
function countClaims(db: Db, { start, end }: Interval) {
  const day = sql.raw(`(created_at + ${MOSCOW_OFFSET_MS}) / ${DAY_MS}`);
  return db
    .selectFrom('claims')
    .select(({ fn }) => [
      'from_id',
      'to_id',
      sql<bigint>`min(created_at)`.as('at'),
      fn.countAll<bigint>().as('claims'),
      sql<bigint>`count(case when status = 'completed' then 1 end)`.as('completed'),
    ])
    .where('created_at', '>=', start)
    .where('created_at', '<', end)
    .where('id', 'not in', db.selectFrom('simulated_claims').select('claim_id'))
    .groupBy(['from_id', 'to_id', day])
    .execute();
}

/** Lists the completed exchanges. */
const listExchanges = (db: Db, { start, end }: Interval) =>
  selectCompletedExchanges(db)
    .innerJoin('claims', 'claims.id', 'claim_events.claim_id')
    .select([
      'claim_events.at',
      'claims.from_id',
      'claims.to_id',
      'claims.from_amount',
      'claims.to_amount',
      'claims.source_course',
      'claims.usd_price',
      'claims.turnover',
      selectPaidAt(),
      selectReceivedTotal(),
    ])
    .where('claim_events.at', '>=', start)
    .where('claim_events.at', '<', end)
    .execute();
