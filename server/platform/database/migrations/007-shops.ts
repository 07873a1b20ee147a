import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements, getSerialKeyType } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [
  'shop_keys',
  'shop_key_uses',
  'test_claims',
  'test_claim_events',
  'webhooks',
  'webhook_deliveries',
] as const;

/** Indexes: name → definition after `create index <name>`. */
export const indexes = {
  shop_keys_partner: `on shop_keys (partner_id)`,
  test_claims_age: `on test_claims (created_at)`,
  test_claims_partner: `on test_claims (partner_id, created_at)`,
  test_claim_events_claim: `on test_claim_events (claim_id)`,
  webhooks_partner: `on webhooks (partner_id)`,
  webhook_deliveries_age: `on webhook_deliveries (created_at)`,
  webhook_deliveries_claim: `on webhook_deliveries (webhook_id, claim_id, id) where ended_at is null`,
  webhook_deliveries_due: `on webhook_deliveries (webhook_id, next_at) where ended_at is null`,
  webhook_deliveries_log: `on webhook_deliveries (webhook_id, id)`,
};

/** Creates keys of shops, their test claims and webhooks. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    `create table shop_keys (
      id text not null primary key,
      partner_id text not null references partners (id),
      name text not null,
      mode text not null check (mode in ('live', 'test')),
      hash text not null unique,
      hint text not null,
      scopes text not null,
      networks text not null,
      created_at bigint not null,
      expires_at bigint
    )`,
    `create table shop_key_uses (
      key_id text not null references shop_keys (id),
      scope text not null,
      used_at bigint not null,
      primary key (key_id, scope)
    )`,
    `create table test_claims (
      id text not null primary key,
      partner_id text not null references partners (id),
      idempotency_key text not null,
      body_hash text not null,
      sub text not null,
      status text not null,
      reason text,
      from_id bigint not null references currencies (id),
      to_id bigint not null references currencies (id),
      from_amount bigint not null,
      to_amount bigint not null,
      course text not null,
      deadline bigint,
      created_at bigint not null,
      updated_at bigint not null,
      unique (partner_id, idempotency_key)
    )`,
    `create table test_claim_events (
      id ${getSerialKeyType(dialect)},
      claim_id text not null references test_claims (id),
      status text not null,
      reason text,
      at bigint not null
    )`,
    `create table webhooks (
      id text not null primary key,
      partner_id text not null references partners (id),
      url text not null,
      events text not null,
      mode text not null check (mode in ('live', 'test')),
      sealed_secret text not null,
      sealed_previous_secret text,
      previous_until bigint,
      created_at bigint not null,
      failing_since bigint,
      off_at bigint,
      off_reason text,
      changed_at bigint
    )`,
    `create table webhook_deliveries (
      id ${getSerialKeyType(dialect)},
      webhook_id text not null references webhooks (id),
      message_id text not null,
      kind text not null,
      claim_id text,
      body text not null,
      attempts bigint not null,
      next_at bigint not null,
      attempted_at bigint,
      duration_ms bigint,
      response_code bigint,
      error text,
      created_at bigint not null,
      ended_at bigint,
      delivered bigint not null
    )`,
  ]);
}
