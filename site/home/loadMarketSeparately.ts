import { sendCall } from '#core/api/sendCall.ts';
import { listReservesCall } from '#core/contract/calculator.ts';
import { fetchCourse } from '#core/api/calculator.ts';
import type { ApiClient, CallOptions } from '#core/api/client.ts';
import type { CodePair } from '#core/api/course/market.ts';
import type { Market } from '#core/contract/course/market.ts';

/** Loads the market with one call per part, for a backend without `market`. A course that fails to load is left out. */
export async function loadMarketSeparately(
  client: ApiClient,
  pairs: readonly CodePair[],
  options: CallOptions,
): Promise<Market> {
  const reserves = await sendCall(client, listReservesCall, options);
  const ids = new Map(reserves.map(({ code, id }) => [code, id]));
  const requests = pairs.map(async ({ from, to }) => {
    const [fromId, toId] = [ids.get(from), ids.get(to)];
    if (fromId === undefined || toId === undefined) return [];
    const { course, closed } = await fetchCourse(client, fromId, toId, { signal: options.signal });
    return closed ? [] : [{ from, to, course }];
  });
  const results = await Promise.allSettled(requests);
  return {
    reserves,
    courses: results.flatMap(result => (result.status === 'fulfilled' ? result.value : [])),
  };
}
