import { timingSafeEqual } from 'node:crypto';
import type { KeyPurpose, ServerKeys } from './serverKeys.ts';

/**
 * Whether a signature, base64url, of a text is by the current or the previous key. The key in the database is excluded,
 * so that a copy of the database cannot be used to sign.
 */
export function matchesSignature(
  keys: Pick<ServerKeys, 'listSignatures'>,
  purpose: KeyPurpose,
  text: string,
  signature: string,
): boolean {
  const given = Buffer.from(signature, 'base64url');
  return keys
    .listSignatures(purpose, text)
    .some(expected => expected.length === given.length && timingSafeEqual(expected, given));
}
