import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements, getSerialKeyType } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['partners', 'referral_codes', 'claim_referrals', 'partner_events'] as const;

export const indexes = {
  referral_codes_partner: 'on referral_codes (partner_id, created_at)',
  claim_referrals_partner: 'on claim_referrals (partner_id, created_at)',
  partner_events_uncounted: 'on partner_events (id) where counted_at is null',
  partner_events_unqueued: 'on partner_events (id) where queued_at is null',
  partner_events_at: 'on partner_events (at)',
};

/** Adds partners, and the attribution of claims to the partners that referred the visitor. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    `create table partners (
      id text not null primary key,
      user_id text unique references users (id),
      name text not null,
      site text not null,
      switched_off_at bigint,
      switched_off_reason text,
      created_at bigint not null
    )`,
    `create table referral_codes (
      code text not null primary key,
      partner_id text not null references partners (id),
      label text not null,
      created_at bigint not null
    )`,
    `create table claim_referrals (
      claim_id text not null primary key references claims (id),
      partner_id text not null references partners (id),
      code text not null,
      sub text not null,
      host text not null,
      utm text,
      created_at bigint not null
    )`,
    `create table partner_events (
      id ${getSerialKeyType(dialect)},
      partner_id text not null references partners (id),
      kind text not null,
      mode text not null check (mode in ('live', 'test')),
      claim_id text,
      data text not null,
      at bigint not null,
      counted_at bigint,
      queued_at bigint
    )`,
  ]);
}
