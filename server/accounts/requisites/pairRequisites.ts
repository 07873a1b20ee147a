import type { Pair, PairSide } from '#core/contract/course/pair.ts';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { maskRequisites } from '#server/exchange/requisites/maskRequisites.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { fitsFields, listSavedFields } from './requisiteKinds.ts';
import { openValues, selectSavedRequisites } from './storedRequisite.ts';

/** Adds to a pair the logged-in client's saved requisites that fit each side, and the option to save others. */
export async function addSavedRequisites(
  context: Pick<ExchangeContext, 'db' | 'keys' | 'log'>,
  pair: Pair,
  { userId, from, to }: { userId: string; from: Currency; to: Currency },
): Promise<Pair> {
  const rows = await selectSavedRequisites(context.db, userId)
    .selectAll()
    .where('currency_id', 'in', [BigInt(from.id), BigInt(to.id)])
    .orderBy(({ fn }) => fn.coalesce('used_at', 'created_at'), 'desc')
    .execute();
  const addToSide = (side: PairSide, currency: Currency): PairSide => ({
    ...side,
    savedRequisites: rows
      .filter(row => row.currency_id === BigInt(currency.id))
      .flatMap(row => {
        const values = openValues(context, row);
        return values === null ? [] : [{ id: row.id, label: row.label, values }];
      })
      .filter(({ values }) => fitsFields(side.input, values))
      .map(saved => ({ ...saved, masked: maskRequisites(saved.values, listSavedFields(currency)) })),
  });
  return {
    ...pair,
    saveRequisites: true,
    structure: { from: addToSide(pair.structure.from, from), to: addToSide(pair.structure.to, to) },
  };
}
