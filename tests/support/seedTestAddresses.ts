import { UNPAYABLE_ADDRESS_SUFFIX } from '#core/claim/paymentUri.ts';
import { seedDatabase } from '#server/catalogue/seedDatabase.ts';
import { openDatabase } from '#server/database/database.ts';

/** Addresses of a coin for each one of a new exchange. */
const ADDRESSES_PER_ADDRESS = 30;

/**
 * Creates the database of a test server in a data folder, with many addresses for each coin: the tests of a suite share
 * the server, and open claims for equal sums need an address each.
 */
export async function seedTestAddresses(dataDir: string): Promise<void> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null });
  await seedDatabase(db, 'start', Date.now());
  const rows = await db
    .selectFrom('payment_requisites')
    .selectAll()
    .where('kind', '=', 'address')
    .where('memo', '=', 0n)
    .execute();
  const copies = rows.flatMap(({ value, currency_id, kind, holder, bank, memo, active, used_at }) =>
    Array.from({ length: ADDRESSES_PER_ADDRESS }, (_, index) => ({
      currency_id,
      kind,
      holder,
      bank,
      memo,
      active,
      used_at,
      value: value.replace(UNPAYABLE_ADDRESS_SUFFIX, `-${index}${UNPAYABLE_ADDRESS_SUFFIX}`),
    })),
  );
  await db.transaction().execute(async trx => {
    for (const copy of copies) await trx.insertInto('payment_requisites').values(copy).execute();
  });
  await close();
}
