import { useMemo } from 'react';
import { openHandoffCredentials } from '#core/verification/handoffCredentials.ts';
import type { VerificationTarget } from '#core/verification/verificationModel.ts';
import type { LocalClaims } from '../claim/local/localClaims.ts';

/** Target for a verification, with the secrets of this browser's claims. Logged-in visitors also open their own. */
export function useOwnVerificationTarget(
  { claimStorage }: LocalClaims,
  id: string,
  isGuest: boolean,
): VerificationTarget {
  return useMemo(
    () => ({ id, secrets: [...claimStorage.getSecrets(), ...(isGuest ? [] : [null])] }),
    [claimStorage, id, isGuest],
  );
}

/** Target for a verification handed to this device, by `token` or earlier. Null if it never was. */
export function useHandoffTarget(
  { storage }: LocalClaims,
  id: string,
  newToken: string | null,
): VerificationTarget | null {
  const binding = openHandoffCredentials(storage, id, newToken);
  const [token, secret] = [binding?.token, binding?.device];
  return useMemo(
    () => (token === undefined || secret === undefined ? null : { id, token, device: secret }),
    [id, token, secret],
  );
}
