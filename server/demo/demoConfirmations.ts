/** Confirmations of the network that the play-back waits for. */
const REQUIRED_CONFIRMATIONS = 3;

/** Milliseconds between two of them. */
const CONFIRMATION_INTERVAL_MS = 2_000;

/** How many confirmations a transfer has that was seen at `since` (milliseconds), and how many it needs. */
export function getDemoConfirmations(since: number, now: number): { have: number; need: number } {
  const have = Math.floor(Math.max(0, now - since) / CONFIRMATION_INTERVAL_MS);
  return { have: Math.min(have, REQUIRED_CONFIRMATIONS), need: REQUIRED_CONFIRMATIONS };
}

/** How long a transfer waits for all of them, milliseconds. */
export const DEMO_CONFIRMATION_MS = REQUIRED_CONFIRMATIONS * CONFIRMATION_INTERVAL_MS;
