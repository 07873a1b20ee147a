import type { SessionRow, UserRow } from '#server/platform/database/accountRows.ts';
import { executeTogether } from '#server/platform/database/executeTogether.ts';
import { lockRows } from '#server/platform/database/rowLocks.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import type { AccountClient } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { checkLimit } from '#server/platform/limits/checkLimit.ts';
import { checkCaptcha } from '#server/platform/captchaVerifier.ts';
import { buildJournalInsert } from '../accountJournal.ts';
import { enqueueAccountEmail } from '../accountEmail.ts';
import { OverloadedError } from '#server/platform/passwords/fairQueue.ts';
import { createLoginChallenge, type LoginChallenge } from '../secondFactor/createLoginChallenge.ts';
import { findSecondFactor } from '../secondFactor/findSecondFactor.ts';
import { signedOutProblem } from './authenticate.ts';
import { endTokenSession } from './rotateRefreshToken.ts';
import { addDeviceMark, isTrustedDevice } from './knownDevice.ts';
import { createSession } from './sessions.ts';
import { findPendingSignups } from '../signup/signup.ts';

/** Parsed credentials and cookie; the e-mail is in lower case. */
export interface LoginRequest {
  email: string;
  password: string;
  isRemembered: boolean;
  recaptcha: string | null;
  /** The browser's earlier refresh token. The login replaces it, so its session could not be used any longer. */
  earlierToken: string | null;
}

/** A new session and its refresh token. */
export interface LoginSuccess {
  session: SessionRow;
  token: string;
  /** The browser's next `deviceCookie`. */
  deviceCookie: string;
}

/** The response to a failed login, without a reason. */
export const credentialsProblem = createProblem(401, 'credentials_invalid');

/** Authentication attempts for one account from one network are counted together. */
export const getAttemptKey = (email: string, { network }: Pick<AccountClient, 'network'>) =>
  `${email} ${network}`;

/** Returns an attempt whose password was not checked because the queue was full. Rethrows the error. */
export const returnIfOverloaded = (returnAttempt: () => Promise<unknown>) => async (error: unknown) => {
  if (error instanceof OverloadedError) await returnAttempt();
  throw error;
};

/**
 * Logs in with e-mail and password. A wrong password and an unknown e-mail get the same response in the same time, also
 * if a sign-up with the e-mail exists.
 */
export async function logIn(
  context: AccountContext,
  request: LoginRequest,
  client: AccountClient,
): Promise<LoginSuccess> {
  const { email, password } = request;
  const { db, passwords } = context;
  await checkLoginCaptcha(context, request, client);
  await checkLimit(context, 'networkLogin', client.network);
  await checkLimit(context, 'login', getAttemptKey(email, client));
  const user = await findUserByEmail(db, email);
  const returnAttempt = () => forgetAttempt(context, request, client);
  const isUser = await passwords
    .verify(password, user?.password_hash ?? null, client)
    .catch(returnIfOverloaded(returnAttempt));
  // Also checked for a registered e-mail: otherwise a sign-up followed by a login would reveal that it has an account.
  if (!isUser && !(await isPendingSignup(context, request, client))) throw credentialsProblem;
  await returnAttempt();
  if (!user || !isUser) throw createProblem(403, 'not_activated');
  const passed = await runInTransaction(db, trx =>
    completePasswordStep(context, trx, { request, client, user }),
  );
  // After the commit: the challenge is stored.
  if ('challenge' in passed) throw createProblem(401, 'second_factor_required', passed.challenge);
  return passed;
}

/** Whether the password belongs to a sign-up that is not activated. */
async function isPendingSignup(
  { db, keys, passwords }: AccountContext,
  { email, password }: LoginRequest,
  client: AccountClient,
): Promise<boolean> {
  const { newest, own } = await findPendingSignups(db, { email, keys, client });
  return passwords.verify(password, (own ?? newest)?.password_hash ?? null, client);
}

/** Finds the user with an e-mail in lower case. */
export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

/** Finds a user by id, and locks it until the end of the transaction. */
export function lockUser(trx: Db, id: string): Promise<UserRow | undefined> {
  return lockRows(trx, trx.selectFrom('users').selectAll().where('id', '=', id)).executeTakeFirst();
}

/** Like `lockUser` for a logged-in user; 401 if the account is deleted. */
export async function lockOwner(trx: Db, id: string): Promise<UserRow> {
  const user = await lockUser(trx, id);
  if (!user) throw signedOutProblem;
  return user;
}

/** Requires a captcha if the operator has enabled it for logins, or after three failures. */
async function checkLoginCaptcha(
  context: AccountContext,
  { email, recaptcha }: LoginRequest,
  client: AccountClient,
): Promise<void> {
  if (!context.captchaVerifier.getRequirement().required) return;
  const isRequired =
    recaptcha !== null ||
    context.catalogue.getSnapshot().settings.captchaLogin ||
    (await context.getLimit('captchaFreeLogin')(getAttemptKey(email, client))) > 0;
  if (isRequired) await checkCaptcha(context, recaptcha);
}

/** Returns the attempt of a successful login: the limits count only failures. */
async function forgetAttempt(
  { captchaVerifier, getLimit }: AccountContext,
  { email, recaptcha }: LoginRequest,
  client: AccountClient,
): Promise<void> {
  const key = getAttemptKey(email, client);
  await getLimit('login')(key, -1);
  if (captchaVerifier.getRequirement().required && recaptcha === null)
    await getLimit('captchaFreeLogin')(key, -1);
}

/** Starts the session, or a second factor's challenge, unless the account has changed since the verification. */
async function completePasswordStep(
  context: AccountContext,
  trx: Db,
  { request, client, user }: { request: LoginRequest; client: AccountClient; user: UserRow },
): Promise<LoginSuccess | { challenge: LoginChallenge }> {
  const { keys, now } = context;
  const { isRemembered, earlierToken } = request;
  const current = await lockUser(trx, user.id);
  if (!current || current.password_hash !== user.password_hash) throw credentialsProblem;
  const factor = await findSecondFactor(trx, user.id);
  if (!factor || current.blocked_at !== null)
    return startSession(context, trx, { user: current, isRemembered, earlierToken, amr: 'pwd', client });
  const at = BigInt(now());
  return { challenge: await createLoginChallenge(trx, keys, { user: current, factor, isRemembered, at }) };
}

/** A locked user after authentication. `amr`: its methods. */
export interface SessionStart extends Pick<LoginRequest, 'isRemembered' | 'earlierToken'> {
  user: UserRow;
  amr: string;
  client: AccountClient;
}

/** Creates the session and ends the browser's earlier one. 403 for a blocked account. */
export async function startSession(
  { keys, now }: AccountContext,
  trx: Db,
  { user, isRemembered, earlierToken, amr, client }: SessionStart,
): Promise<LoginSuccess> {
  if (user.blocked_at !== null) throw createProblem(403, 'account_blocked');
  const at = BigInt(now());
  const { device, deviceCookie } = client;
  if (earlierToken !== null) await endTokenSession(trx, earlierToken, { device, at });
  const created = await createSession(trx, { userId: user.id, device, isRemembered, amr, at });
  await executeTogether(trx, [
    trx.updateTable('users').set({ last_login_at: at }).where('id', '=', user.id),
    buildJournalInsert(trx, user.id, { kind: 'login', device, at }),
  ]);
  if (!isTrustedDevice(keys, deviceCookie, user))
    await enqueueAccountEmail(trx, { recipient: user.email, message: { kind: 'new_device', ...device }, at });
  return { ...created, deviceCookie: addDeviceMark(keys, deviceCookie, user) };
}
