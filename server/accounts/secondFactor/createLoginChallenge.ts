import { createHash, randomUUID } from 'node:crypto';
import type { SecondFactorChallenge } from '#core/contract/auth.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { ServerKeys } from '#server/platform/keys/serverKeys.ts';
import { deriveAccountToken } from '#server/platform/keys/accountToken.ts';
import { listSecondFactors, type SecondFactor } from './findSecondFactor.ts';

/** How long a code is accepted after the password, milliseconds. */
const CHALLENGE_LIFETIME_MS = 5 * 60_000;

/** Binds a challenge to the password. The password hash is salted, so its hash reveals nothing. */
export const markPassword = ({ password_hash }: Pick<UserRow, 'password_hash'>) =>
  createHash('sha256')
    .update(password_hash ?? '')
    .digest('base64url');

/** Details of the problem `second_factor_required`. */
export type LoginChallenge = Omit<SecondFactorChallenge, 'code'>;

/** Creates the challenge of a login with a correct password. */
export async function createLoginChallenge(
  trx: Db,
  keys: ServerKeys,
  {
    user,
    factor,
    isRemembered,
    at,
  }: { user: UserRow; factor: SecondFactor; isRemembered: boolean; at: bigint },
): Promise<LoginChallenge> {
  const id = randomUUID();
  await trx
    .insertInto('login_challenges')
    .values({
      id,
      user_id: user.id,
      password_mark: markPassword(user),
      is_remembered: isRemembered ? 1n : 0n,
      attempts: 0n,
      created_at: at,
      expires_at: at + BigInt(CHALLENGE_LIFETIME_MS),
    })
    .execute();
  return { challenge: deriveAccountToken(keys, 'challenge', id), methods: listSecondFactors(factor) };
}
