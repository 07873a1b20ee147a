import type { NewCredential } from '#core/contract/account/passkeys/passkeys.ts';
import { authorizeClaim } from '#server/exchange/claims/view/authorizeClaim.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import type { AccountClient } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { checkLimit } from '#server/platform/limits/checkLimit.ts';
import { checkCaptcha } from '#server/platform/captchaVerifier.ts';
import { createRandomToken, hashToken } from '../randomToken.ts';
import { isEmailAllowed } from '../signup/requestedEmail.ts';
import { buildSignup, getSignupLimit, storeSignup } from '../signup/signup.ts';
import { credentialProblem } from './accountPasskeys.ts';
import { takePasskeyChallenge } from './passkeyChallenges.ts';
import { findRelyingParty } from './relyingParty.ts';
import { formatSignupPasskey } from './signupPasskey.ts';
import { verifyNewCredential } from './verifyCredential.ts';

/** A parsed sign-up; the e-mail is in lower case, and both consents are given. */
export interface PasskeySignupRequest {
  email: string;
  credential: NewCredential;
  /** A claim that is attached to the account, and its secret. */
  claim: { id: string; secret: string | undefined } | null;
  recaptcha: string | null;
}

/**
 * Stores a sign-up without a password, and mails its link, as `signUp` does: the response does not reveal which e-mails
 * have an account. 404 for a claim whose secret is wrong. A repetition succeeds. Returns the new key of the browser, also
 * for a repetition.
 */
export async function signUpWithPasskey(
  context: AccountContext,
  { email, credential, claim, recaptcha }: PasskeySignupRequest,
  client: AccountClient,
): Promise<string> {
  const { config, db, now } = context;
  const relyingParty = findRelyingParty(config);
  if (!relyingParty) throw notFoundProblem;
  const verified = await verifyNewCredential(relyingParty, credential);
  if (!verified) throw credentialProblem;
  await checkCaptcha(context, recaptcha);
  await checkLimit(context, 'signup', client.network);
  const credentials = { secret: claim?.secret, userId: null, network: client.network };
  const found = claim && (await authorizeClaim(context, claim.id, credentials));
  if (found && found.access !== 'owner') throw notFoundProblem;
  const isAllowed = await isEmailAllowed(context, [getSignupLimit(email, client)]);
  const signupKey = createRandomToken();
  await runInTransaction(db, async trx => {
    const repeated = await trx
      .updateTable('signups')
      .set({ browser_hash: hashToken(signupKey) })
      .where('passkey_id', '=', verified.credential_id)
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirst();
    if (repeated) return;
    const at = BigInt(now());
    const { challenge } = verified;
    const taken = await takePasskeyChallenge(trx, { purpose: 'signup', email, challenge, at });
    if (!taken?.handle) throw credentialProblem;
    const name = client.device.device;
    const signup = {
      ...buildSignup(context, { email, client, signupKey, at }),
      ...formatSignupPasskey(verified, { userId: taken.handle, name }),
      claim_id: found?.claim.id ?? null,
    };
    await storeSignup(trx, signup, { isAllowed });
  });
  return signupKey;
}
