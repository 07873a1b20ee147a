import { randomBytes } from 'node:crypto';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import { matchesSignature } from '#server/platform/keys/matchesSignature.ts';
import type { ServerKeys } from '#server/platform/keys/serverKeys.ts';

/** Length of the random part, bytes. */
const DEVICE_ID_BYTES = 16;

/** Maximum number of accounts in one cookie; the oldest is dropped. */
const MAX_MARKS = 5;

const MARK_SEPARATOR = '~';

const PURPOSE = 'known-device';

type DeviceUser = Pick<UserRow, 'email' | 'password_hash'>;

const getAccountText = (id: string, email: string) => `${id}:${email}`;

/** This text changes with the password. */
const getPasswordText = (id: string, { email, password_hash }: DeviceUser) =>
  `${id}:${email}:${password_hash ?? ''}`;

/**
 * Adds a mark of this account to the browser's cookie, and returns the new value. A mark is random text and two
 * signatures: for the account, and for its password.
 */
export function addDeviceMark(keys: ServerKeys, cookie: string | undefined, user: DeviceUser): string {
  const others = splitMarks(cookie).filter(mark => !isMarkOf(keys, mark, user.email));
  const id = randomBytes(DEVICE_ID_BYTES).toString('base64url');
  const signatures = [getAccountText(id, user.email), getPasswordText(id, user)].map(text =>
    keys.sign(PURPOSE, text).toString('base64url'),
  );
  return [[id, ...signatures].join('.'), ...others].slice(0, MAX_MARKS).join(MARK_SEPARATOR);
}

/** Whether this browser has logged in to this account, also with an earlier password. */
export function isKnownDevice(keys: ServerKeys, cookie: string | undefined, email: string): boolean {
  return splitMarks(cookie).some(mark => isMarkOf(keys, mark, email));
}

/** Whether this browser has logged in to this account since its password was set. */
export function isTrustedDevice(keys: ServerKeys, cookie: string | undefined, user: DeviceUser): boolean {
  return splitMarks(cookie).some(mark => {
    const [id = '', , signature = ''] = mark.split('.');
    return matchesSignature(keys, PURPOSE, getPasswordText(id, user), signature);
  });
}

const splitMarks = (cookie: string | undefined): string[] => cookie?.split(MARK_SEPARATOR) ?? [];

function isMarkOf(keys: ServerKeys, mark: string, email: string): boolean {
  const [id = '', signature = ''] = mark.split('.');
  return matchesSignature(keys, PURPOSE, getAccountText(id, email), signature);
}
