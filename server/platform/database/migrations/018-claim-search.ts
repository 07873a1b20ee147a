/** Tables that this migration creates. */
export const tableNames = [] as const;

/** An index of the lower case of a text, which also finds its beginning. */
const createBeginningIndex = (table: string, column: string) => ({
  sqlite: `on ${table} (lower(${column}))`,
  postgres: `on ${table} (lower(${column}) collate "C")`,
});

/** Indexes by which staff finds claims: name → definition after `create index <name>`. */
export const indexes = {
  claims_from_amount: `on claims (from_amount)`,
  claims_to_amount: `on claims (to_amount)`,
  claims_email_text: createBeginningIndex('claims', 'email'),
  payments_amount: `on payments (amount)`,
  payments_reference_text: createBeginningIndex('payments', 'reference'),
  payouts_reference_text: createBeginningIndex('payouts', 'reference'),
};

/** Creates only the indexes. */
export const up = (): Promise<void> => Promise.resolve();
