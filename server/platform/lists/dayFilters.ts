import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely';
import * as v from 'valibot';
import { parseDayRange } from '#core/exchange/exchangeDay.ts';

/** A day by Moscow time, as its begin and end. */
const day = v.pipe(
  v.string(),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const parsed = parseDayRange(value);
    if (parsed) return parsed;
    addIssue({ message: 'no such day' });
    return NEVER;
  }),
);

/** The filters of a list by its first and its last day. */
export const dayFilters = { date_from: v.optional(day), date_to: v.optional(day) };

export type DayFilters = Partial<v.InferOutput<v.ObjectSchema<typeof dayFilters, undefined>>>;

/** Selects the rows whose time in `column`, milliseconds, is within the days. */
export function whereDays<Schema, Tables extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Tables, object>,
  column: string,
  { date_from, date_to }: DayFilters,
) {
  let found = query;
  if (date_from) found = found.where(sql<SqlBool>`${sql.ref(column)} >= ${BigInt(date_from.start)}`);
  if (date_to) found = found.where(sql<SqlBool>`${sql.ref(column)} < ${BigInt(date_to.end)}`);
  return found;
}
