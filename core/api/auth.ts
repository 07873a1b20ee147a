import * as v from 'valibot';
import { AccessGrant } from '#core/contract/auth.ts';
import type { Confirmation } from '#core/contract/account/confirmation.ts';
import type { Credentials, LogoutRequest, SecondFactorAnswer } from '#core/contract/auth.ts';
import type { PasskeyLogin } from '#core/contract/account/passkeys.ts';
import type { ApiClient, CallOptions } from './client.ts';

const AUTH_PATH = '/front-api/auth';

/** The refresh token is in a cookie. */
const withCookies = { credentials: 'same-origin' } as const;

/**
 * POST auth/login/ , with a passkey auth/passkey/ (API extension): an access token. Rejects with 401
 * `second_factor_required`, whose body is a challenge.
 */
export function sendLogin(
  client: ApiClient,
  body: Credentials | SecondFactorAnswer | PasskeyLogin,
  options: CallOptions = {},
): Promise<AccessGrant> {
  return client.call(AccessGrant, `${AUTH_PATH}/${'credential' in body ? 'passkey' : 'login'}/`, {
    ...options,
    ...withCookies,
    method: 'POST',
    body: { ...body },
  });
}

/** auth/refresh/ : a new access token. SPEC does not name the method: POST, on another backend maybe GET. */
export function fetchAccessToken(client: ApiClient, method: 'POST' | 'GET'): Promise<AccessGrant> {
  return client.call(AccessGrant, `${AUTH_PATH}/refresh/`, {
    ...withCookies,
    method,
    ...(method === 'POST' && { body: {} }),
  });
}

/** POST auth/logout/ : ends the session of the cookie, or all sessions of its account. */
export async function sendLogout(client: ApiClient, body: LogoutRequest): Promise<void> {
  await client.call(v.unknown(), `${AUTH_PATH}/logout/`, { ...withCookies, method: 'POST', body });
}

/** POST auth/confirm/ (API extension): a recent proof of identity. `client` sends the access token. */
export function sendConfirmation(client: ApiClient, body: Confirmation): Promise<AccessGrant> {
  return client.call(AccessGrant, `${AUTH_PATH}/confirm/`, { ...withCookies, method: 'POST', body });
}
