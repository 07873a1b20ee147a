/** Tables that this migration creates. */
export const tableNames = [] as const;

/** An index of the lower case of a text, which also finds its beginning. */
const createBeginningIndex = (table: string, column: string) => ({
  sqlite: `on ${table} (lower(${column}))`,
  postgres: `on ${table} (lower(${column}) collate "C")`,
});

/** An index of the lower case of a field of a JSON text. */
const createFieldIndex = (column: string, field: string) => ({
  sqlite: `on claims (lower(json_extract(${column}, '$.${field}')))`,
  postgres: `on claims (lower(${column}::json ->> '${field}'))`,
});

/** Indexes by which staff finds claims: name → definition after `create index <name>`. */
export const indexes = {
  claims_from_amount: `on claims (from_amount)`,
  claims_to_amount: `on claims (to_amount)`,
  claims_email_text: createBeginningIndex('claims', 'email'),
  claims_address: createFieldIndex('to_requisites', 'account'),
  claims_pay_to_address: createFieldIndex('pay_to', 'value'),
  claims_refund_address: createFieldIndex('from_requisites', 'refund'),
  claims_named_refund: createFieldIndex('refund_requisites', 'refund'),
  payments_amount: `on payments (amount)`,
  payments_reference_text: createBeginningIndex('payments', 'reference'),
  payouts_reference_text: createBeginningIndex('payouts', 'reference'),
};

/** Creates only the indexes. */
export const up = (): Promise<void> => Promise.resolve();
