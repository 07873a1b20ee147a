import { createHmac, timingSafeEqual } from 'node:crypto';

const createMac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text);

/** Derives the secret of a claim from `key`: 43 characters of base64url. It is never stored. */
export function deriveClaimSecret(key: Uint8Array, id: string): string {
  return createMac(key, `claim-secret:${id}`).digest('base64url');
}

/** Returns whether `given` is the claim's secret. The comparison takes constant time. */
export function isClaimSecret(key: Uint8Array, id: string, given: string): boolean {
  const expected = createMac(key, deriveClaimSecret(key, id)).digest();
  return timingSafeEqual(expected, createMac(key, given).digest());
}

/** Hashes a client's network with `key`. The database counts open claims by this hash and never stores the address. */
export function hashClientNetwork(key: Uint8Array, network: string): string {
  return createMac(key, `claim-address:${network}`).digest('base64url');
}
