import { createHash, randomBytes } from 'node:crypto';

/** Length of a token, bytes: too long to guess. */
const TOKEN_BYTES = 32;

/** Creates a random token: 43 characters of base64url. */
export const createRandomToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The stored SHA-256 of a token, base64url. The token is random, so a hash without a key or salt cannot be reversed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
