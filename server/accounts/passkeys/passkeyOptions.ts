import { randomUUID } from 'node:crypto';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '#core/contract/account/passkeys.ts';
import { MAX_PASSKEYS } from '#core/contract/account/passkeys.ts';
import type { PasskeyRow } from '../../database/accountRows.ts';
import { createProblem, notFoundProblem, type ProblemResult } from '../../http/problemResult.ts';
import { checkLimit, type AccountContext } from '../accountContext.ts';
import type { Account } from '../sessions/authenticate.ts';
import { CHALLENGE_LIFETIME_MS, createPasskeyChallenge, type ChallengeBinding } from './passkeyChallenges.ts';
import { findRelyingParty, type RelyingParty } from './relyingParty.ts';
import { SUPPORTED_ALGORITHMS } from './verifyCredential.ts';

/** Name of the site in the prompts of browsers. */
const SITE_NAME = 'Размен';

type Options<T> = { ok: true; options: T } | ProblemResult;

/** Refuses where the site has no host name, and beyond the limit of challenges for a network. */
async function startChallenge(
  context: AccountContext,
  network: string,
): Promise<{ ok: true; relyingParty: RelyingParty } | ProblemResult> {
  const relyingParty = findRelyingParty(context.config);
  if (!relyingParty) return notFoundProblem;
  const refusal = await checkLimit(context, 'passkeyChallenge', network);
  return refusal ?? { ok: true, relyingParty };
}

/** Creates the options of a login: the browser offers every passkey of this site. */
export async function createLoginOptions(
  context: AccountContext,
  network: string,
): Promise<Options<PasskeyRequestOptions>> {
  const started = await startChallenge(context, network);
  if (!started.ok) return started;
  return {
    ok: true,
    options: await buildRequestOptions(context, started.relyingParty, { purpose: 'login' }),
  };
}

/** Creates the options by which a logged-in user proves who they are. */
export async function createConfirmationOptions(
  context: AccountContext,
  { user, session }: Account,
  network: string,
): Promise<Options<PasskeyRequestOptions>> {
  const started = await startChallenge(context, network);
  if (!started.ok) return started;
  const binding = { purpose: 'confirm', user_id: user.id, session_id: session.id } as const;
  const options = await buildRequestOptions(context, started.relyingParty, binding);
  return { ok: true, options: { ...options, allowCredentials: await listDescriptors(context, user.id) } };
}

/** Creates the options by which a user adds a passkey. 409 if there are too many. */
export async function createRegistrationOptions(
  context: AccountContext,
  { user, session }: Account,
  network: string,
): Promise<Options<PasskeyCreationOptions>> {
  if (user.passkey_count >= MAX_PASSKEYS) return createProblem(409, 'passkeys_limit');
  const started = await startChallenge(context, network);
  if (!started.ok) return started;
  const binding = { purpose: 'register', user_id: user.id, session_id: session.id } as const;
  const options = await buildCreationOptions(context, started.relyingParty, {
    binding,
    email: user.email,
    userId: user.id,
  });
  return { ok: true, options: { ...options, excludeCredentials: await listDescriptors(context, user.id) } };
}

/** Creates the options of a sign-up, the same for every e-mail. */
export async function createSignupOptions(
  context: AccountContext,
  email: string,
  network: string,
): Promise<Options<PasskeyCreationOptions>> {
  const started = await startChallenge(context, network);
  if (!started.ok) return started;
  const userId = randomUUID();
  const binding = { purpose: 'signup', email, handle: userId } as const;
  return {
    ok: true,
    options: await buildCreationOptions(context, started.relyingParty, { binding, email, userId }),
  };
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
    // Not the e-mail: authenticators reveal the id to the site before anybody is identified.
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

/** The passkeys of a user as browsers look for them. */
async function listDescriptors({ db }: AccountContext, userId: string) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id,
    type: 'public-key',
    transports: parseTransports(transports),
  }));
}

const parseTransports = (transports: PasskeyRow['transports']) => JSON.parse(transports) as string[];
