import {
  formatPairKey,
  type CatalogueSnapshot,
  type Currency,
} from '#server/exchange/catalogue/catalogueSnapshot.ts';
import type { PairRow } from '#server/platform/database/catalogueRows.ts';
import { isExchangeablePair } from '#server/exchange/courses/pricing.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { refuse, type ValueSource, type ChangeContext } from '../defineCommand.ts';
import type { StaffTable } from '../editableTable.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { selectRows } from '../selectRows.ts';

/** The two currencies of a direction. */
export interface CurrencyPair {
  from: Currency;
  to: Currency;
}

/** Finds a pair by two codes or aliases separated by a dash, in any case; refuses one that cannot be exchanged. */
export function parsePair(
  name: string,
  { context }: Pick<ValueSource, 'context'>,
  problem = notFoundProblem,
): CurrencyPair {
  const [from, to, ...extra] = name.split('-').map(code => context.catalogue.findCurrencyByCode(code));
  return from && to && extra.length === 0 && isExchangeablePair(from, to)
    ? { from, to }
    : refuse(
        `There is no pair ${name}. A pair is two codes with a dash, at least one of them a coin: BTC-SBERRUB. List the codes: currency.`,
        problem,
      );
}

/** Formats a pair as two codes: USDTTRC20-SBERRUB. */
export const formatPair = ({ from, to }: CurrencyPair) => `${from.code}-${to.code}`;

/** Creates the default row of a pair, which is not stored. */
const createPairRow = ({ from, to }: CurrencyPair): PairRow => ({
  from_id: BigInt(from.id),
  to_id: BigInt(to.id),
  margin: null,
  discount: null,
  max: null,
  frozen_course: null,
  closed: null,
});

/** A row of a pair with its currencies. */
export type PairRowWithCurrencies = PairRow & { pair: CurrencyPair };

/** What each table of pairs has: its keys, and its stored or default rows. */
export const pairRows: Pick<
  StaffTable<CurrencyPair, PairRowWithCurrencies>,
  'parseKey' | 'formatKey' | 'find' | 'save'
> = {
  parseKey: parsePair,
  formatKey: formatPair,
  async find({ db }, pair) {
    const unchanged = createPairRow(pair);
    const { from_id, to_id } = unchanged;
    const row = await selectRows(db, 'pairs', { from_id, to_id }).executeTakeFirst();
    return { ...(row ?? unchanged), pair };
  },
  save: ({ key, context }, values) => savePair(context, key, values),
};

/** Returns the catalogue with a changed row of a pair. */
export function replacePairRow(
  { catalogue }: Pick<OperatorContext, 'catalogue'>,
  { pair, ...row }: PairRowWithCurrencies,
): CatalogueSnapshot {
  const snapshot = catalogue.getSnapshot();
  const pairs = new Map(snapshot.pairs).set(formatPairKey(pair.from.id, pair.to.id), row);
  return { ...snapshot, pairs };
}

/** Stores some values of a pair; the others are unchanged. */
async function savePair({ db }: ChangeContext, pair: CurrencyPair, change: Partial<PairRow>): Promise<void> {
  await db
    .insertInto('pairs')
    .values({ ...createPairRow(pair), ...change })
    .onConflict(conflict => conflict.columns(['from_id', 'to_id']).doUpdateSet(change))
    .execute();
}
