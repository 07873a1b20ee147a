import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';

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
