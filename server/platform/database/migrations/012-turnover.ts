/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Indexes: name → definition after `create index <name>`. */
export const indexes = {
  claims_created: `on claims (created_at, from_id, to_id, status)`,
};

/** Creates only the index. */
export const up = (): Promise<void> => Promise.resolve();
