import { sql } from 'kysely';
import type {
  ShopStatistics,
  StatisticsBreakdown,
  StatisticsNumbers,
  StatisticsRow,
} from '#core/contract/account/shop.ts';
import { formatSide } from '#core/exchange/sideName.ts';
import { formatTurnover } from '#server/exchange/claims/turnover.ts';
import { toClaimSide } from '#server/exchange/claims/view/claimStatus.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { formatFunds } from '../ledger/postEntry.ts';
import { addCounts, COUNTED_COLUMNS, NO_COUNTS, OWN_CLAIMS_KEY, type Counts } from './dayCounts.ts';
import {
  formatPeriod,
  getPeriodStart,
  listPeriodStarts,
  parseStatisticsPeriod,
  type DayRange,
  type StatisticsPeriod,
} from './statisticsPeriod.ts';

/** Maximum number of rows of a breakdown, the largest turnover first. The totals include all. */
const MAX_BREAKDOWN_ROWS = 500;

/** Labels of the empty key. */
const UNKNOWN_LABELS: Readonly<Record<StatisticsBreakdown, string>> = {
  link: 'Без кода',
  sub: 'Без метки',
  pair: 'Без заявки',
  host: 'Неизвестно',
};

/**
 * Computes the statistics of a partner in a period. `query`: date_from, date_to, group and by, as in the contract. 400
 * for an invalid parameter.
 */
export async function computeShopStatistics(
  context: Pick<ExchangeContext, 'catalogue' | 'db'>,
  partnerId: string,
  query: Readonly<Record<string, string>>,
  now: number,
): Promise<ShopStatistics> {
  const { db } = context;
  const period = parseStatisticsPeriod(query, now);
  const [days, ownDays] = await Promise.all([
    loadDays(db, partnerId, '', { from: period.previous.from, to: period.to }),
    loadDays(db, partnerId, OWN_CLAIMS_KEY, period),
  ]);
  const own = ownDays.reduce<Counts>(addCounts, NO_COUNTS);
  const sumDays = ({ from, to }: DayRange) =>
    days.filter(({ day }) => day >= from && day <= to).reduce<Counts>(addCounts, NO_COUNTS);
  return {
    timezone: 'Europe/Moscow',
    dateFrom: period.from,
    dateTo: period.to,
    countedAt: await findCountedAt(db, partnerId, now),
    totals: formatCounts(sumDays(period)),
    previous: formatCounts(sumDays(period.previous)),
    own: { claims: Number(own.claims), turnover: formatTurnover(own.turnover) },
    rows:
      period.by === null
        ? listPeriods(days, period)
        : await listBreakdown(context, partnerId, period, period.by),
  };
}

type DayCounts = Counts & { day: string };

const loadDays = (db: Db, partnerId: string, key: string, { from, to }: DayRange): Promise<DayCounts[]> =>
  db
    .selectFrom('referral_days')
    .select(['day', ...COUNTED_COLUMNS])
    .where('partner_id', '=', partnerId)
    .where('dimension', '=', 'total')
    .where('key', '=', key)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();

/** Adds up the days of each period; a period without data has zeros. */
function listPeriods(days: readonly DayCounts[], period: StatisticsPeriod): StatisticsRow[] {
  const { group } = period;
  const sums = new Map<string, Counts>(listPeriodStarts(period, group).map(start => [start, NO_COUNTS]));
  for (const counts of days) {
    if (counts.day < period.from) continue;
    const start = getPeriodStart(counts.day, group);
    sums.set(start, addCounts(sums.get(start) ?? NO_COUNTS, counts));
  }
  return [...sums].map(([key, counts]) => ({
    key,
    label: formatPeriod(key, group),
    ...formatCounts(counts),
  }));
}

