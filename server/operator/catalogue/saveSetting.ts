import type { Transaction } from 'kysely';
import type { SettingName } from '../../catalogue/exchangeSettings.ts';
import type { DatabaseSchema } from '../../database/schema.ts';

/** Stores the value of a setting as JSON. */
export async function saveSetting(
  trx: Transaction<DatabaseSchema>,
  name: SettingName,
  value: unknown,
): Promise<void> {
  const row = { name, value: JSON.stringify(value) };
  await trx
    .insertInto('settings')
    .values(row)
    .onConflict(conflict => conflict.column('name').doUpdateSet(row))
    .execute();
}
