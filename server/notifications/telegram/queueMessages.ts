import { sql } from 'kysely';
import type { ClaimEventRow, ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { TelegramMessageKind } from '#server/platform/database/serverRows.ts';

/**
 * Queues a message about a claim's new status, if a chat is connected to it. `trx` is the transaction of the change, so
 * a rollback also removes the message.
 */
export async function queueStatusMessage(
  trx: Db,
  { claim_id, to_status, at }: Pick<ClaimEventRow, 'claim_id' | 'to_status' | 'at'>,
): Promise<void> {
  await sql`
    insert into telegram_messages (chat_id, claim_id, kind, status, attempts, next_at, at)
    select chat_id, claim_id, 'status', cast(${to_status} as text), 0, cast(${at} as bigint), cast(${at} as bigint)
    from telegram_chats where claim_id = ${claim_id}
  `.execute(trx);
}

/** An answer of the bot in a chat. */
interface TelegramAnswer {
  chatId: bigint;
  kind: Exclude<TelegramMessageKind, 'status'>;
  /** The claim of the answer, with the status to send: a later status gets a separate message. */
  claim?: Pick<ClaimRow, 'id' | 'status'>;
  at: bigint;
}

/** Queues an answer to a message in a chat. */
export async function queueAnswer(trx: Db, { chatId, kind, claim, at }: TelegramAnswer): Promise<void> {
  const about = { claim_id: claim?.id ?? null, status: claim?.status ?? null };
  await trx
    .insertInto('telegram_messages')
    .values({ chat_id: chatId, ...about, kind, attempts: 0n, next_at: at, at })
    .execute();
}
