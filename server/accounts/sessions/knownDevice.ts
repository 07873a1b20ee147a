import { randomBytes } from 'node:crypto';
import { matchesSignature } from '../../keys/matchesSignature.ts';
import type { ServerKeys } from '../../keys/serverKeys.ts';

/** Length of the random part, bytes. */
const DEVICE_ID_BYTES = 16;

const PURPOSE = 'known-device';

const getSignedText = (id: string, email: string) => `${id}:${email}`;

/** Creates the value of the cookie that marks a device of the account with this e-mail: random text and a signature. */
export function createDeviceMark(keys: ServerKeys, email: string): string {
  const id = randomBytes(DEVICE_ID_BYTES).toString('base64url');
  return `${id}.${keys.sign(PURPOSE, getSignedText(id, email)).toString('base64url')}`;
}

/** Whether the cookie marks a device of this account. */
export function isKnownDevice(keys: ServerKeys, mark: string | undefined, email: string): boolean {
  const [id = '', signature = ''] = (mark ?? '').split('.');
  return matchesSignature(keys, PURPOSE, getSignedText(id, email), signature);
}
