import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['passkeys', 'passkey_challenges'] as const;

export const indexes = {
  passkeys_user: 'on passkeys (user_id)',
  passkey_challenges_user: 'on passkey_challenges (user_id) where user_id is not null',
  passkey_challenges_expiry: 'on passkey_challenges (expires_at)',
  signups_passkey: 'on signups (passkey_id) where passkey_id is not null',
};

/** Adds login and sign-up with passkeys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    'alter table users add column passkey_count bigint not null default 0 check (passkey_count >= 0)',
    'alter table signups add column passkey_id text',
    'alter table signups add column passkey text',
    'alter table signups add column claim_id text',
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
  ]);
}
