import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { findCard } from '../requisites/storedCard.ts';

/** Parses a column of requisites: JSON of field name → value. */
export function parseStoredRequisites(json: string): Record<string, string> {
  return JSON.parse(json) as Record<string, string>;
}

/** Finds the card to verify of a claim, and its side; null if there is none. */
export function findCardOfClaim(claim: Pick<ClaimRow, 'from_requisites' | 'to_requisites'>) {
  return findCard(parseStoredRequisites(claim.from_requisites), parseStoredRequisites(claim.to_requisites));
}
