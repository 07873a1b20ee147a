import { createHash, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { PERSONAL_DATA_CONSENT } from '#core/contract/user.ts';
import type { SignupRow } from '../../database/accountRows.ts';
import { runInTransaction } from '../../database/runInTransaction.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { createFieldProblem, type ProblemResult } from '../../http/problemResult.ts';
import type { ServerKeys } from '../../keys/serverKeys.ts';
import { getMailbox } from '../../mail/recipients.ts';
import type { AccountClient } from '../accountClient.ts';
import { checkCaptcha, checkLimit, type AccountContext } from '../accountContext.ts';
import { enqueueAccountMail, LINK_LIFETIMES_MS, type AccountLetter } from '../accountMail.ts';
import { checkNewPassword } from '../passwords/passwordRules.ts';
import { isLetterAllowed, startRequestedLetter, type LetterLimit } from './requestedLetter.ts';

/** Sign-ups of one e-mail that are compared with the client's network. */
const MAX_COMPARED_SIGNUPS = 50;

/** A parsed sign-up; the e-mail is in lower case, and both boxes are ticked. */
export interface SignupRequest {
  email: string;
  password: string;
  recaptcha: string | null;
}

/**
 * Stores a sign-up and mails its link; over the limit of letters it only stores it. For a registered e-mail it does the same work, and the letter says so: neither the
 * answer nor its time tells which e-mails have an account.
 */
export async function signUp(
  context: AccountContext,
  { email, password, recaptcha }: SignupRequest,
  client: AccountClient,
): Promise<ProblemResult | null> {
  const { db, now, passwords } = context;
  const passwordError = await checkNewPassword(context, password, email);
  if (passwordError) return createFieldProblem({ password: passwordError });
  const captchaProblem = await checkCaptcha(context, recaptcha);
  if (captchaProblem) return captchaProblem;
  const limitProblem = await checkLimit(context, 'signup', client.network);
  if (limitProblem) return limitProblem;
  const passwordHash = await passwords.hash(password, client);
  const signup = {
    ...buildSignup(context, { email, client, at: BigInt(now()) }),
    password_hash: passwordHash,
  };
  const isAllowed = await isLetterAllowed(context, [getSignupLimit(email, client)]);
  await runInTransaction(db, trx => storeSignup(trx, signup, { isAllowed }));
  return null;
}

/** Builds a sign-up without a password or a passkey, with what proves the consent. */
export function buildSignup(
  { keys }: Pick<AccountContext, 'keys'>,
  { email, client, at }: { email: string; client: AccountClient; at: bigint },
): SignupRow {
  return {
    id: randomUUID(),
    email,
    password_hash: '',
    consent_at: at,
    consent_text_hash: createHash('sha256').update(PERSONAL_DATA_CONSENT).digest('base64url'),
    consent_address_hash: keys.hash('consent-address', client.network),
    created_at: at,
    link_expires_at: at + BigInt(LINK_LIFETIMES_MS.activate),
    activated_at: null,
    passkey_id: null,
    passkey: null,
    claim_id: null,
  };
}

/** Stores a sign-up, and mails its link if a letter is allowed. A registered e-mail causes the same work. */
export async function storeSignup(
  trx: Kysely<DatabaseSchema>,
  signup: SignupRow,
  { isAllowed }: { isAllowed: boolean },
): Promise<void> {
  const { id, email, created_at: at } = signup;
  const user = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  // One for a registered e-mail can never be activated.
  await trx.insertInto('signups').values(signup).execute();
  if (!isAllowed) return;
  const letter = user
    ? ({ kind: 'already_registered' } as const)
    : ({ kind: 'activate', signupId: id } as const);
  await enqueueAccountMail(trx, { recipient: email, letter, at });
}

/** A stranger may cause few letters to a mailbox, whatever the spelling of its address. */
export const getSignupLimit = (email: string, { network }: AccountClient): LetterLimit => [
  'signupLetter',
  `${getMailbox(email)} ${network}`,
];

/** Sign-ups of one e-mail that wait for their activation. */
export interface PendingSignups {
  count: number;
  newest: SignupRow | undefined;
  /** The newest one from the client's network. Others may be a stranger's. */
  own: SignupRow | undefined;
}

/** Finds the sign-ups of an e-mail that were not activated. An e-mail with an account may have some, too. */
export async function findPendingSignups(
  db: Kysely<DatabaseSchema>,
  { email, keys, client }: { email: string; keys: ServerKeys; client: Pick<AccountClient, 'network'> },
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
    own: signups.find(({ consent_address_hash }) => hashes.includes(consent_address_hash)),
  };
}

/**
 * Mails the link of a sign-up again, valid for another 24 hours. If several people have entered the e-mail, it is the
 * sign-up from the client's own network, so that nobody activates a stranger's password; without one, the letter leads to
 * another sign-up.
 */
export function mailActivationAgain(context: AccountContext, email: string, client: AccountClient): void {
  const { keys } = context;
  const limits = [['accountLetter', `activate ${email}`], getSignupLimit(email, client)] as const;
  startRequestedLetter(context, limits, async (trx, at) => {
    const { count, newest, own } = await findPendingSignups(trx, { email, keys, client });
    const user = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
    const enqueue = (letter: AccountLetter) => enqueueAccountMail(trx, { recipient: email, letter, at });
    // Nobody has entered this address before.
    if (count === 0 && !user) return;
    if (user) return enqueue({ kind: 'already_registered' });
    const signup = own ?? (count === 1 ? newest : undefined);
    if (!signup) return enqueue({ kind: 'register_again' });
    await trx
      .updateTable('signups')
      .set({ link_expires_at: at + BigInt(LINK_LIFETIMES_MS.activate) })
      .where('id', '=', signup.id)
      .execute();
    await enqueue({ kind: 'activate', signupId: signup.id });
  });
}
