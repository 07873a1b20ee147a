import * as v from 'valibot';
import type { Confirmation } from './account/confirmation.ts';
import type { PasskeyLogin } from './account/passkeys/passkeys.ts';
import type { Call } from './call.ts';

/** Proofs of identity besides the password. */
export const SECOND_FACTORS = ['totp', 'recovery_code'] as const;

/** POST auth/login/ : e-mail and password. `remember` false ends the session with the browser (ext); default true. */
export const Credentials = v.object({
  /** E-mail of the account. */
  email: v.string(),
  /** Its password. */
  password: v.string(),
  /** false: the session ends with the browser; default true. */
  remember: v.optional(v.boolean()),
  /** Token of the solved captcha. */
  recaptcha: v.optional(v.nullable(v.string())),
});
export type Credentials = v.InferInput<typeof Credentials>;

/** POST auth/login/ (ext), after 401 `second_factor_required`: its challenge and a code of the app or a recovery code. */
export const SecondFactorAnswer = v.object({
  /** Of `second_factor_required`. */
  challenge: v.string(),
  /** Six digits of the app, or a recovery code; spaces, hyphens and case do not count. */
  code: v.string(),
});
export type SecondFactorAnswer = v.InferInput<typeof SecondFactorAnswer>;

/** POST auth/login/ : one of the two steps, so that an error names the fields of that step. */
export const LoginBody = v.lazy(input =>
  typeof input === 'object' && input !== null && 'challenge' in input ? SecondFactorAnswer : Credentials,
);

/** Response of auth/login/ and auth/refresh/ : the access token. The refresh token is in a cookie. */
export const AccessGrant = v.object({
  /** Access token for `Authorization: Bearer`, valid for 10 minutes. */
  access: v.string(),
});
export type AccessGrant = v.InferOutput<typeof AccessGrant>;

/** 401 `second_factor_required` (ext): a challenge for the next login call, valid for 5 minutes and 5 attempts. */
export const SecondFactorChallenge = v.looseObject({
  /** Always `second_factor_required`. */
  code: v.literal('second_factor_required'),
  /** Goes with the code to `login/`, within 5 minutes; accepts 5 codes. */
  challenge: v.string(),
  /** Ways to give the code: of the app, or a recovery code. */
  methods: v.array(v.picklist(SECOND_FACTORS)),
});
export type SecondFactorChallenge = v.InferOutput<typeof SecondFactorChallenge>;

/** 400 of auth/login/ (ext) for a wrong code: how many more the challenge accepts. */
export const SecondFactorRefusal = v.looseObject({ attemptsLeft: v.number() });

/**
 * 401 `second_factor_required` (ext) of users/restore/{token}/ : a code is needed with the password.
 *
 * @public Only doc blocks of calls name it.
 */
export const RestoreCodeRequired = v.looseObject({
  /** Always `second_factor_required`. */
  code: v.literal('second_factor_required'),
  /** Ways to give the code: of the app, or a recovery code. */
  methods: v.array(v.picklist(SECOND_FACTORS)),
});

/** POST auth/logout/ : ends this session, or all sessions of the account (ext). */
export const LogoutRequest = v.object({
  /** Whether to end all sessions of the account. */
  all: v.optional(v.boolean()),
});
export type LogoutRequest = v.InferInput<typeof LogoutRequest>;

/** Methods of a repeated proof of identity (ext); each is a field of `Confirmation`. */
export const CONFIRMATION_METHODS = ['password', 'code', 'passkey'] as const;
export type ConfirmationMethod = (typeof CONFIRMATION_METHODS)[number];

/** 403 `confirm_required` (ext): the methods that auth/confirm/ accepts. */
export const ConfirmationRequired = v.looseObject({
  /** Always `confirm_required`. */
  code: v.literal('confirm_required'),
  /** Ways to prove who one is, for `confirm/`. */
  methods: v.array(v.picklist(CONFIRMATION_METHODS)),
});

/** 403 `captcha_required` or `captcha_failed` (ext): the captcha to solve; its token is sent as `recaptcha`. */
export const CaptchaRequired = v.looseObject({
  /** Whether a captcha is missing or was not solved. */
  code: v.picklist(['captcha_required', 'captcha_failed']),
  /** The captcha provider. */
  provider: v.string(),
  /** Public key of the captcha. */
  sitekey: v.string(),
});
export type CaptchaRequired = v.InferOutput<typeof CaptchaRequired>;

const AUTH = '/front-api/auth/';
// The refresh token is in a cookie.
const credentials = 'same-origin';

/**
 * Log in with e-mail and password, then with a code if the account has a second factor.
 *
 * @returns The access token. The refresh token is in a cookie.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws {SecondFactorChallenge} 401 `second_factor_required` with the challenge of the second step;
 * `credentials_invalid`; `challenge_expired`: begin again.
 * @throws {CaptchaRequired} 403 `captcha_required` or `captcha_failed` with the captcha; `not_activated` or
 * `account_blocked`, only after the right password; `origin_forbidden`.
 */
export const logInCall: Call<AccessGrant, Credentials | SecondFactorAnswer> = {
  method: 'POST',
  path: `${AUTH}login/`,
  response: AccessGrant,
  credentials,
};

/**
 * Log in with a passkey, without a second factor.
 *
 * @returns The access token. The refresh token is in a cookie.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws 401 `credentials_invalid`: unknown passkey or wrong signature; `challenge_expired`: get new options.
 * @throws 403 `not_activated`, `account_blocked` or `origin_forbidden`.
 * @throws 404 `not_found`: the site has no host name, so browsers allow no passkeys.
 * @throws 429 `too_many_requests` with Retry-After.
 */
export const logInWithPasskeyCall: Call<AccessGrant, PasskeyLogin> = {
  method: 'POST',
  path: `${AUTH}passkey/`,
  response: AccessGrant,
  credentials,
};

/**
 * Get a new access token for the refresh token in the cookie, which is replaced.
 *
 * @returns The access token. No cookie is set if a parallel request did.
 * @throws 401 `token_not_valid`: log in again.
 * @throws 429 `too_many_requests` with Retry-After; the session goes on.
 */
export const refreshCall: Call<AccessGrant> = {
  method: 'POST',
  path: `${AUTH}refresh/`,
  response: AccessGrant,
  credentials,
};

/**
 * End the session, or all sessions of the account.
 *
 * @returns The session has ended, or there was none.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws 401 `token_not_valid`, only with `all`: this session had ended, so no other was ended.
 */
export const logOutCall: Call<void, LogoutRequest> = {
  method: 'POST',
  path: `${AUTH}logout/`,
  credentials,
};

/**
 * Prove again who one is, before a change that needs it.
 *
 * @returns An access token that allows such changes for 10 minutes.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws {ConfirmationRequired} 403 `origin_forbidden`, or `confirm_required`: the account needs another method.
 */
export const confirmIdentityCall: Call<AccessGrant, Confirmation> = {
  method: 'POST',
  path: `${AUTH}confirm/`,
  response: AccessGrant,
  credentials,
};
