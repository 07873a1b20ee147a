import type { Selectable } from 'kysely';
import { retryDelay } from '#core/retry.ts';
import { applyTypography } from '#core/typography.ts';
import type { ServerContext } from '../context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { TelegramMessageRow } from '#server/platform/database/serverRows.ts';
import type { StopSignals } from '#server/platform/jobs/backgroundJob.ts';
import { createLeasedQueue } from '#server/platform/jobs/leasedQueue.ts';
import { forgetChat } from './claimChat.ts';
import { composeTelegramMessage, type TelegramMessageFacts } from './composeTelegramMessage.ts';
import { TelegramError, type TelegramApi } from './telegramApi.ts';
import { getClaimNumber } from '#server/exchange/claims/claimNumber.ts';

type StoredMessage = Selectable<TelegramMessageRow>;

/** The messages. A chat gets them in order. They are not leased: only one process sends. */
const messageQueue = createLeasedQueue('telegram_messages', { orderColumns: ['chat_id'] });

/** Maximum number of concurrent messages, each to another chat. Telegram allows 30 in a second. */
const MAX_SENDS = 8;

const BACKOFF = { firstMs: 5_000, maxMs: 5 * 60_000 };

/** Status of a message that Telegram refuses at each attempt. */
const BAD_REQUEST = 400;

/**
 * Creates the function that sends due messages and returns the number that Telegram has accepted. Only one process
 * calls it at a time. A chat gets its messages in order: a later one waits until the earlier one is deleted after its
 * acceptance, so a crash in between sends it again. If Telegram requests a pause, nothing is sent until it ends.
 */
export function createMessageSender(
  context: ServerContext,
  api: Pick<TelegramApi, 'sendMessage'>,
): (signals: StopSignals) => Promise<number> {
  const { db, now } = context;
  let pausedUntil = 0;

  /** Sends a message. Returns whether Telegram has accepted it. */
  async function deliver(message: StoredMessage, { stopping, aborted }: StopSignals): Promise<boolean> {
    const facts = await loadFacts(context, message);
    if (!facts) {
      await messageQueue.delete(db, [message]);
      return false;
    }
    try {
      await api.sendMessage(message.chat_id, applyTypography(composeTelegramMessage(facts)), aborted);
    } catch (error) {
      if (stopping.aborted) return false;
      if (!(error instanceof TelegramError)) throw error;
      if (error.retryAfter !== null) pausedUntil = Math.max(pausedUntil, now() + error.retryAfter * 1_000);
      else await recordFailure(context, message, error);
      return false;
    }
    // Also if another process has tried it since.
    await db.deleteFrom('telegram_messages').where('id', '=', message.id).execute();
    return true;
  }

  return async signals => {
    let count = 0;
    while (!signals.stopping.aborted && now() >= pausedUntil) {
      const messages = await messageQueue.selectDue(db, now()).selectAll().limit(MAX_SENDS).execute();
      if (messages.length === 0) break;
      const results = await Promise.allSettled(messages.map(message => deliver(message, signals)));
      const failure = results.find(result => result.status === 'rejected');
      if (failure) throw failure.reason;
      count += results.filter(result => result.status === 'fulfilled' && result.value).length;
    }
    return count;
  };
}

/** Loads the data of a message; null if its chat has been disconnected from the claim since. */
async function loadFacts(
  { catalogue, config, db }: ServerContext,
  { kind, claim_id: claimId, chat_id: chatId, status }: StoredMessage,
): Promise<TelegramMessageFacts | null> {
  const { publicOrigin } = config;
  if (claimId === null) return { kind, claim: null, publicOrigin };
  const row = await db
    .selectFrom('claims')
    .innerJoin('telegram_chats', 'telegram_chats.claim_id', 'claims.id')
    .select(['claims.id', 'number', 'public_number', 'claims.status'])
    .where('claims.id', '=', claimId)
    .where('chat_id', '=', chatId)
    .executeTakeFirst();
  if (!row) return null;
  const number = getClaimNumber(catalogue, row);
  return { kind, claim: { id: row.id, number, status: status ?? row.status }, publicOrigin };
}

/** Disconnects a chat that the bot cannot write to, drops a refused message, or schedules the next attempt. */
async function recordFailure(
  { db, log, now }: ServerContext,
  message: StoredMessage,
  error: TelegramError,
): Promise<void> {
  const { id, chat_id, attempts } = message;
  if (error.isUnreachable) {
    await runInTransaction(db, trx => forgetChat(trx, chat_id));
    log.info(
      { message: Number(id), reason: error.message },
      'Disconnected a chat of Telegram: it accepts no messages',
    );
    return;
  }
  if (error.status === BAD_REQUEST) {
    await messageQueue.delete(db, [message]);
    log.error({ message: Number(id) }, 'Dropped a message to Telegram: it was refused');
    return;
  }
  const delay = retryDelay(error, Number(attempts), BACKOFF);
  await messageQueue.update(db, [message], () => ({
    attempts: attempts + 1n,
    next_at: BigInt(now() + delay),
  }));
  log.warn(
    { message: Number(id), attempts: Number(attempts) + 1, reason: error.message },
    'Cannot send a message to Telegram: retrying later',
  );
}
