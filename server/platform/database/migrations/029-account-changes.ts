import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['email_changes', 'stop_tokens'] as const;

export const indexes = {
  users_deletion: 'on users (deletion_due_at) where deletion_due_at is not null',
  email_changes_user: 'on email_changes (user_id)',
  email_changes_expiry: 'on email_changes (expires_at)',
  stop_tokens_user: 'on stop_tokens (user_id)',
  stop_tokens_expiry: 'on stop_tokens (expires_at)',
};

/** Adds the change of an account's e-mail, its stop by a letter, and its deletion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    'alter table users add column payouts_frozen_until bigint',
    'alter table users add column deletion_due_at bigint',
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
    `create table stop_tokens (
      id text not null primary key,
      user_id text not null references users (id),
      email text not null,
      created_at bigint not null,
      expires_at bigint not null,
      used_at bigint
    )`,
  ]);
}
