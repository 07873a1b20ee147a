import { createHash, randomBytes } from 'node:crypto';

/** Length of a refresh token, bytes: too long to guess. */
const TOKEN_BYTES = 32;

/** Creates a refresh token: 43 characters of base64url. */
export function createRefreshToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The stored hash of a refresh token. The token is random, so a hash without a key or salt cannot be reversed. */
export function hashRefreshToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
