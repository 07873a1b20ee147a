import { sql } from 'kysely';
import * as v from 'valibot';
import type { ReserveEntry, OperatorReserve } from '#core/contract/operator/reserves.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { formatCurrencyName, type Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import type { ReserveEntryRow } from '#server/platform/database/catalogueRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { formatInstant, formatInstantOrNull } from '#server/platform/formatInstant.ts';
import type { PagedList } from '#server/platform/lists/listDefinition.ts';
import { openList } from '#server/platform/lists/openList.ts';
import { toClaimReference } from '../claims/claimReference.ts';

/** Lists the reserves in the order of the currencies, or only the one of `currencyId`. */
export async function listReserves(db: Db, currencyId?: number): Promise<OperatorReserve[]> {
  const rows = await db
    .selectFrom('currencies')
    .leftJoin('reserves', 'reserves.currency_id', 'currencies.id')
    .select(['code', 'name', 'network', 'ticker', 'decimals', 'min', 'receive_visible', 'receive_closed'])
    .select(['reserves.amount', 'reserves.held', 'reserves.updated_at'])
    .$if(currencyId !== undefined, query => query.where('currencies.id', '=', BigInt(currencyId ?? 0)))
    .orderBy('currencies.position')
    .execute();
  return rows.map(row => {
    const { code, ticker, decimals } = row;
    const [amount, held] = [row.amount ?? 0n, row.held ?? 0n];
    const format = (units: bigint) => unitsToDecimal(units, Number(decimals));
    return {
      code,
      name: formatCurrencyName(row),
      currency: ticker,
      amount: format(amount),
      held: format(held),
      free: format(amount - held),
      min: format(row.min),
      isSmall: row.receive_visible === 1n && row.receive_closed === null && amount - held < row.min,
      updatedAt: formatInstantOrNull(row.updated_at),
    };
  });
}

type EntryColumn = 'amount_change' | 'held_change';

/** The sum of a change in the entries after this one: the balance after it is the present one less this sum. */
const sumLater = (column: EntryColumn) =>
  sql<bigint | string>`coalesce(sum(${sql.ref(`reserve_entries.${column}`)}) over (
    order by reserve_entries.id desc rows between unbounded preceding and 1 preceding
  ), 0)`;

/** The ledger of a currency's reserve, newest first. */
export const reserveEntryList: PagedList<{ db: Db }, Currency, object, ReserveEntry> = {
  filters: v.object({}),
  open: ({ db }, { id, decimals }) =>
    openList({
      rows: db
        .selectFrom('reserve_entries')
        .innerJoin('reserves', 'reserves.currency_id', 'reserve_entries.currency_id')
        .leftJoin('claims', 'claims.id', 'reserve_entries.claim_id')
        .where('reserve_entries.currency_id', '=', BigInt(id)),
      order: { 'reserve_entries.id': 'desc' },
      select: part =>
        part
          .selectAll('reserve_entries')
          .select(['reserves.amount', 'reserves.held', 'claims.public_number'])
          .select([sumLater('amount_change').as('later_amount'), sumLater('held_change').as('later_held')]),
      build: rows =>
        rows.map(row => {
          const format = (units: bigint) => unitsToDecimal(units, decimals);
          return {
            id: String(row.id),
            at: formatInstant(row.at),
            kind: row.kind as ReserveEntryRow['kind'],
            by: row.actor || null,
            amountChange: format(row.amount_change),
            heldChange: format(row.held_change),
            claim: toClaimReference(row.claim_id, row.public_number),
            amount: format(row.amount - BigInt(row.later_amount)),
            held: format(row.held - BigInt(row.later_held)),
          };
        }),
    }),
};
