import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/**
 * Adds the time of a webhook's last change that could give its events to somebody else, and the proof that a second
 * factor was verified with the link of a new password.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    'alter table webhooks add column changed_at bigint',
    // The journal does not identify the webhook or the change: every webhook of the account counts as changed.
    `update webhooks set changed_at = (
      select max(account_events.at) from account_events
      join partners on partners.user_id = account_events.user_id
      where partners.id = webhooks.partner_id
        and account_events.kind = 'webhook_changed'
        and account_events.at >= webhooks.created_at
    )`,
    'alter table restore_tokens add column proof_id text',
  ]);
}
