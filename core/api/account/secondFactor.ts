import * as v from 'valibot';
import { RecoveryCodes, TotpSetup } from '#core/contract/account/secondFactor.ts';
import type { TotpCode } from '#core/contract/account/secondFactor.ts';
import type { ApiClient, CallOptions } from '../client.ts';

// All calls are API extensions.

const TOTP_API_PATH = '/api/v1/users/me/totp';

/** POST users/me/totp/ : a secret for an app. Its first code turns the second factor on. */
export const startTotpSetup = (client: ApiClient, options?: CallOptions): Promise<TotpSetup> =>
  client.call(TotpSetup, `${TOTP_API_PATH}/`, { ...options, method: 'POST' });

/** POST users/me/totp/confirm/ : turns the second factor on. Returns the recovery codes. */
export const confirmTotpSetup = (
  client: ApiClient,
  body: TotpCode,
  options?: CallOptions,
): Promise<RecoveryCodes> =>
  client.call(RecoveryCodes, `${TOTP_API_PATH}/confirm/`, { ...options, method: 'POST', body: { ...body } });

/** POST users/me/totp/codes/ : replaces the recovery codes. */
export const renewRecoveryCodes = (client: ApiClient, options?: CallOptions): Promise<RecoveryCodes> =>
  client.call(RecoveryCodes, `${TOTP_API_PATH}/codes/`, { ...options, method: 'POST' });

/** DELETE users/me/totp/ : turns the second factor off. */
export async function turnOffSecondFactor(client: ApiClient, options?: CallOptions): Promise<void> {
  await client.call(v.unknown(), `${TOTP_API_PATH}/`, { ...options, method: 'DELETE' });
}