async function listBreakdown(
  { catalogue, db }: Pick<ExchangeContext, 'catalogue' | 'db'>,
  partnerId: string,
  { from, to }: DayRange,
  by: StatisticsBreakdown,
): Promise<StatisticsRow[]> {
  const rows = await db
    .selectFrom('referral_days')
    .select('key')
    .select(COUNTED_COLUMNS.map(column => sql<bigint>`cast(sum(${sql.ref(column)}) as bigint)`.as(column)))
    .where('partner_id', '=', partnerId)
    .where('dimension', '=', by)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('key')
    // Excludes keys with only the partner's own claims.
    .having(
      sql<boolean>`sum(${sql.ref('clicks')} + ${sql.ref('claims')} + ${sql.ref('completed')}) <> 0 or sum(${sql.ref('income')}) <> 0`,
    )
    .orderBy('turnover', 'desc')
    .orderBy('claims', 'desc')
    .orderBy('clicks', 'desc')
    .orderBy('key')
    .limit(MAX_BREAKDOWN_ROWS)
    .execute();
  const labels = by === 'link' ? await loadCodeLabels(db, partnerId) : null;
  return rows.map(({ key, ...counts }) => ({
    key,
    label:
      key === '' ? UNKNOWN_LABELS[by] : by === 'pair' ? namePair(catalogue, key) : labels?.get(key) || key,
    ...formatCounts(counts),
  }));
}

/** Formats the display name of a pair of codes: «BTC на Сбербанк». */
export function namePair(catalogue: ExchangeContext['catalogue'], codes: string): string {
  const names = codes.split(' ').map(code => {
    const currency = catalogue.findCurrencyByCode(code);
    return currency ? formatSide(toClaimSide(currency)) : code;
  });
  return names.join(' на ');
}

async function loadCodeLabels(db: Db, partnerId: string): Promise<ReadonlyMap<string, string>> {
  const codes = await db
    .selectFrom('referral_codes')
    .select(['code', 'label'])
    .where('partner_id', '=', partnerId)
    .execute();
  return new Map(codes.map(({ code, label }) => [code, label]));
}

/** Returns the time up to which everything is counted; null before the first count. */
async function findCountedAt(db: Db, partnerId: string, now: number): Promise<string | null> {
  const findOldest = (table: 'partner_events' | 'referral_clicks') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.min('at').as('at'))
      .where('partner_id', '=', partnerId)
      .where('counted_at', 'is', null);
  const { event, click, any } = await db
    .selectNoFrom(eb => [
      findOldest('partner_events').as('event'),
      findOldest('referral_clicks').as('click'),
      eb
        .selectFrom('referral_days')
        .select('day')
        .where('partner_id', '=', partnerId)
        .where('dimension', '=', 'total')
        .limit(1)
        .as('any'),
    ])
    .executeTakeFirstOrThrow();
  if (any === null) return null;
  const waiting = [event, click].filter(at => at !== null).map(Number);
  return new Date(Math.min(now, ...waiting)).toISOString();
}

/** Loads the totals of a partner over all time, as far as counted. */
export async function loadPartnerTotals(
  db: Db,
  partnerId: string,
): Promise<Pick<StatisticsNumbers, 'clicks' | 'claims' | 'completed'>> {
  const sum = (column: 'clicks' | 'claims' | 'completed') =>
    sql<bigint>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`.as(column);
  const { clicks, claims, completed } = await db
    .selectFrom('referral_days')
    .select([sum('clicks'), sum('claims'), sum('completed')])
    .where('partner_id', '=', partnerId)
    .where('dimension', '=', 'total')
    .where('key', '=', '')
    .executeTakeFirstOrThrow();
  return { clicks: Number(clicks), claims: Number(claims), completed: Number(completed) };
}

function formatCounts(counts: Counts): StatisticsNumbers {
  const numbers = COUNTED_COLUMNS.map(column => [column, Number(counts[column])]);
  return {
    ...(Object.fromEntries(numbers) as Record<keyof Counts, number>),
    turnover: formatTurnover(counts.turnover),
    income: formatFunds(counts.income),
  };
}
