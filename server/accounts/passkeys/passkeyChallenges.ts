import type { ExchangeContext } from '#server/exchange/context.ts';
import type { PasskeyChallengeRow } from '#server/platform/database/accountRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { createRandomToken } from '../randomToken.ts';

/** Lifetime of a challenge, milliseconds. Browsers use the same timeout. */
export const CHALLENGE_LIFETIME_MS = 5 * 60_000;

/** The purpose of a challenge, and the session or sign-up that it is bound to; the other columns are null. */
export type ChallengeBinding = Pick<PasskeyChallengeRow, 'purpose'> &
  Partial<Pick<PasskeyChallengeRow, 'user_id' | 'session_id' | 'email' | 'handle'>>;

/** Stores a new challenge, and returns it as base64url. */
export async function createPasskeyChallenge(
  { db, now }: Pick<ExchangeContext, 'db' | 'now'>,
  binding: ChallengeBinding,
): Promise<string> {
  const challenge = createRandomToken();
  await db
    .insertInto('passkey_challenges')
    .values({ challenge, ...binding, expires_at: BigInt(now() + CHALLENGE_LIFETIME_MS) })
    .execute();
  return challenge;
}

/** Consumes a challenge. Undefined if it is unknown, used or expired, or bound to something else. */
export function takePasskeyChallenge(
  trx: Db,
  { challenge, at, ...binding }: ChallengeBinding & { challenge: string; at: bigint },
): Promise<PasskeyChallengeRow | undefined> {
  let query = trx
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', binding.purpose)
    .where('expires_at', '>', at);
  for (const column of ['user_id', 'session_id', 'email'] as const) {
    const value = binding[column];
    if (value != null) query = query.where(column, '=', value);
  }
  return query.returningAll().executeTakeFirst();
}
