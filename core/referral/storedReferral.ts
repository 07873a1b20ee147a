import type { KeyValueStorage } from '../storage.ts';

/** Key of the last click in localStorage of the exchange's site. */
export const STORED_REFERRAL_KEY = 'exchange:referral';

/** How long a click counts. */
export const CLICK_LIFETIME_MS = 30 * 86_400_000;

/** The partner's link that was opened last in this browser, and its source. */
export interface StoredReferral {
  refferal: string;
  /** A ClaimSource. The server parses it. */
  source: object | null;
  /** Milliseconds since 1970 UTC, by this device's clock. */
  at: number;
}

/** Reads the last click; null without one in 30 days. */
export function readStoredReferral(storage: KeyValueStorage | null, now: number): StoredReferral | null {
  try {
    // No schema, to keep every form small. Text that is not a click throws, or has no time.
    const stored = JSON.parse(storage?.getItem(STORED_REFERRAL_KEY) ?? '') as StoredReferral;
    const age = now - stored.at;
    // A clock that was ahead must not extend the lifetime.
    return typeof stored.refferal === 'string' && age >= 0 && age < CLICK_LIFETIME_MS ? stored : null;
  } catch {
    return null;
  }
}
