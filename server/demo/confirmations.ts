/** Confirmations of the network that the play-back waits for. */
const NEED = 3;

/** Milliseconds between two of them. */
const EVERY = 2_000;

/** How many confirmations a transfer has that was seen at `since` (milliseconds), and how many it needs. */
export function confirmations(since: number, now: number): { have: number; need: number } {
  const have = Math.floor(Math.max(0, now - since) / EVERY);
  return { have: Math.min(have, NEED), need: NEED };
}

/** How long a transfer waits for all of them, milliseconds. */
export const CONFIRMED = NEED * EVERY;
