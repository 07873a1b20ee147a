import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { ServerKeys } from '../../keys/serverKeys.ts';

/** Length of the random part, bytes. */
const DEVICE_ID_BYTES = 16;

/** Creates the value of the cookie that marks a device of the account with this e-mail: random text and a signature. */
export function createDeviceMark(keys: ServerKeys, email: string): string {
  const id = randomBytes(DEVICE_ID_BYTES).toString('base64url');
  return `${id}.${sign(keys, keys.currentId, id, email).toString('base64url')}`;
}

/** Whether the cookie marks a device of this account. */
export function isKnownDevice(keys: ServerKeys, mark: string | undefined, email: string): boolean {
  const [id = '', signature = ''] = (mark ?? '').split('.');
  const given = Buffer.from(signature, 'base64url');
  const keyIds = [keys.currentId, ...(keys.previousId === null ? [] : [keys.previousId])];
  return keyIds.some(keyId => {
    const expected = sign(keys, keyId, id, email);
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

const sign = (keys: ServerKeys, keyId: string, id: string, email: string): Buffer =>
  keys.signWith(keyId, 'known-device', `${id}:${email}`);
