import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements, getSerialKeyType } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [
  'users',
  'sessions',
  'refresh_tokens',
  'signups',
  'restore_tokens',
  'stop_tokens',
  'email_changes',
  'login_challenges',
  'totp_factors',
  'recovery_codes',
  'passkeys',
  'passkey_challenges',
  'account_events',
  'account_promocodes',
  'saved_requisites',
] as const;

/** Indexes: name → definition after `create index <name>`. */
export const indexes = {
  users_deletion: `on users (deletion_due_at) where deletion_due_at is not null`,
  sessions_expiry: `on sessions (expires_at)`,
  sessions_user: `on sessions (user_id, created_at)`,
  refresh_tokens_issued: `on refresh_tokens (issued_at)`,
  refresh_tokens_session: `on refresh_tokens (session_id)`,
  signups_created: `on signups (created_at)`,
  signups_email: `on signups (email, created_at)`,
  signups_passkey: `on signups (passkey_id) where passkey_id is not null`,
  restore_tokens_expiry: `on restore_tokens (expires_at)`,
  restore_tokens_user: `on restore_tokens (user_id)`,
  stop_tokens_expiry: `on stop_tokens (expires_at)`,
  stop_tokens_user: `on stop_tokens (user_id)`,
  email_changes_expiry: `on email_changes (expires_at)`,
  email_changes_user: `on email_changes (user_id)`,
  login_challenges_expiry: `on login_challenges (expires_at)`,
  login_challenges_user: `on login_challenges (user_id)`,
  totp_factors_expiry: `on totp_factors (expires_at) where expires_at is not null`,
  recovery_codes_user: `on recovery_codes (user_id)`,
  passkeys_user: `on passkeys (user_id)`,
  passkey_challenges_expiry: `on passkey_challenges (expires_at)`,
  passkey_challenges_user: `on passkey_challenges (user_id) where user_id is not null`,
  account_events_at: `on account_events (at)`,
  account_events_user: `on account_events (user_id, id)`,
  saved_requisites_deletion: `on saved_requisites (deleted_at) where deleted_at is not null`,
  saved_requisites_user: `on saved_requisites (user_id, created_at)`,
};

/** Creates accounts with their sessions, second factors, passkeys and saved requisites. */
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
      blocked_at bigint,
      payouts_frozen_until bigint,
      deletion_due_at bigint,
      passkey_count bigint not null default 0 check (passkey_count >= 0)
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
    `create table signups (
      id text not null primary key,
      email text not null check (email = lower(email)),
      password_hash text not null,
      consent_at bigint not null,
      consent_text_hash text not null,
      consent_address_hash text not null,
      created_at bigint not null,
      link_expires_at bigint not null,
      activated_at bigint,
      passkey_id text,
      passkey text,
      claim_id text,
      browser_hash text,
      device text,
      network text
    )`,
    `create table restore_tokens (
      id text not null primary key,
      user_id text not null references users (id),
      expires_at bigint not null,
      proof_id text
    )`,
    `create table stop_tokens (
      id text not null primary key,
      user_id text not null references users (id),
      email text not null,
      created_at bigint not null,
      expires_at bigint not null,
      used_at bigint
    )`,
    `create table email_changes (
      id text not null primary key,
      user_id text not null references users (id),
      old_email text not null,
      new_email text not null,
      attempts bigint not null,
      created_at bigint not null,
      changed_at bigint,
      expires_at bigint not null
    )`,
    `create table login_challenges (
      id text not null primary key,
      user_id text not null references users (id),
      password_mark text not null,
      is_remembered bigint not null,
      attempts bigint not null,
      created_at bigint not null,
      expires_at bigint not null
    )`,
    `create table totp_factors (
      id text not null primary key,
      user_id text not null unique references users (id),
      sealed_secret text not null,
      created_at bigint not null,
      confirmed_at bigint,
      expires_at bigint,
      last_step bigint not null,
      check ((confirmed_at is null) <> (expires_at is null))
    )`,
    `create table recovery_codes (
      id text not null primary key,
      user_id text not null references users (id),
      sealed_hash text not null,
      created_at bigint not null
    )`,
    `create table passkeys (
      id text not null primary key,
      user_id text not null references users (id),
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null,
      transports text not null,
      is_synced bigint not null check (is_synced in (0, 1)),
      name text not null,
      created_at bigint not null,
      used_at bigint
    )`,
    `create table passkey_challenges (
      challenge text not null primary key,
      purpose text not null check (purpose in ('login', 'confirm', 'register', 'signup')),
      user_id text references users (id),
      session_id text,
      email text,
      handle text,
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
    `create table account_promocodes (
      user_id text not null references users (id),
      code text not null references promocodes (code),
      added_at bigint not null,
      primary key (user_id, code)
    )`,
    `create table saved_requisites (
      id text not null primary key,
      user_id text not null references users (id),
      type text not null check (type in ('card', 'wallet')),
      currency_id bigint not null references currencies (id),
      label text not null,
      sealed_values text not null,
      value_hash text not null,
      payout_from bigint not null,
      used_at bigint,
      created_at bigint not null,
      deleted_at bigint
    )`,
    'create unique index saved_requisites_value on saved_requisites (user_id, value_hash) where deleted_at is null',
  ]);
}
