import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { ClaimReferralRow } from '#server/platform/database/partnerRows.ts';

/** Opener hash of a claim that was created through the shop API and is not opened yet. */
export const NOT_OPENED = '';

/** Maximum number of stored networks of a claim besides the first. */
export const MAX_ADDED_NETWORKS = 16;

/** Stored networks of a claim. */
export type ClaimNetworks = Pick<ClaimReferralRow, 'creator_hash' | 'opener_hash' | 'network_hashes'>;

/** Whether the claim already has the network, or was created from it. */
export function isKnownNetwork(
  { address_hash }: Pick<ClaimRow, 'address_hash'>,
  row: ClaimNetworks,
  hashes: readonly string[],
): boolean {
  const known = [address_hash, row.creator_hash, row.opener_hash, ...listAddedNetworks(row)];
  return hashes.some(hash => known.includes(hash));
}

/** Lists the networks of a claim besides the first. */
export const listAddedNetworks = ({ network_hashes }: Pick<ClaimNetworks, 'network_hashes'>): string[] =>
  JSON.parse(network_hashes ?? '[]') as string[];

/**
 * Lists the hashes of a claim's networks: of the client who creates it on the site or in a widget, and of everybody who
 * opens it. The network of a shop's server that creates it is not included.
 */
export function listClaimNetworks(
  { address_hash }: Pick<ClaimRow, 'address_hash'>,
  row: Omit<ClaimNetworks, 'creator_hash'>,
): string[] {
  const { opener_hash } = row;
  const first = opener_hash === NOT_OPENED ? [] : [opener_hash ?? address_hash];
  return [...first, ...listAddedNetworks(row)];
}
