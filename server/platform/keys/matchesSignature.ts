import { timingSafeEqual } from 'node:crypto';
import type { ServerKeys } from './serverKeys.ts';

/**
 * Whether a signature, base64url, of a text is by the current or the previous key. The key in the database is excluded,
 * so that a copy of the database cannot be used to sign.
 */
export function matchesSignature(
  { currentId, previousId, signWith }: Pick<ServerKeys, 'currentId' | 'previousId' | 'signWith'>,
  purpose: Parameters<ServerKeys['signWith']>[1],
  text: string,
  signature: string,
): boolean {
  const given = Buffer.from(signature, 'base64url');
  const keyIds = [currentId, ...(previousId === null ? [] : [previousId])];
  return keyIds.some(keyId => {
    const expected = signWith(keyId, purpose, text);
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}
