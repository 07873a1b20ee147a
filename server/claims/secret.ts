import { createHmac, timingSafeEqual } from 'node:crypto';

const mac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text);

/** The secret of a claim, 43 characters of base64url; made again from `key` whenever needed, never stored. */
export function secretOf(key: Uint8Array, id: string): string {
  return mac(key, `claim-secret:${id}`).digest('base64url');
}

/** Whether `given` is the claim's secret, in a time that says nothing of how much of it was right. */
export function isSecretOf(key: Uint8Array, id: string, given: string): boolean {
  const right = mac(key, secretOf(key, id)).digest();
  return timingSafeEqual(right, mac(key, given).digest());
}

/** What stands in the database for a client's network, so that open claims can be counted but not traced. */
export function addressHash(key: Uint8Array, network: string): string {
  return mac(key, `claim-address:${network}`).digest('base64url');
}
