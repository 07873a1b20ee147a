import { timingSafeEqual } from 'node:crypto';
import type { ServerKeys } from '../keys/serverKeys.ts';

/** What the link of a letter does. */
export type AccountTokenKind = 'activate' | 'restore' | 'stop';

/**
 * Derives the token of a letter's link from the id of its row and the server's key. It is not stored: a copy of the
 * database activates and restores nothing. Whether it is still valid is in the row.
 */
export function deriveAccountToken(keys: ServerKeys, kind: AccountTokenKind, id: string): string {
  return `${id}.${sign(keys, keys.currentId, kind, id).toString('base64url')}`;
}

/** Returns the row's id of a token of this kind, or null if neither the current nor the previous key signed it. */
export function readAccountToken(keys: ServerKeys, kind: AccountTokenKind, token: string): string | null {
  const [id = '', signature = '', ...rest] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  // The key in the database is not among them.
  const keyIds = [keys.currentId, ...(keys.previousId === null ? [] : [keys.previousId])];
  const isIssued = keyIds.some(keyId => {
    const expected = sign(keys, keyId, kind, id);
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return isIssued && rest.length === 0 ? id : null;
}

const sign = (keys: ServerKeys, keyId: string, kind: AccountTokenKind, id: string): Buffer =>
  keys.signWith(keyId, 'account-token', `${kind}:${id}`);
