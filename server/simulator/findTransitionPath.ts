import { CLAIM_STATUS_RULES, type ClaimStatusCode } from '#core/claim/status.ts';

/**
 * The shortest way that the table allows: the statuses to go through, `to` the last one. From a status to itself a round
 * trip, since nothing may follow itself. Null when there is none.
 */
export function findTransitionPath(from: ClaimStatusCode, to: ClaimStatusCode): ClaimStatusCode[] | null {
  const seen = new Set<ClaimStatusCode>();
  let paths: ClaimStatusCode[][] = [[]];
  while (paths.length > 0) {
    const longerPaths: ClaimStatusCode[][] = [];
    for (const path of paths)
      for (const next of CLAIM_STATUS_RULES[path.at(-1) ?? from].next) {
        if (next === to) return [...path, next];
        if (seen.has(next)) continue;
        seen.add(next);
        longerPaths.push([...path, next]);
      }
    paths = longerPaths;
  }
  return null;
}
