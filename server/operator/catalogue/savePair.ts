import type { Transaction } from 'kysely';
import type { PairRow } from '../../database/catalogueRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import type { CurrencyPair } from './currencyPair.ts';

type PairValues = Omit<PairRow, 'from_id' | 'to_id'>;

/** The values of a pair that the operator has not changed: it has no row. */
export const UNCHANGED_PAIR: PairValues = {
  margin: null,
  discount: null,
  max: null,
  frozen_course: null,
  closed: null,
};

/** Stores some values of a pair; the others keep theirs. */
export async function savePair(
  trx: Transaction<DatabaseSchema>,
  { from, to }: CurrencyPair,
  change: Partial<PairValues>,
): Promise<void> {
  await trx
    .insertInto('pairs')
    .values({ from_id: BigInt(from.id), to_id: BigInt(to.id), ...UNCHANGED_PAIR, ...change })
    .onConflict(conflict => conflict.columns(['from_id', 'to_id']).doUpdateSet(change))
    .execute();
}
