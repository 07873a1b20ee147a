import * as v from 'valibot';
import type { Activation } from '#core/contract/account/activation.ts';
import { AccountSessions, User } from '#core/contract/user.ts';
import type {
  AccountSession,
  EmailRequest,
  PasswordChange,
  PasswordRestore,
  Signup,
} from '#core/contract/user.ts';
import type { ApiCall, ApiClient, CallOptions } from './client.ts';

const USERS_API_PATH = '/api/v1/users';

// Actions answer 202 or 204 without data; another backend may send some.
const ignoredResponse = v.unknown();

/** These calls read or set the cookies by which the server knows the browser. */
const withCookies = { credentials: 'same-origin' } as const;

type PostOptions = CallOptions & Pick<ApiCall, 'credentials'>;

async function post(client: ApiClient, path: string, body: object, options: PostOptions = {}): Promise<void> {
  await client.call(ignoredResponse, `${USERS_API_PATH}/${path}`, {
    ...options,
    method: 'POST',
    body: { ...body },
  });
}

/** GET users/me/ : the account of the access token. */
export function fetchUser(client: ApiClient, options?: CallOptions): Promise<User> {
  return client.call(User, `${USERS_API_PATH}/me/`, options);
}

/** POST users/signup/ : sends a letter with the link that activates the account. */
export const sendSignup = (client: ApiClient, body: Signup, options?: CallOptions): Promise<void> =>
  post(client, 'signup/', body, { ...options, ...withCookies });

/** POST users/reactivate/ : sends the activation letter again. */
export const requestActivationLetter = (
  client: ApiClient,
  body: EmailRequest,
  options?: CallOptions,
): Promise<void> => post(client, 'reactivate/', body, { ...options, ...withCookies });

/** POST users/activate/{token}/ : activates the account of the letter's token. `proof`: in another browser (API extension). */
export const activateAccount = (
  client: ApiClient,
  token: string,
  proof: Activation = {},
  options?: CallOptions,
): Promise<void> =>
  post(client, `activate/${encodeURIComponent(token)}/`, proof, { ...options, ...withCookies });

/** POST users/restore/ : sends a letter with the link that sets a new password. */
export const requestPasswordLetter = (
  client: ApiClient,
  body: EmailRequest,
  options?: CallOptions,
): Promise<void> => post(client, 'restore/', body, options);

/** POST users/restore/{token}/ : sets a new password and ends all sessions of the account. */
export const restorePassword = (
  client: ApiClient,
  token: string,
  body: PasswordRestore,
  options?: CallOptions,
): Promise<void> => post(client, `restore/${encodeURIComponent(token)}/`, body, options);

/** POST users/me/password/ : changes the password and ends the account's other sessions. */
export const changePassword = (
  client: ApiClient,
  body: PasswordChange,
  options?: CallOptions,
): Promise<void> => post(client, 'me/password/', body, { ...options, ...withCookies });

/** GET users/me/sessions/ (API extension): the account's sessions. */
export async function fetchAccountSessions(
  client: ApiClient,
  options?: CallOptions,
): Promise<AccountSession[]> {
  const { results } = await client.call(AccountSessions, `${USERS_API_PATH}/me/sessions/`, options);
  return results;
}

/** DELETE users/me/sessions/{id}/ (API extension): ends one session. */
export async function endAccountSession(client: ApiClient, id: string): Promise<void> {
  const path = `${USERS_API_PATH}/me/sessions/${encodeURIComponent(id)}/`;
  await client.call(ignoredResponse, path, { method: 'DELETE' });
}

/** DELETE users/me/sessions/ (API extension): ends all sessions but the one that asks. */
export async function endOtherAccountSessions(client: ApiClient): Promise<void> {
  await client.call(ignoredResponse, `${USERS_API_PATH}/me/sessions/`, { method: 'DELETE' });
}
