import { hasRows } from '#server/platform/database/countRows.ts';
import { randomBytes } from 'node:crypto';
import { TELEGRAM_LINK_MINUTES, type TelegramLink } from '#core/contract/claim/claimTelegram.ts';
import type { ServerContext } from '../context.ts';
import { lockClaim } from '#server/exchange/claims/lockClaim.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';

/** Length of a link's token, bytes: 192 bits, 32 of the 64 characters that Telegram allows. */
const TOKEN_BYTES = 24;

/** Creates a link to the bot that connects a chat to the claim, once. An earlier link of the claim becomes invalid. */
export async function createChatLink(
  { db, keys, now }: ServerContext,
  claimId: string,
  botName: string,
): Promise<TelegramLink> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = now() + TELEGRAM_LINK_MINUTES * 60_000;
  const link = { token_hash: keys.hash('telegram-link', token), expires_at: BigInt(expiresAt) };
  await db
    .insertInto('telegram_links')
    .values({ claim_id: claimId, ...link })
    .onConflict(conflict => conflict.column('claim_id').doUpdateSet(link))
    .execute();
  return { url: `https://t.me/${botName}?start=${token}`, expiresAt: new Date(expiresAt).toISOString() };
}

/**
 * Connects a chat to the claim of a token instead of any other chat. Returns the claim; null for an invalid token, or
 * if the claim's data are already erased, because the chat would then never be erased.
 */
export async function connectChat(
  { keys, now }: ServerContext,
  trx: Db,
  { chatId, token }: { chatId: bigint; token: string },
): Promise<ClaimRow | null> {
  const hashes = keys.listHashes('telegram-link', token);
  const link = await trx
    .selectFrom('telegram_links')
    .select('claim_id')
    .where('token_hash', 'in', hashes)
    .where('expires_at', '>', BigInt(now()))
    .executeTakeFirst();
  if (!link) return null;
  const { claim_id: claimId } = link;
  // Locked, so that each status is either in the answer or in a later message.
  const claim = await lockClaim(trx, claimId);
  if (claim.erased_at !== null) return null;
  const { numDeletedRows } = await trx
    .deleteFrom('telegram_links')
    .where('token_hash', 'in', hashes)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return null;
  await trx
    .deleteFrom('telegram_messages')
    .where('claim_id', '=', claimId)
    .where('chat_id', '<>', chatId)
    .execute();
  await trx
    .insertInto('telegram_chats')
    .values({ claim_id: claimId, chat_id: chatId })
    .onConflict(conflict => conflict.column('claim_id').doUpdateSet({ chat_id: chatId }))
    .execute();
  return claim;
}

/** Whether a chat is connected to the claim. */
export const isChatConnected = ({ db }: ServerContext, claimId: string): Promise<boolean> =>
  hasRows(db.selectFrom('telegram_chats').where('claim_id', '=', claimId));

/** Disconnects the chat of a claim, and deletes its pending messages. */
export function disconnectClaim({ db }: ServerContext, claimId: string): Promise<void> {
  return runInTransaction(db, async trx => {
    await lockClaim(trx, claimId);
    await eraseClaimChat(trx, claimId);
  });
}

/** Erases the rows of a locked claim in the tables of the bot. */
export async function eraseClaimChat(trx: Db, claimId: string): Promise<void> {
  for (const table of ['telegram_links', 'telegram_chats', 'telegram_messages'] as const)
    await trx.deleteFrom(table).where('claim_id', '=', claimId).execute();
}

/** Disconnects a chat from all claims, and deletes its pending messages. Returns whether it was connected. */
export async function forgetChat(trx: Db, chatId: bigint): Promise<boolean> {
  await trx.deleteFrom('telegram_messages').where('chat_id', '=', chatId).execute();
  const { numDeletedRows } = await trx
    .deleteFrom('telegram_chats')
    .where('chat_id', '=', chatId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
