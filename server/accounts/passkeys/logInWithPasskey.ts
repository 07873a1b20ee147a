import type { SignedCredential } from '#core/contract/account/passkeys/passkeys.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createProblem, notFoundProblem, type Problem } from '#server/platform/http/problem.ts';
import type { AccountClient } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { checkLimit } from '#server/platform/limits/checkLimit.ts';
import {
  credentialsProblem,
  lockUser,
  startSession,
  type LoginRequest,
  type LoginSuccess,
} from '../sessions/login.ts';
import { findRelyingParty, type RelyingParty } from './relyingParty.ts';
import { parseSignupPasskey } from './signupPasskey.ts';
import { findPasskey, acceptSignature } from './passkeySignatures.ts';
import { verifySignedCredential } from './verifyCredential.ts';

/** A login with a passkey, with the cookie of the browser. */
export interface PasskeyLoginRequest extends Pick<LoginRequest, 'isRemembered' | 'earlierToken'> {
  credential: SignedCredential;
  network: string;
}

/** Authentication methods (RFC 8176): a key, and user verification by its device. These count as two factors. */
const AMR = 'hwk user mfa';

/**
 * Logs in with a passkey. No second factor is required: the device has verified its user. An unknown passkey, one of a
 * deleted account, and a wrong signature get the same response. `readClient` describes the client for an account.
 */
export async function logInWithPasskey(
  context: AccountContext,
  request: PasskeyLoginRequest,
  readClient: (email: string) => AccountClient,
): Promise<LoginSuccess> {
  const { db, config, now } = context;
  const { credential, network, isRemembered, earlierToken } = request;
  const relyingParty = findRelyingParty(config);
  if (!relyingParty) throw notFoundProblem;
  await checkLimit(context, 'networkLogin', network);
  const passkey = await findPasskey(db, credential.id);
  if (!passkey) throw await describeUnknownPasskey(context, relyingParty, credential);
  const signature = await verifySignedCredential(relyingParty, credential, passkey);
  if (!signature) throw credentialsProblem;
  return runInTransaction(db, async trx => {
    const user = await lockUser(trx, passkey.user_id);
    if (!user) throw credentialsProblem;
    const binding = { purpose: 'login' } as const;
    if (!(await acceptSignature(trx, passkey, { signature, binding, at: BigInt(now()) })))
      throw createProblem(401, 'challenge_expired');
    const client = readClient(user.email);
    return startSession(context, trx, { user, isRemembered, earlierToken, amr: AMR, client });
  });
}

/** Builds the refusal of an unknown passkey: 403 `not_activated` to the owner of a pending sign-up, else 401. */
async function describeUnknownPasskey(
  { db }: AccountContext,
  relyingParty: RelyingParty,
  credential: SignedCredential,
): Promise<Problem> {
  const signup = await db
    .selectFrom('signups')
    .select(['passkey_id', 'passkey'])
    .where('passkey_id', '=', credential.id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const passkey = signup && parseSignupPasskey(signup);
  const isOwner = passkey && (await verifySignedCredential(relyingParty, credential, passkey));
  return isOwner ? createProblem(403, 'not_activated') : credentialsProblem;
}
