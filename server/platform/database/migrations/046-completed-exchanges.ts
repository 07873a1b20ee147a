/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Index of recently completed exchanges, so that not all events of claims are read. */
export const indexes = {
  claim_events_completed: "on claim_events (at) where to_status = 'completed'",
};

/** No statements: only the index is created, concurrently. */
export async function up(): Promise<void> {}
