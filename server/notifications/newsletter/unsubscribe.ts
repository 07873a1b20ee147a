import { unsubscribeCall } from '#core/contract/account/newsletter.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { deriveAccountToken, readAccountToken } from '#server/platform/keys/accountToken.ts';
import type { ServerContext } from '../context.ts';
import { createProblem, linkProblem } from '#server/platform/http/problem.ts';
import type { ServerKeys } from '#server/platform/keys/serverKeys.ts';

/** Lifetime of the unsubscribe link of an e-mail, milliseconds. */
const UNSUBSCRIBE_LIFETIME_MS = 365 * DAY_MS;

/** 404 for a link that is older than `UNSUBSCRIBE_LIFETIME_MS`. */
const expiredProblem = createProblem(404, 'link_expired');

/**
 * Derives the token of an account's link that unsubscribes from the news. It needs no row: its id contains the account
 * and the time of the e-mail, `at`, milliseconds.
 */
export const deriveUnsubscribeToken = (
  keys: ServerKeys,
  { userId, at }: { userId: string; at: number },
): string => deriveAccountToken(keys, 'news', `${userId}~${at.toString(36)}`);

/** Paths of the confirmation page, whose token is not sent to the server, and of the call for mail programs. */
export const getUnsubscribePaths = (token: string): { page: string; api: string } => ({
  page: `/unsubscribe#news=${token}`,
  api: unsubscribeCall.path.replace('{token}', token),
});

/** Unsubscribes from the news by the token of an e-mail. Also succeeds if repeated, and for a deleted account. */
export async function unsubscribe({ db, keys, now }: ServerContext, token: string): Promise<void> {
  const [userId, time = ''] = readAccountToken(keys, 'news', token)?.split('~') ?? [];
  if (userId === undefined) throw linkProblem;
  if (parseInt(time, 36) + UNSUBSCRIBE_LIFETIME_MS <= now()) throw expiredProblem;
  await db.updateTable('users').set({ notify_news: 0n }).where('id', '=', userId).execute();
}
