import { createHash, randomBytes } from 'node:crypto';
import type { SignupRow } from '#server/platform/database/accountRows.ts';

/** Length of a key, bytes: too long to guess. */
const KEY_BYTES = 32;

/**
 * Creates the key that the browser of one sign-up gets in a cookie. Every sign-up has a new key: a reused one would
 * also prove the sign-ups of a previous user of the browser who has copied it.
 */
export const createSignupKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** The stored hash of a key. The key is random, so a hash without a key or salt cannot be reversed. */
export const hashSignupKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Whether a sign-up came from the browser with this key. */
export const isSignupKey = (key: string | undefined, { browser_hash }: SignupRow): boolean =>
  key !== undefined && browser_hash !== null && hashSignupKey(key) === browser_hash;
