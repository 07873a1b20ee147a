import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import type { ServerContext } from '../context.ts';
import { deleteOldRows } from '#server/platform/database/deleteOldRows.ts';

/** Maximum time that a message waits for Telegram, also without a bot, milliseconds. */
const MESSAGE_LIFETIME_MS = 3 * DAY_MS;

/** Deletes messages that Telegram has not accepted for three days, and links that were not used. */
export async function deleteOldTelegramRows({ db, log, now, telegram }: ServerContext): Promise<void> {
  const at = now();
  const count = await deleteOldRows(db, {
    table: 'telegram_messages',
    key: 'id',
    time: 'at',
    until: at - MESSAGE_LIFETIME_MS,
  });
  // Without a bot the deletion is expected.
  if (count > 0 && telegram) log.error({ count }, 'Dropped messages to Telegram: they waited for three days');
  await deleteOldRows(db, { table: 'telegram_links', key: 'claim_id', time: 'expires_at', until: at });
}
