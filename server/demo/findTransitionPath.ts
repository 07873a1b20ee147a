import type { ClaimStatusCode } from '#core/claim/status.ts';
import { UNPAYABLE_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import { listNextStatuses } from '#server/exchange/claims/status/nextStatuses.ts';

/**
 * Finds the shortest path of allowed transitions: the statuses after `from`, ending with `to`. From a status to itself,
 * the path is a round trip, since no status may follow itself. Null if there is no path. `isCrypto`: see
 * `listNextStatuses`. A new price before the payment is no step of a path.
 */
export function findTransitionPath(
  from: ClaimStatusCode,
  to: ClaimStatusCode,
  isCrypto = false,
): ClaimStatusCode[] | null {
  const seen = new Set<ClaimStatusCode>();
  let paths: ClaimStatusCode[][] = [[]];
  while (paths.length > 0) {
    const longerPaths: ClaimStatusCode[][] = [];
    for (const path of paths)
      for (const next of listNextStatuses(path.at(-1) ?? from, { isCrypto, isMoneyReceived: false })) {
        if (isClientDecision(path.at(-1) ?? from, next)) continue;
        if (next === to) return [...path, next];
        if (seen.has(next)) continue;
        seen.add(next);
        longerPaths.push([...path, next]);
      }
    paths = longerPaths;
  }
  return null;
}

/** Whether the step requests the client's decision on a new price, or is the client's refusal of that price. */
function isClientDecision(from: ClaimStatusCode, to: ClaimStatusCode): boolean {
  return (to === 'hold' && UNPAYABLE_STATUSES.has(from)) || (from === 'hold' && to === 'cancelled');
}
