import * as v from 'valibot';

/** Proofs of identity besides the password. */
export const SECOND_FACTORS = ['totp', 'recovery_code'] as const;

/** POST auth/login/ : e-mail and password. `remember` false ends the session with the browser (ext); default true. */
export const Credentials = v.object({
  email: v.string(),
  password: v.string(),
  remember: v.optional(v.boolean()),
  recaptcha: v.optional(v.nullable(v.string())),
});
export type Credentials = v.InferInput<typeof Credentials>;

/** POST auth/login/ (ext), after 401 `second_factor_required`: its challenge and a code of the app or a recovery code. */
export const SecondFactorAnswer = v.object({ challenge: v.string(), code: v.string() });
export type SecondFactorAnswer = v.InferInput<typeof SecondFactorAnswer>;

/** POST auth/login/ : one of the two steps, so that an error names the fields of that step. */
export const LoginBody = v.lazy(input =>
  typeof input === 'object' && input !== null && 'challenge' in input ? SecondFactorAnswer : Credentials,
);

/** Response of auth/login/ and auth/refresh/ : the access token. The refresh token is in a cookie. */
export const AccessGrant = v.object({ access: v.string() });
export type AccessGrant = v.InferOutput<typeof AccessGrant>;

/** 401 `second_factor_required` (ext): a challenge for the next login call, valid for 5 minutes and 5 attempts. */
export const SecondFactorChallenge = v.looseObject({
  code: v.literal('second_factor_required'),
  challenge: v.string(),
  methods: v.array(v.picklist(SECOND_FACTORS)),
});
export type SecondFactorChallenge = v.InferOutput<typeof SecondFactorChallenge>;

/** 400 of auth/login/ (ext) for a wrong code: how many more the challenge accepts. */
export const SecondFactorRefusal = v.looseObject({ attemptsLeft: v.number() });

/** 401 `second_factor_required` (ext) of users/restore/{token}/ : a code is needed with the password. */
export const RestoreCodeRequired = v.looseObject({
  code: v.literal('second_factor_required'),
  methods: v.array(v.picklist(SECOND_FACTORS)),
});

/** POST auth/logout/ : ends this session, or all sessions of the account (ext). */
export const LogoutRequest = v.object({ all: v.optional(v.boolean()) });
export type LogoutRequest = v.InferInput<typeof LogoutRequest>;

/** Methods of a repeated proof of identity (ext); each is a field of `Confirmation`. */
export const CONFIRMATION_METHODS = ['password', 'code', 'passkey'] as const;
export type ConfirmationMethod = (typeof CONFIRMATION_METHODS)[number];

/** 403 `confirm_required` (ext): the methods that auth/confirm/ accepts. */
export const ConfirmationRequired = v.looseObject({
  code: v.literal('confirm_required'),
  methods: v.array(v.picklist(CONFIRMATION_METHODS)),
});
export type ConfirmationRequired = v.InferOutput<typeof ConfirmationRequired>;

/** 403 `captcha_required` or `captcha_failed` (ext): the captcha to solve; its token is sent as `recaptcha`. */
export const CaptchaRequired = v.looseObject({
  code: v.picklist(['captcha_required', 'captcha_failed']),
  provider: v.string(),
  sitekey: v.string(),
});
export type CaptchaRequired = v.InferOutput<typeof CaptchaRequired>;
