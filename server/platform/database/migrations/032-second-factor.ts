import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['totp_factors', 'recovery_codes', 'login_challenges'] as const;

export const indexes = {
  totp_factors_expiry: 'on totp_factors (expires_at) where expires_at is not null',
  recovery_codes_user: 'on recovery_codes (user_id)',
  login_challenges_user: 'on login_challenges (user_id)',
  login_challenges_expiry: 'on login_challenges (expires_at)',
};

/** Adds a second factor to accounts: codes of an app, and recovery codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
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
    `create table login_challenges (
      id text not null primary key,
      user_id text not null references users (id),
      password_mark text not null,
      is_remembered bigint not null,
      attempts bigint not null,
      created_at bigint not null,
      expires_at bigint not null
    )`,
  ]);
}
