import type { Kysely } from 'kysely';
import { fromText } from '#core/exchange/amount.ts';
import { inTransaction } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import * as reserve from './reserve.ts';
import { CITIES, GROUPS, PLACE, PROMOCODES, start } from './start.ts';

/**
 * Gives an empty database the start catalogue; with `start` also reserves and payment requisites that are not payable.
 * A database that has currencies is left as it is, and the answer is false. `now` in milliseconds.
 */
export async function seed(db: Kysely<Schema>, what: 'start' | 'empty', now: number): Promise<boolean> {
  if (await hasCurrencies(db)) return false;
  return inTransaction(db, async trx => {
    // Another server may have been faster.
    if (await hasCurrencies(trx)) return false;
    await currencies(trx);
    if (what === 'start') await money(trx, now);
    return true;
  });
}

async function hasCurrencies(db: Kysely<Schema>): Promise<boolean> {
  return (await db.selectFrom('currencies').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function currencies(trx: Kysely<Schema>): Promise<void> {
  const rows = start.map((one, index) => ({
    id: BigInt(index + 1),
    code: one.code,
    aliases: JSON.stringify(one.aliases),
    direction: one.direction,
    name: one.direction,
    ticker: one.ticker,
    network: one.network,
    kind: one.kind,
    group_name: GROUPS[one.kind],
    decimals: BigInt(one.decimals),
    min: fromText(one.min, one.decimals),
    min_verification: one.minVerification === null ? null : fromText(one.minVerification, one.decimals),
    max: null,
    icon: one.icon,
    position: BigInt(index + 1),
    send_visible: 1n,
    receive_visible: 1n,
    congestion: BigInt(one.congestion),
    notify: one.notify,
    send_closed: null,
    receive_closed: null,
  }));
  await trx.insertInto('currencies').values(rows).execute();
  const cash = rows.filter(row => row.kind === 'cash');
  const cities = cash.flatMap(row =>
    CITIES.map(([code, name]) => ({ currency_id: row.id, code, name, place: PLACE })),
  );
  await trx.insertInto('cities').values(cities).execute();
  await trx
    .insertInto('promocodes')
    .values(PROMOCODES.map(one => ({ ...one, single_use: 0n, used: 0n, active: 1n })))
    .execute();
}

async function money(trx: Kysely<Schema>, now: number): Promise<void> {
  for (const [index, { reserve: text, decimals, payTo }] of start.entries()) {
    const currencyId = BigInt(index + 1);
    await reserve.set(trx, { currencyId, amount: fromText(text, decimals), at: now, kind: 'seed' });
    for (const one of payTo)
      await trx
        .insertInto('payment_requisites')
        .values({ ...one, currency_id: currencyId, active: 1n, used_at: 0n })
        .execute();
  }
}
