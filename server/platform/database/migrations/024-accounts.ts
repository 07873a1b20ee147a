import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements, getSerialKeyType } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [
  'users',
  'signups',
  'sessions',
  'refresh_tokens',
  'restore_tokens',
  'account_events',
] as const;

export const indexes = {
  signups_email: 'on signups (email, created_at)',
  signups_created: 'on signups (created_at)',
  sessions_user: 'on sessions (user_id, created_at)',
  sessions_expiry: 'on sessions (expires_at)',
  refresh_tokens_session: 'on refresh_tokens (session_id)',
  refresh_tokens_issued: 'on refresh_tokens (issued_at)',
  restore_tokens_user: 'on restore_tokens (user_id)',
  restore_tokens_expiry: 'on restore_tokens (expires_at)',
  account_events_user: 'on account_events (user_id, id)',
  account_events_at: 'on account_events (at)',
};

/** Creates the accounts: sign-ups, sessions with their refresh tokens, tokens of letters, and the security journal. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    `create table users (
      id text not null primary key,
      email text not null unique check (email = lower(email)),
      password_hash text,
      notify_claims bigint not null,
      notify_news bigint not null,
      consent_at bigint not null,
      consent_text_hash text not null,
      consent_address_hash text not null,
      created_at bigint not null,
      last_login_at bigint,
      blocked_at bigint
    )`,
    `create table signups (
      id text not null primary key,
      email text not null check (email = lower(email)),
      password_hash text not null,
      consent_at bigint not null,
      consent_text_hash text not null,
      consent_address_hash text not null,
      created_at bigint not null,
      link_expires_at bigint not null,
      activated_at bigint
    )`,
    `create table sessions (
      id text not null primary key,
      user_id text not null references users (id),
      device text not null,
      network text not null,
      is_remembered bigint not null,
      auth_time bigint not null,
      amr text not null,
      current_hash text not null,
      parent_hash text,
      generation bigint not null,
      rotated_at bigint not null,
      created_at bigint not null,
      expires_at bigint not null,
      revoked_at bigint
    )`,
    `create table refresh_tokens (
      hash text not null primary key,
      session_id text not null references sessions (id),
      generation bigint not null,
      issued_at bigint not null
    )`,
    `create table restore_tokens (
      id text not null primary key,
      user_id text not null references users (id),
      expires_at bigint not null
    )`,
    `create table account_events (
      id ${getSerialKeyType(dialect)},
      user_id text not null references users (id),
      kind text not null,
      device text not null,
      network text not null,
      at bigint not null
    )`,
  ]);
}
