import * as v from 'valibot';
import type { ServerContext } from '../context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { connectChat, forgetChat } from './claimChat.ts';
import { queueAnswer } from './queueMessages.ts';
import type { TelegramUpdate } from './telegramApi.ts';

/** Telegram keeps updates for a day. After a week without any the next id is random, so a smaller one may be newer. */
const OFFSET_LIFETIME_MS = 2 * 86_400_000;

/** A private message of one person to the bot. Groups get no answer. */
const PrivateMessage = v.object({
  chat: v.object({ id: v.pipe(v.number(), v.safeInteger()), type: v.literal('private') }),
  text: v.optional(v.string(), ''),
});

/** `/start token`, `/stop`, also with the bot's name. */
const COMMAND_PATTERN = /^\/(start|stop)(?:@\w+)?(?:\s+(\S{1,64}))?\s*$/i;

/** Returns the id from which the next updates are requested; 0 if any id may be next. */
export async function readUpdateOffset({ db, now }: ServerContext, botId: bigint): Promise<number> {
  const row = await db
    .selectFrom('telegram_offsets')
    .selectAll()
    .where('bot_id', '=', botId)
    .executeTakeFirst();
  return row && row.at + BigInt(OFFSET_LIFETIME_MS) > BigInt(now()) ? Number(row.next_update) : 0;
}

/**
 * Handles an update and queues the answer, in one transaction with the record that it was answered: a repeated update
 * changes nothing. `mayAnswer` counts the answers of a chat.
 */
export async function answerUpdate(
  context: ServerContext,
  botId: bigint,
  { update_id, message }: TelegramUpdate,
  mayAnswer: (chatId: bigint) => boolean,
): Promise<void> {
  const parsed = v.safeParse(PrivateMessage, message);
  const chatId = parsed.success ? BigInt(parsed.output.chat.id) : null;
  const isAnswered = chatId !== null && mayAnswer(chatId);
  await runInTransaction(context.db, async trx => {
    const at = BigInt(context.now());
    if (!(await takeUpdate(trx, { botId, updateId: BigInt(update_id), at }))) return;
    if (parsed.success && chatId !== null)
      await answerMessage(context, trx, { chatId, text: parsed.output.text, isAnswered, at });
  });
}

/** Records that an update is answered. Returns false if it was already recorded. */
async function takeUpdate(
  trx: Db,
  { botId, updateId, at }: { botId: bigint; updateId: bigint; at: bigint },
): Promise<boolean> {
  const rows = await trx
    .insertInto('telegram_offsets')
    .values({ bot_id: botId, next_update: updateId + 1n, at })
    .onConflict(conflict =>
      conflict
        .column('bot_id')
        .doUpdateSet({ next_update: updateId + 1n, at })
        .where(({ eb, or }) =>
          or([
            eb('telegram_offsets.next_update', '<=', updateId),
            eb('telegram_offsets.at', '<=', at - BigInt(OFFSET_LIFETIME_MS)),
          ]),
        ),
    )
    .returning('bot_id')
    .execute();
  return rows.length > 0;
}

/** Connects or disconnects the chat. A message with an effect is always answered, others only if `isAnswered`. */
async function answerMessage(
  context: ServerContext,
  trx: Db,
  { chatId, text, isAnswered, at }: { chatId: bigint; text: string; isAnswered: boolean; at: bigint },
): Promise<void> {
  const [, command = '', token] = COMMAND_PATTERN.exec(text) ?? [];
  if (command.toLowerCase() === 'stop') {
    const wasConnected = await forgetChat(trx, chatId);
    if (wasConnected || isAnswered) await queueAnswer(trx, { chatId, kind: 'stopped', at });
    return;
  }
  const claim = token === undefined ? null : await connectChat(context, trx, { chatId, token });
  if (claim) return queueAnswer(trx, { chatId, kind: 'connected', claim, at });
  if (isAnswered) await queueAnswer(trx, { chatId, kind: token === undefined ? 'help' : 'link_invalid', at });
}
