import { hasRows } from '#server/platform/database/countRows.ts';
import type { Transaction } from 'kysely';
import { decimalToUnits } from '#core/exchange/amount.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { EXCHANGE_LOCK } from '#server/platform/database/rowLocks.ts';
import type { DatabaseSchema, Db } from '#server/platform/database/schema.ts';
import { insertInitialReserves } from './reserveLedger.ts';
import {
  CASH_CITIES,
  CURRENCY_GROUPS,
  DEFAULT_MEETING_PLACE,
  INITIAL_PROMOCODES,
  INITIAL_CURRENCIES,
} from './initialCatalogue.ts';
import { INITIAL_SEARCH_WORDS } from './initialSearchWords.ts';

/**
 * Writes the initial catalogue to an empty database; with `start` also reserves and unpayable payment requisites.
 * Returns false, without a change, if the database has currencies. `now` in milliseconds.
 */
export async function seedDatabase(db: Db, content: 'start' | 'empty', now: number): Promise<boolean> {
  if (await hasRows(db.selectFrom('currencies'))) return false;
  const seed = async (trx: Transaction<DatabaseSchema>) => {
    // Another server may have seeded the database meanwhile.
    if (await hasRows(trx.selectFrom('currencies'))) return false;
    await insertCurrencies(trx);
    if (content === 'start') await insertReservesAndRequisites(trx, now);
    return true;
  };
  return runInTransaction(db, seed, [EXCHANGE_LOCK]);
}

async function insertCurrencies(trx: Db): Promise<void> {
  const rows = INITIAL_CURRENCIES.map((entry, index) => ({
    id: BigInt(index + 1),
    code: entry.code,
    aliases: JSON.stringify(entry.aliases),
    search_words: JSON.stringify(INITIAL_SEARCH_WORDS[entry.code] ?? []),
    direction: entry.direction,
    name: entry.direction,
    ticker: entry.ticker,
    network: entry.network,
    kind: entry.kind,
    group_name: CURRENCY_GROUPS[entry.kind],
    decimals: BigInt(entry.decimals),
    min: decimalToUnits(entry.min, entry.decimals),
    min_verification:
      entry.minVerification === null ? null : decimalToUnits(entry.minVerification, entry.decimals),
    max: null,
    default_amount: entry.defaultAmount === null ? null : decimalToUnits(entry.defaultAmount, entry.decimals),
    icon: entry.icon,
    position: BigInt(index + 1),
    send_visible: 1n,
    receive_visible: 1n,
    congestion: BigInt(entry.congestion),
    notify: entry.notify,
    send_closed: null,
    receive_closed: null,
  }));
  await trx.insertInto('currencies').values(rows).execute();
  const cash = rows.filter(row => row.kind === 'cash');
  const cities = cash.flatMap(row =>
    CASH_CITIES.map(([code, name]) => ({
      currency_id: row.id,
      code,
      name,
      place: DEFAULT_MEETING_PLACE,
      hours: null,
    })),
  );
  await trx.insertInto('cities').values(cities).execute();
  await trx
    .insertInto('promocodes')
    .values(
      INITIAL_PROMOCODES.map(promocode => ({
        ...promocode,
        single_use: 0n,
        used: 0n,
        active: 1n,
        valid_until: null,
      })),
    )
    .execute();
}

async function insertReservesAndRequisites(trx: Db, now: number): Promise<void> {
  const reserves = INITIAL_CURRENCIES.map(({ reserve, decimals }, index) => ({
    currencyId: BigInt(index + 1),
    amount: decimalToUnits(reserve, decimals),
  }));
  await insertInitialReserves(trx, reserves, now);
  const requisites = INITIAL_CURRENCIES.flatMap(({ paymentRequisites }, index) =>
    paymentRequisites.map(requisite => ({
      ...requisite,
      currency_id: BigInt(index + 1),
      active: 1n,
      used_at: 0n,
    })),
  );
  await trx.insertInto('payment_requisites').values(requisites).execute();
}
