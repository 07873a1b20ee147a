import * as v from 'valibot';
import { isoInstant } from './calculator.ts';

/** Lengths of a password, in characters after NFKC. The server's minimum is configurable (`PASSWORD_MIN`). */
export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 128;

/** Which e-mails the account gets. Security letters cannot be switched off. */
export const NotifySettings = v.object({ claims: v.boolean(), security: v.boolean(), news: v.boolean() });
export type NotifySettings = v.InferOutput<typeof NotifySettings>;

/** GET users/me/ : the account. All but `email` and `activated` is ext. */
export const User = v.object({
  email: v.string(),
  activated: v.boolean(),
  id: v.optional(v.string()),
  createdAt: v.optional(isoInstant),
  /** Whether logins need a second factor. */
  twoFactor: v.optional(v.boolean()),
  /** Number of passkeys. */
  passkeys: v.optional(v.number()),
  notify: v.optional(NotifySettings),
});
export type User = v.InferOutput<typeof User>;

/** PATCH users/me/ (ext). */
export const UserUpdate = v.object({
  notify: v.partial(v.object({ claims: v.boolean(), news: v.boolean() })),
});
export type UserUpdate = v.InferInput<typeof UserUpdate>;

/**
 * POST users/signup/ : always 202, so that nobody learns which addresses have an account. `consent`: to the processing of
 * personal data; `rules`: to the rules of the exchange (ext).
 */
export const Signup = v.object({
  email: v.string(),
  password: v.string(),
  consent: v.optional(v.boolean()),
  rules: v.optional(v.boolean()),
  recaptcha: v.optional(v.nullable(v.string())),
});
export type Signup = v.InferInput<typeof Signup>;

/** POST users/reactivate/ and users/restore/ : always 202. */
export const EmailRequest = v.object({
  email: v.string(),
  recaptcha: v.optional(v.nullable(v.string())),
});
export type EmailRequest = v.InferInput<typeof EmailRequest>;

/** POST users/restore/{token}/ : 204. `code`: of the second factor, if the account has one (ext). */
export const PasswordRestore = v.object({ password: v.string(), code: v.optional(v.string()) });
export type PasswordRestore = v.InferInput<typeof PasswordRestore>;

/** POST users/me/password/ : 204. Without `oldPassword` if none is set. */
export const PasswordChange = v.object({ oldPassword: v.optional(v.string()), newPassword: v.string() });
export type PasswordChange = v.InferInput<typeof PasswordChange>;
