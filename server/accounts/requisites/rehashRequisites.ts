import type { ExchangeContext } from '#server/exchange/context.ts';
import { findDestination } from './requisiteKinds.ts';
import { openValues } from './storedRequisite.ts';

/** Rows per statement. */
const BATCH_SIZE = 500;

/**
 * Hashes the destination of each saved requisite with the current key, so that duplicates are still found after the
 * previous key is retired. Rows that cannot be decrypted keep their hash.
 */
export async function rehashRequisites(
  context: Pick<ExchangeContext, 'catalogue' | 'db' | 'keys' | 'log'>,
): Promise<void> {
  const { catalogue, db, keys } = context;
  let lastId: string | null = '';
  while (lastId !== null) {
    const rows = await db
      .selectFrom('saved_requisites')
      .select(['id', 'user_id', 'currency_id', 'sealed_values', 'value_hash'])
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute();
    for (const row of rows) {
      const currency = catalogue.getCurrency(Number(row.currency_id));
      const destination = currency && findDestination(currency, openValues(context, row) ?? {});
      const hash = destination ? keys.hash('saved-requisite', destination) : row.value_hash;
      if (hash === row.value_hash) continue;
      await db
        .updateTable('saved_requisites')
        .set({ value_hash: hash })
        .where('id', '=', row.id)
        // The account may have saved the same requisite twice, with different keys.
        .where(({ exists, not, selectFrom }) =>
          not(
            exists(
              selectFrom('saved_requisites as same')
                .select('same.id')
                .where('same.user_id', '=', row.user_id)
                .where('same.value_hash', '=', hash)
                .where('same.deleted_at', 'is', null),
            ),
          ),
        )
        .execute();
    }
    lastId = rows.length < BATCH_SIZE ? null : (rows.at(-1)?.id ?? null);
  }
}
