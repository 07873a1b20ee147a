/** Formats a stored time, milliseconds since 1970 UTC, for the API: 2026-11-01T09:00:00.000Z. */
export const formatInstant = (at: bigint): string => new Date(Number(at)).toISOString();

/** Like `formatInstant`; null stays null. */
export const formatInstantOrNull = (at: bigint | null): string | null =>
  at === null ? null : formatInstant(at);
