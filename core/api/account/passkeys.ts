import { PasskeyRequestOptions } from '#core/contract/account/passkeys.ts';
import type { ApiClient } from '../client.ts';

/** POST auth/passkey/options/ (API extension): options for a login, or with an account's client for a confirmation. */
export const fetchRequestOptions = (client: ApiClient): Promise<PasskeyRequestOptions> =>
  client.call(PasskeyRequestOptions, '/front-api/auth/passkey/options/', {
    method: 'POST',
    body: {},
    credentials: 'same-origin',
  });
