import { sql, type Kysely } from 'kysely';
import type { ClaimEventRow } from '../database/claimRows.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import type { TelegramMessageKind } from '../database/serverRows.ts';

/**
 * Queues a message about a claim's new status, if a chat is connected to it. `trx` is the transaction of the change, so a
 * rollback also removes the message.
 */
export async function queueStatusMessage(
  trx: Kysely<DatabaseSchema>,
  { claim_id, to_status, at }: Pick<ClaimEventRow, 'claim_id' | 'to_status' | 'at'>,
): Promise<void> {
  await sql`
    insert into telegram_messages (chat_id, claim_id, kind, status, attempts, next_at, at)
    select chat_id, claim_id, 'status', cast(${to_status} as text), 0, cast(${at} as bigint), cast(${at} as bigint)
    from telegram_chats where claim_id = ${claim_id}
  `.execute(trx);
}

/** Queues an answer to what was written in a chat. */
export async function queueAnswer(
  trx: Kysely<DatabaseSchema>,
  {
    chatId,
    kind,
    claimId = null,
    at,
  }: { chatId: bigint; kind: Exclude<TelegramMessageKind, 'status'>; claimId?: string | null; at: bigint },
): Promise<void> {
  await trx
    .insertInto('telegram_messages')
    .values({ chat_id: chatId, claim_id: claimId, kind, status: null, attempts: 0n, next_at: at, at })
    .execute();
}
