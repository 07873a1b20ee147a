import { useMemo } from 'react';
import { openHandoffDevice } from '#core/verification/handoffDevice.ts';
import type { VerificationTarget } from '#core/verification/verificationModel.ts';
import type { LocalClaims } from '../claim/localClaims.ts';

/** A verification with the secrets of this browser's claims. */
export function useOwnVerificationTarget({ claimStorage }: LocalClaims, id: string): VerificationTarget {
  return useMemo(() => ({ id, secrets: claimStorage.getSecrets() }), [claimStorage, id]);
}

/** A verification that was handed to this device: by `token` now, or before; null when it never was. */
export function useHandoffTarget(
  { storage }: LocalClaims,
  id: string,
  newToken: string | null,
): VerificationTarget | null {
  const binding = openHandoffDevice(storage, id, newToken);
  const [token, secret] = [binding?.token, binding?.device];
  return useMemo(
    () => (token === undefined || secret === undefined ? null : { id, token, device: secret }),
    [id, token, secret],
  );
}
