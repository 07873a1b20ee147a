import type * as v from 'valibot';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import { createFieldProblem, createProblem } from '#server/platform/http/problem.ts';
import type { Confirmation } from '#core/contract/account/confirmation.ts';
import { CONFIRMATION_METHODS, type ConfirmationMethod } from '#core/contract/auth.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { AccountClient } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { checkOwnPasskey } from '../passkeys/passkeySignatures.ts';
import { checkOwnPassword } from '../passwords/checkOwnPassword.ts';
import { checkOwnCode } from '../secondFactor/codeAttempts.ts';
import { findSecondFactor } from '../secondFactor/findSecondFactor.ts';
import { createAccessToken } from './accessToken.ts';
import type { Account } from './authenticate.ts';

/** Maximum age of the last authentication for a protected change. */
const FRESH_AUTHENTICATION_MS = 10 * 60_000;

/** Values of a session's `amr` (RFC 8176) that include a second factor. */
const SECOND_FACTOR_METHODS = ['otp', 'mfa'];

/** Whether a session began with a second factor or a passkey. */
export const hasStrongLogin = ({ amr }: Account['session']): boolean =>
  amr.split(' ').some(method => SECOND_FACTOR_METHODS.includes(method));

/**
 * Lists the methods by which a user can authenticate again. With a second factor the password alone is not enough. A
 * passkey counts as both, because its device has verified the user.
 */
async function listConfirmationMethods(
  db: Db,
  { id, password_hash, passkey_count }: UserRow,
): Promise<ConfirmationMethod[]> {
  const hasCode = (await findSecondFactor(db, id)) !== null;
  const isAvailable: Record<ConfirmationMethod, boolean> = {
    password: password_hash !== null && !hasCode,
    code: hasCode,
    passkey: passkey_count > 0n,
  };
  return CONFIRMATION_METHODS.filter(method => isAvailable[method]);
}

const createConfirmationProblem = (methods: ConfirmationMethod[]) =>
  createProblem(403, 'confirm_required', { methods });

/** Whether the last authentication was by the password alone, before the second factor was turned on. */
async function hasSkippedFactor(db: Db, { user, session, authenticatedAt }: Account): Promise<boolean> {
  if (hasStrongLogin(session)) return false;
  const factor = await findSecondFactor(db, user.id);
  return factor !== null && Number(factor.confirmed_at) >= authenticatedAt;
}

/**
 * 403 with the confirmation methods, if the last authentication is more than 10 minutes ago, or was before the second
 * factor was turned on.
 */
export async function checkFreshAuthentication(
  { db, now }: Pick<ExchangeContext, 'db' | 'now'>,
  account: Account,
): Promise<void> {
  const { user, authenticatedAt } = account;
  const isRecent = now() - authenticatedAt < FRESH_AUTHENTICATION_MS;
  if (!isRecent || (await hasSkippedFactor(db, account)))
    throw createConfirmationProblem(await listConfirmationMethods(db, user));
}

/** A confirmation with a valid shape. */
type Proofs = v.InferOutput<typeof Confirmation>;

type CheckProof = (
  context: AccountContext,
  account: Account,
  proofs: Proofs,
  client: AccountClient,
) => Promise<void>;

const emptyProblem = (method: ConfirmationMethod) => createFieldProblem({ [method]: { code: 'empty' } });

/** The check of each method. */
const proofChecks: Record<ConfirmationMethod, CheckProof> = {
  password: (context, { user }, { password = '' }, client) =>
    checkOwnPassword(context, user, password, client),
  code: (context, { user }, { code = '' }, client) => checkOwnCode(context, user, code, client),
  passkey: async (context, account, { passkey }) => {
    if (!passkey) throw emptyProblem('passkey');
    await checkOwnPasskey(context, account, passkey);
  },
};

/**
 * Authenticates again by one of the methods of `confirm_required`. Returns an access token with the new `auth_time`;
 * 403 for another method.
 */
export async function confirmIdentity(
  context: AccountContext,
  account: Account,
  confirmation: Proofs,
  client: AccountClient,
): Promise<string> {
  const { user, session } = account;
  const methods = await listConfirmationMethods(context.db, user);
  const method = CONFIRMATION_METHODS.find(name => confirmation[name] !== undefined);
  const [firstMethod = 'password'] = methods;
  if (method === undefined) throw emptyProblem(firstMethod);
  if (!methods.includes(method)) throw createConfirmationProblem(methods);
  await proofChecks[method](context, account, confirmation, client);
  const authTime = BigInt(context.now());
  await context.db
    .updateTable('sessions')
    .set({ auth_time: authTime })
    .where('id', '=', session.id)
    .where('revoked_at', 'is', null)
    .execute();
  return createAccessToken(context, { ...session, auth_time: authTime });
}
