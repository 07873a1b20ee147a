import type { Kysely } from 'kysely';
import { showUnits, toText } from '#core/exchange/amount.ts';
import { reserveMax } from '#core/exchange/course.ts';
import type { Currency } from '../catalogue/snapshot.ts';
import type { Schema } from '../database/schema.ts';
import { problem, type Refusal } from './refusal.ts';

/** 409 `reserve_short`; `limit` is the most that can be received now, in units of the receive side. */
export async function shortage(db: Kysely<Schema>, currency: Currency): Promise<Refusal> {
  const row = await db
    .selectFrom('reserves')
    .select(['amount', 'held'])
    .where('currency_id', '=', BigInt(currency.id))
    .executeTakeFirst();
  const max = row ? reserveMax(row.amount, row.held) : 0n;
  const { decimals, ticker } = currency;
  return problem(409, 'reserve_short', {
    limit: toText(max, decimals),
    data: max > 0n ? { max: `${showUnits(max, decimals)} ${ticker}`, side: 'to' } : {},
  });
}
