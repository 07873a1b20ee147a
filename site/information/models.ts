import * as calculator from '#core/api/calculator.ts';
import type { Client } from '#core/api/client.ts';
import * as contests from '#core/api/contest.ts';
import * as discounts from '#core/api/discount.ts';
import type { Direction, Reserve } from '#core/contract/calculator.ts';
import type { Contest } from '#core/contract/contest.ts';
import type { Tier } from '#core/contract/discount.ts';
import { create, type Live } from '../live/live.ts';

/** Reserves of one group, in the server's order; the name is null where the server has no groups. */
export interface Group {
  name: string | null;
  reserves: Reserve[];
}

/** The free reserves by group. */
export function reserves(api: Client): Live<Group[]> {
  return create(api.clock, async options => {
    const [reserves, directions] = await Promise.all([
      calculator.reserves(api, options),
      calculator.directions(api),
    ]);
    const groupOf = new Map(directions.flatMap(({ items = [] }) => items.map(one => [one.id, one.group])));
    const groups = Map.groupBy(reserves, one => groupOf.get(one.id) ?? null);
    return [...groups].map(([name, reserves]) => ({ name, reserves }));
  });
}

/** The discount tiers, the smallest turnover first. */
export function tiers(api: Client): Live<Tier[]> {
  return create(api.clock, options => discounts.tiers(api, options));
}

/** The contest that runs, null without one. */
export function contest(api: Client): Live<Contest | null> {
  return create(api.clock, options => contests.contest(api, options));
}

/** Every currency to exchange. */
export function directions(api: Client): Live<Direction[]> {
  return create(api.clock, options => calculator.directions(api, options));
}
