import { ApiError } from '#core/api/apiError.ts';
import type { ApiClient, CallOptions } from '#core/api/client.ts';
import { fetchMarket } from '#core/api/course/market.ts';
import type { Reserve } from '#core/contract/calculator.ts';
import type { Market } from '#core/contract/course/market.ts';
import { createServerQuery, type ServerQuery } from '#core/serverQuery.ts';
import { POPULAR_PAIRS, type PopularRate } from './popularRates.ts';

/** Live data of the home page. */
export interface HomeMarket {
  /** Free reserves, one per payment system, in the server's order. */
  reserves: Reserve[];
  /** Courses of the popular pairs, without pairs that are closed now. */
  popularRates: PopularRate[];
}

/** Query for the live data of the home page. */
export type MarketQuery = ServerQuery<HomeMarket>;

/** Creates the query. Each refresh is one request, or several to a backend without `market`. */
export function createMarketQuery(client: ApiClient): MarketQuery {
  let hasMarketCall = true;

  async function loadMarket(options: CallOptions): Promise<Market> {
    try {
      if (hasMarketCall) return await fetchMarket(client, POPULAR_PAIRS, options);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      hasMarketCall = false;
    }
    const { loadMarketSeparately } = await import('./loadMarketSeparately.ts');
    return loadMarketSeparately(client, POPULAR_PAIRS, options);
  }

  async function load(options: CallOptions): Promise<HomeMarket> {
    const { reserves, courses } = await loadMarket(options);
    const findReserve = (code: string) => reserves.find(reserve => reserve.code === code);
    const popularRates = courses.flatMap(({ from: fromCode, to: toCode, course }) => {
      const [from, to] = [findReserve(fromCode), findReserve(toCode)];
      return from && to ? [{ from, to, course }] : [];
    });
    return { reserves, popularRates };
  }

  // Every backend has reserves.
  return createServerQuery(client.clock, load, { isUnsupported: () => false });
}
