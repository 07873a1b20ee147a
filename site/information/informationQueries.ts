import { fetchReserves, fetchDirections } from '#core/api/calculator.ts';
import type { ApiClient } from '#core/api/client.ts';
import { fetchContest, type RunningContest } from '#core/api/contest.ts';
import { fetchDiscountTiers } from '#core/api/discount.ts';
import type { Direction, Reserve } from '#core/contract/calculator.ts';
import type { DiscountTier } from '#core/contract/discount.ts';
import { createServerQuery, type ServerQuery } from '#core/serverQuery.ts';

/** Reserves of one group, in the server's order. `name` is null if the server sends no groups. */
export interface ReserveGroup {
  name: string | null;
  reserves: Reserve[];
}

/** Free reserves by group. */
export function createReservesQuery(api: ApiClient): ServerQuery<ReserveGroup[]> {
  return createServerQuery(api.clock, async options => {
    const [reserves, directions] = await Promise.all([fetchReserves(api, options), fetchDirections(api)]);
    const groupByItemId = new Map(
      directions.flatMap(({ items = [] }) => items.map(item => [item.id, item.group])),
    );
    const groups = Map.groupBy(reserves, reserve => groupByItemId.get(reserve.id) ?? null);
    return [...groups].map(([name, reserves]) => ({ name, reserves }));
  });
}

/** Discount tiers, smallest turnover first. */
export function createTiersQuery(api: ApiClient): ServerQuery<DiscountTier[]> {
  return createServerQuery(api.clock, options => fetchDiscountTiers(api, options));
}

/** The running contest; null if there is none. */
export function createContestQuery(api: ApiClient): ServerQuery<RunningContest | null> {
  return createServerQuery(api.clock, options => fetchContest(api, options));
}

/** All currencies that can be exchanged. */
export function createDirectionsQuery(api: ApiClient): ServerQuery<Direction[]> {
  return createServerQuery(api.clock, options => fetchDirections(api, options));
}
