import { timingSafeEqual } from 'node:crypto';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { ServerKeys } from '#server/platform/keys/serverKeys.ts';

type ClaimKey = Pick<ClaimRow, 'id' | 'secret_key_id'>;

/** Secrets that open a claim: the creator of the claim gets the first; the second is only in the links of e-mails. */
type SecretPurpose = 'claim-secret' | 'mail-secret';

/**
 * Derives the secret of a claim: 43 characters of base64url. It is never stored. Throws UnknownKeyError if this process
 * lacks the key that the claim was created with.
 */
export function deriveClaimSecret(keys: ServerKeys, claim: ClaimKey): string {
  return deriveSecret(keys, claim, 'claim-secret');
}

/** Derives the secret in the links of e-mails. It proves that the client has read an e-mail about the claim. */
export function deriveEmailSecret(keys: ServerKeys, claim: ClaimKey): string {
  return deriveSecret(keys, claim, 'mail-secret');
}

function deriveSecret(keys: ServerKeys, { id, secret_key_id }: ClaimKey, purpose: SecretPurpose): string {
  return keys.signWith(secret_key_id, purpose, id).toString('base64url');
}

/** Whether the claim's secret can no longer be derived, because the operator has retired its key. */
export function isClaimSecretRetired(keys: ServerKeys, { secret_key_id }: ClaimKey): boolean {
  return secret_key_id !== null && keys.retiredIds.has(secret_key_id);
}

/**
 * Returns the purpose of the claim's secret that `given` matches; null for no match. The comparisons take constant
 * time. Throws like `deriveClaimSecret`.
 */
export function matchClaimSecret(keys: ServerKeys, claim: ClaimKey, given: string): SecretPurpose | null {
  if (isClaimSecretRetired(keys, claim)) return null;
  const isEqual = (expected: string) => {
    // Signed again, so that both texts have the same length.
    const [left, right] = [keys.sign('claim-secret', expected), keys.sign('claim-secret', given)];
    return timingSafeEqual(left, right);
  };
  if (isEqual(deriveClaimSecret(keys, claim))) return 'claim-secret';
  return isEqual(deriveEmailSecret(keys, claim)) ? 'mail-secret' : null;
}
