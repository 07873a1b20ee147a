import { createHash, randomUUID } from 'node:crypto';
import { PERSONAL_DATA_CONSENT } from '#core/contract/user.ts';
import type { SignupRow } from '#server/platform/database/accountRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import type { ServerKeys } from '#server/platform/keys/serverKeys.ts';
import { getMailbox } from '#server/platform/email/mailboxes.ts';
import type { AccountClient } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { checkLimit } from '#server/platform/limits/checkLimit.ts';
import { checkCaptcha } from '#server/platform/captchaVerifier.ts';
import {
  enqueueAccountEmail,
  LINK_LIFETIMES_MS,
  type AccountEmail,
  type SignupOrigin,
} from '../accountEmail.ts';
import { checkNewPassword } from '../passwords/passwordRules.ts';
import { createRandomToken, hashToken } from '../randomToken.ts';
import { isEmailAllowed, startRequestedEmail, type EmailLimit } from './requestedEmail.ts';

/** Maximum number of sign-ups of one e-mail that are compared with the client's network. */
const MAX_COMPARED_SIGNUPS = 50;

/** A parsed sign-up; the e-mail is in lower case, and both consents are given. */
export interface SignupRequest {
  email: string;
  password: string;
  recaptcha: string | null;
}

/**
 * Stores a sign-up and mails its link; over the limit of e-mails it only stores it. A registered address causes the
 * same work and gets another e-mail: neither the response nor its time reveals which addresses have an account. Returns
 * the key that the browser gets in a cookie. Every sign-up has a new key: a reused one would also prove the sign-ups of
 * a previous user of the browser who has copied it.
 */
export async function signUp(
  context: AccountContext,
  { email, password, recaptcha }: SignupRequest,
  client: AccountClient,
): Promise<string> {
  const { db, now, passwords } = context;
  const passwordError = await checkNewPassword(context, password, email);
  if (passwordError) throw createFieldProblem({ password: passwordError });
  await checkCaptcha(context, recaptcha);
  await checkLimit(context, 'signup', client.network);
  const password_hash = await passwords.hash(password, client);
  const signupKey = createRandomToken();
  const signup = buildSignup(context, { email, client, signupKey, at: BigInt(now()) });
  const isAllowed = await isEmailAllowed(context, [getSignupLimit(email, client)]);
  await runInTransaction(db, trx => storeSignup(trx, { ...signup, password_hash }, { isAllowed }));
  return signupKey;
}

/** Evidence of a consent to the processing of personal data. */
export type SignupConsent = Pick<SignupRow, 'consent_at' | 'consent_text_hash' | 'consent_address_hash'>;

/** Builds the evidence of this client's consent. */
export const buildConsent = (keys: ServerKeys, { network }: AccountClient, at: bigint): SignupConsent => ({
  consent_at: at,
  consent_text_hash: createHash('sha256').update(PERSONAL_DATA_CONSENT).digest('base64url'),
  consent_address_hash: keys.hash('consent-address', network),
});

/** Builds a sign-up without a password or a passkey. */
export function buildSignup(
  { keys }: Pick<AccountContext, 'keys'>,
  { email, client, signupKey, at }: { email: string; client: AccountClient; signupKey: string; at: bigint },
): SignupRow {
  return {
    id: randomUUID(),
    email,
    password_hash: '',
    ...buildConsent(keys, client, at),
    created_at: at,
    link_expires_at: at + BigInt(LINK_LIFETIMES_MS.activate),
    activated_at: null,
    passkey_id: null,
    passkey: null,
    claim_id: null,
    browser_hash: hashToken(signupKey),
    ...client.device,
  };
}

/** Stores a sign-up, and mails its link if an e-mail is allowed. A registered address causes the same work. */
export async function storeSignup(
  trx: Db,
  signup: SignupRow,
  { isAllowed }: { isAllowed: boolean },
): Promise<void> {
  const { email, created_at: at } = signup;
  const user = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  // A sign-up with a registered e-mail can never be activated.
  await trx.insertInto('signups').values(signup).execute();
  if (!isAllowed) return;
  const origin = getOrigin(signup);
  const message = user
    ? ({ kind: 'already_registered', origin } as const)
    : ({ kind: 'activate', signupId: signup.id, origin } as const);
  await enqueueAccountEmail(trx, { recipient: email, message, at });
}

/** The origin of a sign-up in the form of its e-mail. */
const getOrigin = ({ device, network, created_at }: SignupRow): SignupOrigin => ({
  device: device ?? '',
  network: network ?? '',
  at: Number(created_at),
});

/**
 * Limit of e-mails that strangers can cause to one mailbox, for all spellings of its address. The network is the prefix
 * that e-mails show: one person may have many addresses in it.
 */
export const getSignupLimit = (email: string, { device }: AccountClient): EmailLimit => [
  'signupEmail',
  `${getMailbox(email)} ${device.network}`,
];

/** Whether a sign-up came from the browser with this key. */
export const isSignupKey = (key: string | undefined, { browser_hash }: SignupRow): boolean =>
  key !== undefined && browser_hash !== null && hashToken(key) === browser_hash;

/** Sign-ups of one e-mail that are not activated. */
export interface PendingSignups {
  count: number;
  newest: SignupRow | undefined;
  /** The last one of this browser, else the newest from the client's network. Others may be a stranger's. */
  own: SignupRow | undefined;
}

/** Finds the sign-ups of an e-mail that are not activated. An e-mail with an account may have some, too. */
export async function findPendingSignups(
  db: Db,
  {
    email,
    keys,
    client,
  }: { email: string; keys: ServerKeys; client: Pick<AccountClient, 'network' | 'signupKey'> },
): Promise<PendingSignups> {
  const signups = await db
    .selectFrom('signups')
    .selectAll()
    .where('email', '=', email)
    .where('activated_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(MAX_COMPARED_SIGNUPS)
    .execute();
  const hashes = keys.listHashes('consent-address', client.network);
  return {
    count: signups.length,
    newest: signups[0],
    own:
      signups.find(signup => isSignupKey(client.signupKey, signup)) ??
      signups.find(({ consent_address_hash }) => hashes.includes(consent_address_hash)),
  };
}

/**
 * Mails the link of a sign-up again, valid for another 24 hours; it requires the same proof as before. If several
 * people have entered the address, the sign-up from the client's own browser or network is used. Without one, the link
 * of the e-mail opens the sign-up form.
 */
export function emailActivationAgain(context: AccountContext, email: string, client: AccountClient): void {
  const { keys } = context;
  const limits = [['accountEmail', `activate ${email}`], getSignupLimit(email, client)] as const;
  startRequestedEmail(context, limits, async (trx, at) => {
    const { count, newest, own } = await findPendingSignups(trx, { email, keys, client });
    const user = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
    const enqueue = (message: AccountEmail) => enqueueAccountEmail(trx, { recipient: email, message, at });
    // This address was never entered before.
    if (count === 0 && !user) return;
    const request = { ...client.device, at: Number(at) };
    if (user) return enqueue({ kind: 'already_registered', origin: request });
    const signup = own ?? (count === 1 ? newest : undefined);
    if (!signup) return enqueue({ kind: 'register_again', origin: request });
    await trx
      .updateTable('signups')
      .set({ link_expires_at: at + BigInt(LINK_LIFETIMES_MS.activate) })
      .where('id', '=', signup.id)
      .execute();
    await enqueue({ kind: 'activate', signupId: signup.id, origin: getOrigin(signup) });
  });
}
