import { STEPS, type Status } from '#core/claim/status.ts';

/**
 * The shortest way that the table allows: the statuses to go through, `to` the last one. From a status to itself a round
 * trip, since nothing may follow itself. Null when there is none.
 */
export function way(from: Status, to: Status): Status[] | null {
  const seen = new Set<Status>();
  let ways: Status[][] = [[]];
  while (ways.length > 0) {
    const longer: Status[][] = [];
    for (const steps of ways)
      for (const next of STEPS[steps.at(-1) ?? from].next) {
        if (next === to) return [...steps, next];
        if (seen.has(next)) continue;
        seen.add(next);
        longer.push([...steps, next]);
      }
    ways = longer;
  }
  return null;
}
