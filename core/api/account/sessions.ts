import * as v from 'valibot';
import { AccountSessions, type AccountSession, type PasswordChange } from '#core/contract/user.ts';
import type { ApiClient, CallOptions } from '../client.ts';

const ACCOUNT_PATH = '/api/v1/users/me/';

// Actions respond with 204 and no data; another backend may send some.
const ignoredResponse = v.unknown();

/** POST users/me/password/ : changes the password, ends the other sessions and marks this browser as known. */
export async function changePassword(
  client: ApiClient,
  body: PasswordChange,
  options?: CallOptions,
): Promise<void> {
  await client.call(ignoredResponse, `${ACCOUNT_PATH}password/`, {
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
  const { results } = await client.call(AccountSessions, `${ACCOUNT_PATH}sessions/`, options);
  return results;
}

/** DELETE users/me/sessions/{id}/ (API extension): ends one session. */
export async function endAccountSession(client: ApiClient, id: string): Promise<void> {
  const path = `${ACCOUNT_PATH}sessions/${encodeURIComponent(id)}/`;
  await client.call(ignoredResponse, path, { method: 'DELETE' });
}

/** DELETE users/me/sessions/ (API extension): ends all sessions except the current one. */
export async function endOtherAccountSessions(client: ApiClient): Promise<void> {
  await client.call(ignoredResponse, `${ACCOUNT_PATH}sessions/`, { method: 'DELETE' });
}
