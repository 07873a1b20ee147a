/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Finds the exchanges that were completed lately without reading all events of claims. */
export const indexes = {
  claim_events_completed: "on claim_events (at) where to_status = 'completed'",
};

/** Changes nothing itself: its index is created while servers write. */
export async function up(): Promise<void> {}
