import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../database/schema.ts';

/** What a letter about an account is about. */
export type AccountLetter =
  | { kind: 'activate'; signupId: string }
  | { kind: 'already_registered' }
  | { kind: 'restore'; tokenId: string }
  | { kind: 'password_changed' | 'new_device' | 'sessions_revoked'; device: string; network: string };

/** A letter to enqueue. `at`: the time of the change, milliseconds. */
export interface AccountMail {
  recipient: string;
  letter: AccountLetter;
  at: bigint;
}

/** Adds a letter about an account to the outbox. `trx` is the transaction of the change. */
export async function enqueueAccountMail(_trx: Kysely<DatabaseSchema>, _mail: AccountMail): Promise<void> {}
