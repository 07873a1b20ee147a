import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Lifetime of the offers that exist already: 15 minutes. */
const OFFER_LIFETIME_MS = 900_000;

/** Adds the expiry of an offer, and the time of the next offer of a claim on hold; null: none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    'alter table recalculations add column expires_at bigint',
    `update recalculations set expires_at = at + ${OFFER_LIFETIME_MS} where state = 'offered'`,
    'alter table claims add column offer_due_at bigint',
    `update claims set offer_due_at = updated_at
      where status = 'hold' and reason in ('underpaid', 'overpaid', 'paid_late')`,
    'create index claims_offer_due on claims (offer_due_at) where offer_due_at is not null',
  ]);
}
