import { matchesSignature } from '../keys/matchesSignature.ts';
import type { ServerKeys } from '../keys/serverKeys.ts';

/** What the link of a letter does. */
export type AccountTokenKind = 'activate' | 'restore' | 'stop';

const PURPOSE = 'account-token';

const getSignedText = (kind: AccountTokenKind, id: string) => `${kind}:${id}`;

/**
 * Derives the token of a letter's link from the id of its row and the server's key. It is not stored: a copy of the
 * database activates and restores nothing. Whether it is still valid is in the row.
 */
export function deriveAccountToken(keys: ServerKeys, kind: AccountTokenKind, id: string): string {
  return `${id}.${keys.sign(PURPOSE, getSignedText(kind, id)).toString('base64url')}`;
}

/** Returns the row's id of a token of this kind, or null if neither the current nor the previous key signed it. */
export function readAccountToken(keys: ServerKeys, kind: AccountTokenKind, token: string): string | null {
  const [id = '', signature = '', ...rest] = token.split('.');
  const isIssued = matchesSignature(keys, PURPOSE, getSignedText(kind, id), signature);
  return isIssued && rest.length === 0 ? id : null;
}
