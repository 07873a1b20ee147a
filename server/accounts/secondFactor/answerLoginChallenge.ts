import type { SecondFactorAnswer } from '#core/contract/auth.ts';
import type { LoginChallengeRow, UserRow } from '#server/platform/database/accountRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createProblem, onRefusal, Problem } from '#server/platform/http/problem.ts';
import type { AccountClient } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { readAccountToken } from '#server/platform/keys/accountToken.ts';
import { lockUser, startSession, type LoginRequest, type LoginSuccess } from '../sessions/login.ts';
import { codeProblem, limitCodeAttempts } from './codeAttempts.ts';
import { markPassword } from './createLoginChallenge.ts';
import { findSecondFactor } from './findSecondFactor.ts';
import { normalizeCode } from './secondFactorCode.ts';
import { consumeCode } from './consumeCode.ts';

/** Maximum number of attempts for one challenge. */
const MAX_ATTEMPTS = 5n;

const expiryProblem = createProblem(401, 'challenge_expired');

/**
 * Logs in with a code after the password. 400 for a wrong or used code, with the remaining attempts; 401
 * `challenge_expired` after the last attempt, after 5 minutes, or if the account has changed since. `readClient`
 * describes the client for the challenge's account.
 */
export async function answerLoginChallenge(
  context: AccountContext,
  { challenge: token, code: text, earlierToken }: SecondFactorAnswer & Pick<LoginRequest, 'earlierToken'>,
  readClient: (email: string) => AccountClient,
): Promise<LoginSuccess> {
  const { db, keys, now } = context;
  const id = readAccountToken(keys, 'challenge', token);
  const user = id === null ? undefined : await findChallengeUser(db, id, BigInt(now()));
  if (id === null || !user) throw expiryProblem;
  const client = readClient(user.email);
  const code = normalizeCode(text);
  return limitCodeAttempts(context, { user, code, client }, async () => {
    const challenge = await countAttempt(db, id, BigInt(now()));
    if (!challenge) throw expiryProblem;
    return runInTransaction(db, trx =>
      passChallenge(context, trx, { challenge, code, earlierToken, client }),
    ).catch(
      onRefusal(problem => {
        throw problem === codeProblem ? describeWrongCode(challenge) : problem;
      }),
    );
  });
}

/** Builds a refusal with the remaining attempts. */
function describeWrongCode({ attempts }: LoginChallengeRow): Problem {
  if (attempts >= MAX_ATTEMPTS) return expiryProblem;
  return new Problem(400, { ...codeProblem.body, attemptsLeft: Number(MAX_ATTEMPTS - attempts) });
}

function findChallengeUser(db: Db, id: string, at: bigint): Promise<UserRow | undefined> {
  return db
    .selectFrom('login_challenges')
    .innerJoin('users', 'users.id', 'login_challenges.user_id')
    .selectAll('users')
    .where('login_challenges.id', '=', id)
    .where('login_challenges.expires_at', '>', at)
    .executeTakeFirst();
}

/**
 * Counts an attempt before its code is checked, so that concurrent guesses cannot exceed the limit. It runs outside a
 * transaction: a refusal must not undo the count.
 */
function countAttempt(db: Db, id: string, at: bigint): Promise<LoginChallengeRow | undefined> {
  return db
    .updateTable('login_challenges')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1n) }))
    .where('id', '=', id)
    .where('expires_at', '>', at)
    .where('attempts', '<', MAX_ATTEMPTS)
    .returningAll()
    .executeTakeFirst();
}

/** Consumes the code and the challenge and starts the session; a refusal rolls everything back. */
async function passChallenge(
  context: AccountContext,
  trx: Db,
  {
    challenge,
    code,
    earlierToken,
    client,
  }: { challenge: LoginChallengeRow; code: string; earlierToken: string | null; client: AccountClient },
): Promise<LoginSuccess> {
  const at = BigInt(context.now());
  const user = await lockUser(trx, challenge.user_id);
  const factor = user && (await findSecondFactor(trx, user.id));
  // The password was changed, or the second factor was turned off.
  if (!factor || markPassword(user) !== challenge.password_mark) throw expiryProblem;
  const { numDeletedRows } = await trx
    .deleteFrom('login_challenges')
    .where('id', '=', challenge.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw expiryProblem;
  const { device } = client;
  if (!(await consumeCode(trx, context.keys, { user, factor, code, device, at }))) throw codeProblem;
  const isRemembered = challenge.is_remembered === 1n;
  return startSession(context, trx, { user, isRemembered, earlierToken, amr: 'pwd otp', client });
}
