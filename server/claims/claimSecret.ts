import { createHmac, timingSafeEqual } from 'node:crypto';

const createMac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text);

/** The secret of a claim, 43 characters of base64url; made again from `key` whenever needed, never stored. */
export function deriveClaimSecret(key: Uint8Array, id: string): string {
  return createMac(key, `claim-secret:${id}`).digest('base64url');
}

/** Whether `given` is the claim's secret, in a time that says nothing of how much of it was right. */
export function isClaimSecret(key: Uint8Array, id: string, given: string): boolean {
  const expected = createMac(key, deriveClaimSecret(key, id)).digest();
  return timingSafeEqual(expected, createMac(key, given).digest());
}

/** What stands in the database for a client's network, so that open claims can be counted but not traced. */
export function hashClientNetwork(key: Uint8Array, network: string): string {
  return createMac(key, `claim-address:${network}`).digest('base64url');
}
