import type { ApiClient } from '#core/api/client.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { listDirectionsCall, listReservesCall, type Reserve } from '#core/contract/calculator.ts';
import { createServerQuery, type ServerQuery } from '#core/serverQuery.ts';

/** Reserves of one group, in the server's order. `name` is null if the server sends no groups. */
export interface ReserveGroup {
  name: string | null;
  reserves: Reserve[];
}

/** Free reserves by group. */
export function createReservesQuery(api: ApiClient): ServerQuery<ReserveGroup[]> {
  return createServerQuery(api.clock, async options => {
    const [reserves, directions] = await Promise.all([
      sendCall(api, listReservesCall, options),
      sendCall(api, listDirectionsCall),
    ]);
    const groupByItemId = new Map(
      directions.flatMap(({ items = [] }) => items.map(item => [item.id, item.group])),
    );
    const groups = Map.groupBy(reserves, reserve => groupByItemId.get(reserve.id) ?? null);
    return [...groups].map(([name, reserves]) => ({ name, reserves }));
  });
}
