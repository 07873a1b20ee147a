import * as v from 'valibot';
import type { Activation } from '#core/contract/account/activation.ts';
import {
  AccountStop,
  RestoreAccess,
  type PasswordRestore,
  type RestoreAccessRequest,
} from '#core/contract/account/recentAccess.ts';
import type { EmailRequest, Signup } from '#core/contract/user.ts';
import { isUnsupportedCall, toErrorCode } from './apiError.ts';
import type { ApiCall, ApiClient, CallOptions } from './client.ts';

// Actions respond with 202 or 204 and no data; another backend may send some.
const ignoredResponse = v.unknown();

/** These calls read or set the cookies that identify the browser. */
const withCookies = { credentials: 'same-origin' } as const;

type PostOptions = CallOptions & Pick<ApiCall, 'credentials'>;

async function post(client: ApiClient, path: string, body: object, options: PostOptions = {}): Promise<void> {
  await client.call(ignoredResponse, `/api/v1/users/${path}`, {
    ...options,
    method: 'POST',
    body: { ...body },
  });
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

/**
 * POST users/restore/{token}/access/ (API extension): the access that a new password removes by default. Null if the
 * backend has no such call.
 */
export async function openRestore(
  client: ApiClient,
  token: string,
  body: RestoreAccessRequest,
  options?: CallOptions,
): Promise<RestoreAccess | null> {
  const path = `/api/v1/users/restore/${encodeURIComponent(token)}/access/`;
  try {
    return await client.call(RestoreAccess, path, { ...options, method: 'POST', body: { ...body } });
  } catch (error) {
    if (isUnsupportedCall(error) && toErrorCode(error) !== 'link_invalid') return null;
    throw error;
  }
}

/** POST users/stop/{token}/ (API extension): the action «Это не я» of a letter. */
export const stopAccount = (client: ApiClient, token: string): Promise<AccountStop> =>
  client.call(AccountStop, `/api/v1/users/stop/${encodeURIComponent(token)}/`, { method: 'POST', body: {} });
