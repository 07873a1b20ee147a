import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

export const indexes = {
  referral_clicks_network: 'on referral_clicks (network_hash, visitor_hash)',
};

/** Adds the network of a click, to limit the visitors of one network: one address could simulate any number of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, ['alter table referral_clicks add column network_hash text']);
}
