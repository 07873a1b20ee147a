import { sql } from 'kysely';
import {
  STATISTICS_BREAKDOWNS,
  StatisticsNumbers,
  type StatisticsBreakdown,
} from '#core/contract/account/shop.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { ReferralDayRow, StatisticsDimension } from '#server/platform/database/partnerRows.ts';

export type Counts = Pick<ReferralDayRow, keyof StatisticsNumbers>;

/** The columns that are counted: the figures of the contract. */
export const COUNTED_COLUMNS = Object.keys(StatisticsNumbers.entries) as (keyof Counts)[];

const mapCounts = (count: (column: keyof Counts) => bigint): Counts =>
  Object.fromEntries(COUNTED_COLUMNS.map(column => [column, count(column)])) as Counts;

/** Counts of zero. */
export const NO_COUNTS: Counts = mapCounts(() => 0n);

/** Adds two counts. */
export const addCounts = (a: Counts, b: Counts): Counts => mapCounts(column => a[column] + b[column]);

/** The key of the partner's own claims in the dimension `total`. */
export const OWN_CLAIMS_KEY = 'own';

/** Counts to add, with their partner, day and source. */
export interface CountedFact {
  partnerId: string;
  /** By Moscow time. */
  day: string;
  /** Null: the partner's own claim. */
  keys: Readonly<Record<StatisticsBreakdown, string>> | null;
  counts: Partial<Counts>;
}

/**
 * Maximum number of subs and of hosts with only clicks for a partner on a day, because visitors choose them and could
 * fill the table; the rest counts as unknown. Claims and money always count under their own key.
 */
const MAX_DAILY_KEYS = 300;

const LIMITED_DIMENSIONS: readonly StatisticsDimension[] = ['sub', 'host'];

/** Rows per statement: SQLite accepts 32,766 parameters. */
const ROWS_PER_STATEMENT = 500;

/** Adds facts to the days of their partners. The caller's transaction holds the lock of the statistics. */
export async function addToDays(trx: Db, facts: readonly CountedFact[]): Promise<void> {
  const findKey = await createKeyLimit(trx, facts);
  const rows = new Map<string, ReferralDayRow>();
  for (const fact of facts)
    for (const [dimension, key] of listKeys(fact, findKey)) {
      const { partnerId, day, counts } = fact;
      const id = JSON.stringify([partnerId, dimension, day, key]);
      const row = rows.get(id) ?? { partner_id: partnerId, dimension, day, key, ...NO_COUNTS };
      rows.set(id, { ...row, ...addCounts(row, { ...NO_COUNTS, ...counts }) });
    }
  const all = [...rows.values()];
  for (let start = 0; start < all.length; start += ROWS_PER_STATEMENT)
    await upsertDays(trx, all.slice(start, start + ROWS_PER_STATEMENT));
}

/** Lists the rows that a fact is added to. */
function listKeys(fact: CountedFact, findKey: FindKey): [StatisticsDimension, string][] {
  const { keys } = fact;
  if (keys === null) return [['total', OWN_CLAIMS_KEY]];
  return [
    ['total', ''],
    ...STATISTICS_BREAKDOWNS.map((dimension): [StatisticsDimension, string] => [
      dimension,
      findKey({ ...fact, keys }, dimension),
    ]),
  ];
}

async function upsertDays(trx: Db, rows: readonly ReferralDayRow[]): Promise<void> {
  const sums = COUNTED_COLUMNS.map(
    column =>
      [
        column,
        sql<bigint>`${sql.ref(`referral_days.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
      ] as const,
  );
  await trx
    .insertInto('referral_days')
    .values(rows)
    .onConflict(conflict =>
      conflict.columns(['partner_id', 'dimension', 'day', 'key']).doUpdateSet(Object.fromEntries(sums)),
    )
    .execute();
}

const isOnlyClick = ({ clicks: _clicks, visitors: _visitors, ...others }: Partial<Counts>): boolean =>
  Object.values(others).every(count => count === undefined);

type FindKey = (
  fact: CountedFact & { keys: Readonly<Record<StatisticsBreakdown, string>> },
  dimension: StatisticsBreakdown,
) => string;

/** Reads the existing keys of the days. Returns a function that replaces a key by the empty one if a day is full. */
async function createKeyLimit(trx: Db, facts: readonly CountedFact[]): Promise<FindKey> {
  const known = new Map<string, Set<string>>();
  const getId = (partnerId: string, day: string, dimension: string) => `${partnerId} ${day} ${dimension}`;
  for (const { partnerId, day } of facts) {
    if (known.has(getId(partnerId, day, 'sub'))) continue;
    for (const dimension of LIMITED_DIMENSIONS) known.set(getId(partnerId, day, dimension), new Set());
    const rows = await trx
      .selectFrom('referral_days')
      .select(['dimension', 'key'])
      .where('partner_id', '=', partnerId)
      .where('dimension', 'in', LIMITED_DIMENSIONS)
      .where('day', '=', day)
      .execute();
    for (const { dimension, key } of rows) known.get(getId(partnerId, day, dimension))?.add(key);
  }
  return ({ partnerId, day, keys, counts }, dimension) => {
    const key = keys[dimension];
    const dayKeys = known.get(getId(partnerId, day, dimension));
    if (!dayKeys || dayKeys.has(key)) return key;
    if (dayKeys.size >= MAX_DAILY_KEYS && isOnlyClick(counts)) return '';
    dayKeys.add(key);
    return key;
  };
}
