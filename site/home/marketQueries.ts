import { fetchCourse, fetchReserves } from '#core/api/calculator.ts';
import type { ApiClient, CallOptions } from '#core/api/client.ts';
import type { Reserve } from '#core/contract/calculator.ts';
import { createLiveQuery, type LiveQuery } from '../live/liveQuery.ts';
import { POPULAR_PAIRS, type PopularRate } from './popularRates.ts';

/** Live data of the home page. */
export interface MarketQueries {
  /** Free reserves, one per payment system, in the server's order. */
  readonly reserves: LiveQuery<Reserve[]>;
  /** Courses of the popular pairs, without pairs that are closed now. Loading them loads the reserves, too. */
  readonly popularRates: LiveQuery<PopularRate[]>;
}

/** Creates the queries of the home page. */
export function createMarketQueries(client: ApiClient): MarketQueries {
  const reserves = createLiveQuery(client.clock, options => fetchReserves(client, options));
  // The courses need the ids of the reserves.
  const popularRates = createLiveQuery(client.clock, async options =>
    fetchPopularRates(client, await reserves.load(options), options),
  );
  return { reserves, popularRates };
}

/** Rejects only if no course could be loaded. */
async function fetchPopularRates(
  client: ApiClient,
  reserves: readonly Reserve[],
  { signal }: CallOptions,
): Promise<PopularRate[]> {
  const reservesByCode = new Map(reserves.map(reserve => [reserve.code, reserve]));
  const requests = POPULAR_PAIRS.map(async ({ from: fromCode, to: toCode }) => {
    const from = reservesByCode.get(fromCode);
    const to = reservesByCode.get(toCode);
    if (!from || !to) return null;
    const { course, closed } = await fetchCourse(client, from.id, to.id, { signal });
    return closed ? null : { from, to, course };
  });
  const results = await Promise.allSettled(requests);
  const failedResult = results.find(result => result.status === 'rejected');
  const rates = results.flatMap(result =>
    result.status === 'fulfilled' && result.value ? [result.value] : [],
  );
  if (rates.length === 0 && failedResult) throw failedResult.reason;
  return rates;
}
