import * as v from 'valibot';
import { AccountSessions, User } from '#core/contract/user.ts';
import type { AccountSession, PasswordChange } from '#core/contract/user.ts';
import type { ApiClient, CallOptions } from './client.ts';

const USERS_API_PATH = '/api/v1/users';

// Actions answer 204 without data; another backend may send some.
const ignoredResponse = v.unknown();

/** GET users/me/ : the account of the access token. */
export function fetchUser(client: ApiClient, options?: CallOptions): Promise<User> {
  return client.call(User, `${USERS_API_PATH}/me/`, options);
}

/** POST users/me/password/ : changes the password and ends the account's other sessions. The server marks the browser. */
export async function changePassword(
  client: ApiClient,
  body: PasswordChange,
  options?: CallOptions,
): Promise<void> {
  await client.call(ignoredResponse, `${USERS_API_PATH}/me/password/`, {
    ...options,
    method: 'POST',
    body: { ...body },
    credentials: 'same-origin',
  });
}

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
