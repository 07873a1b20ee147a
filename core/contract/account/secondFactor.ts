import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { Call } from '../call.ts';

/** Digits of a code of the app. */
export const TOTP_CODE_LENGTH = 6;

/** How many recovery codes an account gets. */
export const RECOVERY_CODE_COUNT = 10;

/** GET users/me/totp/ (ext): whether logins need a code. */
export const SecondFactorState = v.object({
  /** When the second factor was turned on; null while it is off. */
  enabledAt: v.nullable(isoInstant),
  /** Recovery codes that are left. */
  recoveryCodes: v.number(),
});
export type SecondFactorState = v.InferOutput<typeof SecondFactorState>;

/** POST users/me/totp/ (ext): a secret for the app, not active until its first code. */
export const TotpSetup = v.object({
  /** The secret, 160 bit as base32: SHA-1, 6 digits, 30 seconds. */
  secret: v.string(),
  /** The same as otpauth://totp/…, for a QR code. */
  uri: v.string(),
  /** Until when its first code turns the second factor on. */
  expiresAt: isoInstant,
});
export type TotpSetup = v.InferOutput<typeof TotpSetup>;

/** POST users/me/totp/confirm/ (ext): the first code of the app turns the second factor on. */
export const TotpCode = v.object({
  /** Six digits of the app. */
  code: v.string(),
});
export type TotpCode = v.InferInput<typeof TotpCode>;

/** Response of users/me/totp/confirm/ and users/me/totp/codes/ (ext): ten codes, shown once. Each works once. */
export const RecoveryCodes = v.object({
  /** Ten codes. Each works once. */
  codes: v.array(v.string()),
});
export type RecoveryCodes = v.InferOutput<typeof RecoveryCodes>;

const TOTP = '/api/v1/users/me/totp/';

/**
 * Get whether logins need a code, and how many recovery codes are left.
 *
 * @returns The second factor.
 */
export const getSecondFactorCall: Call<SecondFactorState> = {
  method: 'GET',
  path: TOTP,
  response: SecondFactorState,
};

/**
 * Create a secret for an app, which replaces one that waits for its first code.
 *
 * @returns The secret. Its first code turns the second factor on.
 * @throws 409 `second_factor_on`.
 */
export const startTotpSetupCall: Call<TotpSetup> = { method: 'POST', path: TOTP, response: TotpSetup };

/**
 * Turn the second factor on by the first code of the app.
 *
 * @returns The recovery codes, which no other response contains.
 * @throws {LimitProblem} 400 `code`: `code_invalid`.
 * @throws 409 `second_factor_on`, or `setup_expired` after 15 minutes.
 * @throws 429 `too_many_requests` with Retry-After: too many wrong codes.
 */
export const confirmTotpSetupCall: Call<RecoveryCodes, TotpCode> = {
  method: 'POST',
  path: `${TOTP}confirm/`,
  response: RecoveryCodes,
};

/**
 * Replace all recovery codes.
 *
 * @returns The recovery codes, which no other response contains.
 * @throws 409 `second_factor_off`.
 */
export const renewRecoveryCodesCall: Call<RecoveryCodes> = {
  method: 'POST',
  path: `${TOTP}codes/`,
  response: RecoveryCodes,
};

/**
 * Turn the second factor off, or forget a secret that waits.
 *
 * @returns Off, by this or an earlier request.
 */
export const turnOffSecondFactorCall: Call = { method: 'DELETE', path: TOTP };
