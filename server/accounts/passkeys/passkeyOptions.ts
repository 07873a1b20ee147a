import { randomUUID } from 'node:crypto';
import {
  MAX_PASSKEYS,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
} from '#core/contract/account/passkeys/passkeys.ts';
import { createProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import type { AccountContext } from '../accountContext.ts';
import { checkLimit } from '#server/platform/limits/checkLimit.ts';
import type { Account } from '../sessions/authenticate.ts';
import { CHALLENGE_LIFETIME_MS, createPasskeyChallenge, type ChallengeBinding } from './passkeyChallenges.ts';
import { findRelyingParty, type RelyingParty } from './relyingParty.ts';
import { SUPPORTED_ALGORITHMS } from './verifyCredential.ts';

/** Name of the site in the prompts of browsers. */
const SITE_NAME = 'Размен';

/** Throws if the site has no host name, or if the network exceeds its limit of challenges. */
async function startChallenge(context: AccountContext, network: string): Promise<RelyingParty> {
  const relyingParty = findRelyingParty(context.config);
  if (!relyingParty) throw notFoundProblem;
  await checkLimit(context, 'passkeyChallenge', network);
  return relyingParty;
}

/** Creates the options of a login: the browser offers every passkey of this site. */
export async function createLoginOptions(
  context: AccountContext,
  network: string,
): Promise<PasskeyRequestOptions> {
  const relyingParty = await startChallenge(context, network);
  return buildRequestOptions(context, relyingParty, { purpose: 'login' });
}

/** Creates the options to confirm the identity of a logged-in user. */
export async function createConfirmationOptions(
  context: AccountContext,
  { user, session }: Account,
  network: string,
): Promise<PasskeyRequestOptions> {
  const relyingParty = await startChallenge(context, network);
  const binding = { purpose: 'confirm', user_id: user.id, session_id: session.id } as const;
  const options = await buildRequestOptions(context, relyingParty, binding);
  return { ...options, allowCredentials: await listDescriptors(context, user.id) };
}

/** Creates the options to add a passkey. 409 if there are too many. */
export async function createRegistrationOptions(
  context: AccountContext,
  { user, session }: Account,
  network: string,
): Promise<PasskeyCreationOptions> {
  if (user.passkey_count >= MAX_PASSKEYS) throw createProblem(409, 'passkeys_limit');
  const relyingParty = await startChallenge(context, network);
  const binding = { purpose: 'register', user_id: user.id, session_id: session.id } as const;
  const { email, id: userId } = user;
  const options = await buildCreationOptions(context, relyingParty, { binding, email, userId });
  return { ...options, excludeCredentials: await listDescriptors(context, userId) };
}

/** Creates the options of a sign-up, the same for every e-mail. */
export async function createSignupOptions(
  context: AccountContext,
  email: string,
  network: string,
): Promise<PasskeyCreationOptions> {
  const relyingParty = await startChallenge(context, network);
  const userId = randomUUID();
  const binding = { purpose: 'signup', email, handle: userId } as const;
  return buildCreationOptions(context, relyingParty, { binding, email, userId });
}

async function buildRequestOptions(
  context: AccountContext,
  { id }: RelyingParty,
  binding: ChallengeBinding,
): Promise<PasskeyRequestOptions> {
  return {
    challenge: await createPasskeyChallenge(context, binding),
    rpId: id,
    timeout: CHALLENGE_LIFETIME_MS,
    allowCredentials: [],
    userVerification: 'required',
  };
}

async function buildCreationOptions(
  context: AccountContext,
  { id }: RelyingParty,
  { binding, email, userId }: { binding: ChallengeBinding; email: string; userId: string },
): Promise<PasskeyCreationOptions> {
  return {
    rp: { id, name: SITE_NAME },
    // Not the e-mail: authenticators reveal the id to the site before the user is identified.
    user: { id: Buffer.from(userId).toString('base64url'), name: email, displayName: email },
    challenge: await createPasskeyChallenge(context, binding),
    pubKeyCredParams: SUPPORTED_ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_LIFETIME_MS,
    excludeCredentials: [],
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

/** Lists the credential descriptors of a user's passkeys. */
async function listDescriptors({ db }: AccountContext, userId: string) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id,
    type: 'public-key',
    transports: JSON.parse(transports) as string[],
  }));
}
