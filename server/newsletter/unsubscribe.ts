import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { deriveAccountToken, readAccountToken } from '../accounts/accountToken.ts';
import { linkProblem } from '../accounts/signup/activateAccount.ts';
import type { ServerContext } from '../context.ts';
import { createProblem } from '../http/problem.ts';
import type { ServerKeys } from '../keys/serverKeys.ts';

/** How long the link of a letter ends the letters with news, milliseconds. */
const UNSUBSCRIBE_LIFETIME_MS = 365 * DAY_MS;

/** 404 for a link that is older than `UNSUBSCRIBE_LIFETIME_MS`. */
const expiredProblem = createProblem(404, 'link_expired');

/**
 * Derives the token of the link that ends the letters with news of an account. It needs no row: its id has the account and
 * the time of the letter, `at`, milliseconds.
 */
export const deriveUnsubscribeToken = (
  keys: ServerKeys,
  { userId, at }: { userId: string; at: number },
): string => deriveAccountToken(keys, 'news', `${userId}~${at.toString(36)}`);

/** The page that asks first, whose token no server sees, and the address that mail programs post to. */
export const getUnsubscribePaths = (token: string): { page: string; api: string } => ({
  page: `/unsubscribe#news=${token}`,
  api: `/api/v1/unsubscribe/news/${token}/`,
});

/** Ends the letters with news by the token of one. A repetition succeeds, and so does the token of a deleted account. */
export async function unsubscribe(
  { db, keys, now }: Pick<ServerContext, 'db' | 'keys' | 'now'>,
  token: string,
): Promise<void> {
  const [userId, time = ''] = readAccountToken(keys, 'news', token)?.split('~') ?? [];
  if (userId === undefined) throw linkProblem;
  if (parseInt(time, 36) + UNSUBSCRIBE_LIFETIME_MS <= now()) throw expiredProblem;
  await db.updateTable('users').set({ notify_news: 0n }).where('id', '=', userId).execute();
}
