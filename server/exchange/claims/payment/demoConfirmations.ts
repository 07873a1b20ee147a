/** Number of simulated network confirmations. */
const REQUIRED_CONFIRMATIONS = 3;

/** Time between two confirmations. */
const CONFIRMATION_INTERVAL_MS = 2_000;

/** Calculates the present and the required confirmations of a transfer first seen at `since` (milliseconds). */
export function getDemoConfirmations(since: number, now: number): { have: number; need: number } {
  const have = Math.floor(Math.max(0, now - since) / CONFIRMATION_INTERVAL_MS);
  return { have: Math.min(have, REQUIRED_CONFIRMATIONS), need: REQUIRED_CONFIRMATIONS };
}

/** Time until a transfer has all its confirmations, milliseconds. */
export const DEMO_CONFIRMATION_MS = REQUIRED_CONFIRMATIONS * CONFIRMATION_INTERVAL_MS;
