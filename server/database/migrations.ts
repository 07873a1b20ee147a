import { sql, type Kysely } from 'kysely';
import { STATUSES } from '#core/claim/status.ts';
import type { Dialect } from './database.ts';
import type { Schema } from './schema.ts';

/** One step of the schema; released ones are never edited, new ones are appended. */
interface Migration {
  name: string;
  up: (db: Kysely<Schema>, dialect: Dialect) => Promise<void>;
}

const quoted = STATUSES.map(status => `'${status}'`).join(', ');

/** Statements of the first schema; `ID` is the dialect's own growing key. */
const tables = [
  `CREATE TABLE currencies (
    id BIGINT PRIMARY KEY, code TEXT NOT NULL UNIQUE, aliases TEXT NOT NULL, direction TEXT NOT NULL, name TEXT NOT NULL,
    ticker TEXT NOT NULL, network TEXT, kind TEXT NOT NULL CHECK (kind IN ('crypto', 'bank', 'system', 'cash')),
    group_name TEXT NOT NULL, decimals BIGINT NOT NULL CHECK (decimals BETWEEN 0 AND 18),
    min BIGINT NOT NULL CHECK (min > 0), min_verification BIGINT CHECK (min_verification > 0), max BIGINT CHECK (max > 0),
    icon TEXT NOT NULL, position BIGINT NOT NULL, send_visible BIGINT NOT NULL, receive_visible BIGINT NOT NULL,
    congestion BIGINT NOT NULL CHECK (congestion BETWEEN 0 AND 3), notify TEXT, send_closed TEXT, receive_closed TEXT)`,
  `CREATE TABLE cities (
    currency_id BIGINT NOT NULL REFERENCES currencies (id), code TEXT NOT NULL, name TEXT NOT NULL, place TEXT NOT NULL,
    PRIMARY KEY (currency_id, code))`,
  `CREATE TABLE pairs (
    from_id BIGINT NOT NULL REFERENCES currencies (id), to_id BIGINT NOT NULL REFERENCES currencies (id),
    margin TEXT, discount TEXT, max BIGINT CHECK (max > 0), frozen_course TEXT, closed TEXT, PRIMARY KEY (from_id, to_id))`,
  `CREATE TABLE reserves (
    currency_id BIGINT PRIMARY KEY REFERENCES currencies (id), amount BIGINT NOT NULL CHECK (amount >= 0),
    held BIGINT NOT NULL CHECK (held >= 0), updated_at BIGINT NOT NULL, CHECK (amount >= held))`,
  `CREATE TABLE claims (
    id TEXT PRIMARY KEY, number BIGINT NOT NULL UNIQUE, public_number TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL CHECK (status IN (${quoted})), reason TEXT,
    from_id BIGINT NOT NULL REFERENCES currencies (id), to_id BIGINT NOT NULL REFERENCES currencies (id), city TEXT,
    from_amount BIGINT NOT NULL CHECK (from_amount > 0), to_amount BIGINT NOT NULL CHECK (to_amount > 0),
    course TEXT NOT NULL, source_course TEXT NOT NULL, margin TEXT NOT NULL, discount TEXT NOT NULL,
    verification BIGINT NOT NULL, email TEXT NOT NULL, from_requisites TEXT NOT NULL, to_requisites TEXT NOT NULL,
    promocode TEXT, refferal TEXT, address_hash TEXT NOT NULL, pay_to TEXT, deadline BIGINT,
    created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL)`,
  `CREATE INDEX claims_by_status ON claims (status, deadline)`,
  `CREATE INDEX claims_by_email ON claims (email, status)`,
  `CREATE INDEX claims_by_address ON claims (address_hash, status)`,
  `CREATE TABLE claim_events (
    id ID, claim_id TEXT NOT NULL REFERENCES claims (id), from_status TEXT, to_status TEXT NOT NULL, reason TEXT,
    actor TEXT NOT NULL CHECK (actor IN ('client', 'operator', 'system')), note TEXT, at BIGINT NOT NULL)`,
  `CREATE INDEX claim_events_by_claim ON claim_events (claim_id)`,
  `CREATE TABLE reserve_entries (
    id ID, currency_id BIGINT NOT NULL REFERENCES currencies (id), claim_id TEXT REFERENCES claims (id),
    amount_change BIGINT NOT NULL, held_change BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('seed', 'hold', 'release', 'payout', 'receipt', 'operator')), at BIGINT NOT NULL)`,
  `CREATE INDEX reserve_entries_by_claim ON reserve_entries (claim_id)`,
  `CREATE TABLE payment_requisites (
    id ID, currency_id BIGINT NOT NULL REFERENCES currencies (id),
    kind TEXT NOT NULL CHECK (kind IN ('address', 'card', 'phone', 'cash')), value TEXT NOT NULL, holder TEXT, bank TEXT,
    memo BIGINT NOT NULL, active BIGINT NOT NULL, used_at BIGINT NOT NULL)`,
  `CREATE TABLE promocodes (
    code TEXT PRIMARY KEY, percent TEXT NOT NULL, single_use BIGINT NOT NULL, used BIGINT NOT NULL CHECK (used >= 0),
    active BIGINT NOT NULL)`,
  `CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
  `CREATE TABLE idempotency_keys (
    key TEXT NOT NULL, scope TEXT NOT NULL, body_hash TEXT NOT NULL, claim_id TEXT NOT NULL REFERENCES claims (id),
    answer TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (scope, key))`,
];

const growingKey = {
  sqlite: 'INTEGER PRIMARY KEY',
  postgres: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
} as const;

const audited = ['claim_events', 'reserve_entries'];

/** The audit tables refuse change and removal of what was written once. */
function appendOnly(table: string, dialect: Dialect): string[] {
  if (dialect === 'sqlite') {
    return ['UPDATE', 'DELETE'].map(
      change => `CREATE TRIGGER ${table}_no_${change.toLowerCase()} BEFORE ${change} ON ${table}
        BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END`,
    );
  }
  return [
    `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  ];
}

const refuseChange = `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$`;

/** Every migration, oldest first. */
export const migrations: readonly Migration[] = [
  {
    name: '0001_exchange',
    up: async (db, dialect) => {
      const statements = [
        ...tables.map(table => table.replace(/\bID\b/, growingKey[dialect])),
        ...(dialect === 'postgres' ? [refuseChange] : []),
        ...audited.flatMap(table => appendOnly(table, dialect)),
      ];
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  },
];
