import type { BestPair } from '#core/contract/account/accountOverview.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { toClaimSide } from '#server/exchange/claims/view/claimStatus.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { calculateTerms, type AccountDiscount } from '#server/exchange/courses/pricing.ts';

/** Largest number of pairs in a response. */
const MAX_BEST_PAIRS = 6;

/** Maximum number of candidate pairs: some may be closed. */
const MAX_CANDIDATES = 20;

/** Popular pairs are counted over the completed claims of all clients in this period. */
const POPULAR_PERIOD_MS = 30 * DAY_MS;

/** Own pairs are counted over the account's completed claims in this period. */
const OWN_PERIOD_MS = 365 * DAY_MS;

/** How long the popular pairs are cached, milliseconds: counting them reads all claims of a month. */
const POPULAR_LIFETIME_MS = 10 * 60_000;

interface Direction {
  from_id: bigint;
  to_id: bigint;
}

/**
 * Creates the function, one for each process, that lists the open directions that an account exchanges most, with its
 * course; the popular ones if it has none.
 */
export function createBestPairsReader(
  context: Pick<ExchangeContext, 'db' | 'catalogue' | 'rates' | 'now'>,
): (account: AccountDiscount) => Promise<BestPair[]> {
  const { db, now } = context;
  let popular: { until: number; directions: Promise<Direction[]> } | undefined;

  const selectDirections = (since: number) =>
    db
      .selectFrom('claims')
      .select(['from_id', 'to_id'])
      .where('status', '=', 'completed')
      .where('created_at', '>', BigInt(since))
      .groupBy(['from_id', 'to_id'])
      .orderBy(({ fn }) => fn.countAll(), 'desc')
      .orderBy('from_id')
      .orderBy('to_id')
      .limit(MAX_CANDIDATES);

  const listPopular = (): Promise<Direction[]> => {
    if (!popular || popular.until <= now()) {
      const directions = selectDirections(now() - POPULAR_PERIOD_MS).execute();
      const entry = { until: now() + POPULAR_LIFETIME_MS, directions };
      popular = entry;
      // A failure is not cached: the next request tries again.
      directions.catch(() => {
        if (popular === entry) popular = undefined;
      });
    }
    return popular.directions;
  };

  return async account => {
    const own = await selectDirections(now() - OWN_PERIOD_MS)
      .where('user_id', '=', account.userId)
      .execute();
    const isOwn = own.length > 0;
    const directions = isOwn ? own : await listPopular();
    return directions
      .flatMap(({ from_id, to_id }) => buildPair(context, [Number(from_id), Number(to_id)], account))
      .map(pair => ({ ...pair, isOwn }))
      .slice(0, MAX_BEST_PAIRS);
  };
}

/** Returns a list with the pair, empty if it is closed. */
function buildPair(
  context: Pick<ExchangeContext, 'catalogue' | 'rates' | 'now'>,
  [fromPs, toPs]: readonly [number, number],
  account: AccountDiscount,
): BestPair[] {
  const terms = calculateTerms(context, fromPs, toPs, { account });
  if (!terms.ok || terms.closed) return [];
  const { from, to, courses, bonus } = terms;
  return [
    { fromPs, toPs, from: toClaimSide(from), to: toClaimSide(to), course: courses.default.course, bonus },
  ];
}
