import * as v from 'valibot';
import { isoInstant } from './calculator.ts';
import type { Call, ItemCall } from './call.ts';
import { pageFields } from './page.ts';

/** Lengths of a password, in characters after NFKC. The server's minimum is configurable (`PASSWORD_MIN`). */
export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 128;

/** Lifetimes of the links in e-mails, also as text for pages and e-mails. */
export const LINK_LIFETIMES = {
  activate: { hours: 24, text: '24 часа' },
  restore: { hours: 1, text: '1 час' },
} as const;

/** The consent to the processing of personal data, as the sign-up form shows it. The server stores its hash. */
export const PERSONAL_DATA_CONSENT =
  'Даю согласие на обработку моих персональных данных: почты, реквизитов, данных заявок и входов в аккаунт';

/** Which e-mails the account gets. Security e-mails cannot be switched off. */
export const NotifySettings = v.object({
  /** E-mails about claims. */
  claims: v.boolean(),
  /** E-mails about the account’s security; always true. */
  security: v.boolean(),
  /** E-mails with news. */
  news: v.boolean(),
});
export type NotifySettings = v.InferOutput<typeof NotifySettings>;

/** GET users/me/ : the account. All but `email` and `activated` is ext. */
export const User = v.object({
  /** E-mail of the account. */
  email: v.string(),
  /** Whether the e-mail is confirmed. */
  activated: v.boolean(),
  /** id of the account. */
  id: v.optional(v.string()),
  createdAt: v.optional(isoInstant),
  /** Whether logins need a second factor. */
  twoFactor: v.optional(v.boolean()),
  /** Recovery codes that are left; absent without a second factor. */
  recoveryCodes: v.optional(v.number()),
  /** Number of passkeys. */
  passkeys: v.optional(v.number()),
  /** Whether the account has a password. */
  hasPassword: v.optional(v.boolean()),
  /** E-mails that the account gets. */
  notify: v.optional(NotifySettings),
  /** End of the payout freeze. */
  payoutsFrozenUntil: v.optional(v.nullable(isoInstant)),
  /** The shop of the partner; null until the account opens the referral programme. */
  shop: v.optional(
    v.nullable(
      v.object({
        /** Name of the shop; may be empty. */
        name: v.string(),
        /** Address of the shop; may be empty. */
        site: v.string(),
      }),
    ),
  ),
});
export type User = v.InferOutput<typeof User>;

/** PATCH users/me/ (ext). */
export const UserUpdate = v.object({
  /** E-mails to change; others stay as they are. */
  notify: v.partial(
    v.object({
      /** E-mails about claims. */
      claims: v.boolean(),
      /** E-mails with news. */
      news: v.boolean(),
    }),
  ),
});
export type UserUpdate = v.InferInput<typeof UserUpdate>;

/**
 * POST users/signup/ : always 202, so that nobody learns which addresses have an account. `consent`: to the processing of
 * personal data; `rules`: to the rules of the exchange (ext).
 */
export const Signup = v.object({
  /** E-mail that gets the activation link. */
  email: v.string(),
  /**
   * At least `passwordMin` of calculator/settings/, by default 12, at most 128 characters; one that is easy to
   * guess is refused.
   */
  password: v.string(),
  /** Consent to the processing of personal data; required. */
  consent: v.optional(v.boolean()),
  /** Consent to the rules of the exchange; required. */
  rules: v.optional(v.boolean()),
  /** Token of the solved captcha. */
  recaptcha: v.optional(v.nullable(v.string())),
});
export type Signup = v.InferInput<typeof Signup>;

/** POST users/reactivate/ and users/restore/ : always 202. */
export const EmailRequest = v.object({
  /** E-mail address that gets the e-mail. */
  email: v.string(),
  /** Token of the solved captcha. */
  recaptcha: v.optional(v.nullable(v.string())),
});
export type EmailRequest = v.InferInput<typeof EmailRequest>;

/** POST users/me/password/ : 204. Without `oldPassword` if none is set. */
export const PasswordChange = v.object({
  /** The current password; left out if none is set. */
  oldPassword: v.optional(v.string()),
  /** The new password. */
  newPassword: v.string(),
});
export type PasswordChange = v.InferInput<typeof PasswordChange>;

