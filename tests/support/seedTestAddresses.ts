import { UNPAYABLE_ADDRESS_SUFFIX } from '#core/claim/paymentUri.ts';
import { seedDatabase } from '#server/exchange/catalogue/seedDatabase.ts';
import { openDatabase } from '#server/platform/database/database.ts';

/** Numbers of the addresses of each coin. All have two digits, so that all addresses have the same length. */
const ADDRESS_NUMBERS = Array.from({ length: 90 }, (_, index) => index + 10);

/**
 * Creates the database of a test server in a data folder, with many addresses for each coin: the tests of a suite share
 * the server, and open claims for equal amounts need an address each.
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
  const copies = rows
    .filter(({ value }) => value.endsWith(`-A${UNPAYABLE_ADDRESS_SUFFIX}`))
    .flatMap(({ value, currency_id, kind, holder, bank, memo, active, used_at }) =>
      ADDRESS_NUMBERS.map(number => ({
        currency_id,
        kind,
        holder,
        bank,
        memo,
        active,
        used_at,
        value: value.replace(`-A${UNPAYABLE_ADDRESS_SUFFIX}`, `-${number}${UNPAYABLE_ADDRESS_SUFFIX}`),
      })),
    );
  await db.transaction().execute(async trx => {
    const ids = rows.map(({ id }) => id);
    await trx.updateTable('payment_requisites').set({ active: 0n }).where('id', 'in', ids).execute();
    for (const copy of copies) await trx.insertInto('payment_requisites').values(copy).execute();
  });
  await close();
}
