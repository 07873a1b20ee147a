import * as v from 'valibot';
import {
  Passkey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  Passkeys,
  type PasskeyAdd,
  type PasskeySignup,
} from '#core/contract/account/passkeys.ts';
import type { ApiClient, CallOptions } from '../client.ts';

// All calls are API extensions.

const OPTIONS_PATH = '/front-api/auth/passkey/options/';
const SIGNUP_PATH = '/api/v1/users/signup/passkey/';
const PASSKEYS_PATH = '/api/v1/users/me/passkeys/';

const ignoredResponse = v.unknown();

const withBody = (body: object, options: CallOptions = {}) =>
  ({ ...options, method: 'POST', body: { ...body } }) as const;

/** POST auth/passkey/options/ : options of a passkey for a login, or with an account's client for a confirmation. */
export const fetchRequestOptions = (client: ApiClient): Promise<PasskeyRequestOptions> =>
  client.call(PasskeyRequestOptions, OPTIONS_PATH, { ...withBody({}), credentials: 'same-origin' });

/** POST users/signup/passkey/options/ : starts a sign-up without a password. */
export const fetchSignupOptions = (
  client: ApiClient,
  email: string,
  options?: CallOptions,
): Promise<PasskeyCreationOptions> =>
  client.call(PasskeyCreationOptions, `${SIGNUP_PATH}options/`, withBody({ email }, options));

/** POST users/signup/passkey/ : sends a letter with the link that activates the account. */
export async function sendPasskeySignup(
  client: ApiClient,
  body: PasskeySignup,
  options?: CallOptions,
): Promise<void> {
  const call = { ...withBody(body, options), credentials: 'same-origin' } as const;
  await client.call(ignoredResponse, SIGNUP_PATH, call);
}

/** GET users/me/passkeys/ : the passkeys of the account, the newest first. */
export async function fetchPasskeys(client: ApiClient, options?: CallOptions): Promise<Passkey[]> {
  return (await client.call(Passkeys, PASSKEYS_PATH, options)).results;
}

/** POST users/me/passkeys/options/ : starts to add a passkey. */
export const fetchCreationOptions = (client: ApiClient): Promise<PasskeyCreationOptions> =>
  client.call(PasskeyCreationOptions, `${PASSKEYS_PATH}options/`, withBody({}));

/** POST users/me/passkeys/ : adds a passkey. */
export const sendNewPasskey = (client: ApiClient, body: PasskeyAdd): Promise<Passkey> =>
  client.call(Passkey, PASSKEYS_PATH, withBody(body));

/** PATCH users/me/passkeys/{id}/ : renames a passkey. */
export const renamePasskey = (client: ApiClient, id: string, name: string): Promise<Passkey> =>
  client.call(Passkey, `${PASSKEYS_PATH}${encodeURIComponent(id)}/`, { method: 'PATCH', body: { name } });

/** DELETE users/me/passkeys/{id}/ : deletes a passkey. */
export async function deletePasskey(client: ApiClient, id: string): Promise<void> {
  await client.call(ignoredResponse, `${PASSKEYS_PATH}${encodeURIComponent(id)}/`, { method: 'DELETE' });
}
