import { timingSafeEqual } from 'node:crypto';
import type { ClaimRow } from '../database/claimRows.ts';
import type { ServerKeys } from '../keys/serverKeys.ts';

type ClaimKey = Pick<ClaimRow, 'id' | 'secret_key_id'>;

/**
 * Derives the secret of a claim: 43 characters of base64url. It is never stored. Throws UnknownKeyError if this process
 * lacks the key that the claim was created with.
 */
export function deriveClaimSecret(keys: ServerKeys, { id, secret_key_id }: ClaimKey): string {
  return keys.signWith(secret_key_id, 'claim-secret', id).toString('base64url');
}

/** Whether nobody can derive the claim's secret any more, because the operator retired its key. */
export function isClaimSecretRetired(keys: ServerKeys, { secret_key_id }: ClaimKey): boolean {
  return secret_key_id !== null && keys.retiredIds.has(secret_key_id);
}

/** Returns whether `given` is the claim's secret. The comparison takes constant time. Throws as `deriveClaimSecret`. */
export function isClaimSecret(keys: ServerKeys, claim: ClaimKey, given: string): boolean {
  if (isClaimSecretRetired(keys, claim)) return false;
  // Signed again, so that both texts have the same length.
  const [expected, actual] = [deriveClaimSecret(keys, claim), given].map(text =>
    keys.sign('claim-secret', text),
  );
  return expected !== undefined && actual !== undefined && timingSafeEqual(expected, actual);
}