/** GET users/me/sessions/ (ext): a login on one device. `current`: the session of the request. */
export const AccountSession = v.object({
  /** id of the session. */
  id: v.string(),
  /** Browser and system, for people: «Chrome, Windows». */
  device: v.string(),
  /** Prefix of the address: 203.0.113.0/24. */
  network: v.string(),
  createdAt: isoInstant,
  usedAt: isoInstant,
  /** Whether the request belongs to this session. */
  current: v.boolean(),
});
export type AccountSession = v.InferOutput<typeof AccountSession>;

/** Open sessions, the last used first: at most 20, so there is one page. */
export const AccountSessions = v.object({
  /** Open sessions. */
  count: v.number(),
  /** Always null: there is one page. */
  next: v.nullable(v.string()),
  /** Always null: there is one page. */
  previous: v.nullable(v.string()),
  /** The open sessions. */
  results: v.array(AccountSession),
});
export type AccountSessions = v.InferOutput<typeof AccountSessions>;

/**
 * Kinds of events in the security journal. `token_reused`: a refresh token was used twice, so its session was ended.
 * `email_changing`: a code was requested; `account_stopped`: by «Это не я» of an e-mail.
 */
export const ACCOUNT_EVENT_KINDS = [
  'activated',
  'login',
  'logout',
  'password_changed',
  'password_restored',
  'session_revoked',
  'sessions_revoked',
  'token_reused',
  'blocked',
  'unblocked',
  'email_changing',
  'email_changed',
  'account_stopped',
  'data_exported',
  'deletion_planned',
  'deletion_cancelled',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'requisite_added',
  'requisite_removed',
  'requisite_restored',
  'passkey_added',
  'passkey_removed',
  'shop_key_created',
  'shop_key_revoked',
  'webhook_added',
  'webhook_changed',
  'webhook_removed',
  'withdrawal_created',
  'withdrawal_cancelled',
  'auto_withdrawal_on',
  'auto_withdrawal_off',
] as const;
export type AccountEventKind = (typeof ACCOUNT_EVENT_KINDS)[number];

/** An entry of the security journal. */
export const AccountEvent = v.object({
  /** What happened. */
  kind: v.picklist(ACCOUNT_EVENT_KINDS),
  /** Browser and system, for people: «Chrome, Windows». */
  device: v.string(),
  /** Prefix of the address: 203.0.113.0/24. */
  network: v.string(),
  at: isoInstant,
});
export type AccountEvent = v.InferOutput<typeof AccountEvent>;

/** GET users/me/journal/ (ext): security events of the last year, the newest first. */
export const AccountJournal = v.object({
  ...pageFields,
  /** Events of this page. */
  results: v.array(AccountEvent),
});
export type AccountJournal = v.InferOutput<typeof AccountJournal>;

const ME = '/api/v1/users/me/';

/**
 * Get the account.
 *
 * @returns The account.
 */
export const getUserCall: Call<User> = { method: 'GET', path: ME, response: User };

/**
 * Choose which e-mails the account gets.
 *
 * @returns The account.
 * @throws {LimitProblem} 400 Errors by field.
 */
export const updateUserCall: Call<User, UserUpdate> = { method: 'PATCH', path: ME, response: User };

/**
 * Change the password; all other sessions end.
 *
 * @returns Changed.
 * @throws {LimitProblem} 400 Errors by field.
 */
export const changePasswordCall: Call<void, PasswordChange> = {
  method: 'POST',
  path: `${ME}password/`,
  credentials: 'same-origin',
};

/**
 * List the open sessions, the last used first.
 *
 * @returns All open sessions.
 */
export const listSessionsCall: Call<AccountSessions> = {
  method: 'GET',
  path: `${ME}sessions/`,
  response: AccountSessions,
};

/**
 * End all other sessions.
 *
 * @returns Ended.
 */
export const endOtherSessionsCall: Call = { method: 'DELETE', path: `${ME}sessions/` };

/**
 * End a session.
 *
 * @returns Ended.
 * @throws 404 `not_found`: no such open session.
 */
export const endSessionCall: ItemCall = { method: 'DELETE', path: `${ME}sessions/{id}/` };

/**
 * List the security events of the last year, the newest first.
 *
 * @returns One page of events.
 * @throws {LimitProblem} 400 Errors by field.
 */
export const listJournalCall: Call<AccountJournal> = {
  method: 'GET',
  path: `${ME}journal/`,
  response: AccountJournal,
};
