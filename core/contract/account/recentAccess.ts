import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { Call, LinkCall } from '../call.ts';
import type { EmailRequest } from '../user.ts';

/**
 * Passkeys, shop keys and webhooks that were added or changed within this time are removed by «Это не я» of an e-mail,
 * and by default with a new password. Days.
 */
export const RECENT_ACCESS_DAYS = 30;

/** Kinds of access that a new password removes unless the owner keeps them. */
export const RECENT_ACCESS_KINDS = ['passkey', 'shop_key', 'webhook'] as const;
export type RecentAccessKind = (typeof RECENT_ACCESS_KINDS)[number];

/** A passkey, a key of the shop API or a webhook of the last 30 days (ext). */
export const RecentAccess = v.object({
  /** id, for `keep`. */
  id: v.string(),
  /** What it is. */
  kind: v.picklist(RECENT_ACCESS_KINDS),
  /** The owner’s name for it; the host of a webhook. */
  name: v.string(),
  /** Beginning and end of a key; null otherwise. */
  hint: v.nullable(v.string()),
  /** When it was added. */
  createdAt: isoInstant,
  /** When the address or the secret of a webhook was changed, or it was turned on again; null: never. */
  changedAt: v.nullable(isoInstant),
  /** When it was last used; null: never. */
  usedAt: v.nullable(isoInstant),
  // Of the last of these changes; empty: unknown.
  /** Browser and system, for people: «Chrome, Windows». */
  device: v.string(),
  /** Prefix of the address: 203.0.113.0/24. */
  network: v.string(),
});
export type RecentAccess = v.InferOutput<typeof RecentAccess>;

/** POST users/restore/{token}/access/ (ext): reads the list. Uses up the code, but not the link. */
export const RestoreAccessRequest = v.object({
  /** Code of the second factor, if the account has one. */
  code: v.optional(v.string()),
});
export type RestoreAccessRequest = v.InferInput<typeof RestoreAccessRequest>;

/** Access that a new password removes by default. `proof` replaces the code of the second factor; null without one. */
export const RestoreAccess = v.object({
  /** Passkeys, shop keys and webhooks that were added or changed within 30 days, the newest first. */
  results: v.array(RecentAccess),
  /** Replaces the code in the next call; null without a second factor. */
  proof: v.nullable(v.string()),
});
export type RestoreAccess = v.InferOutput<typeof RestoreAccess>;

/**
 * POST users/restore/{token}/ : 204. With a second factor `code`, or `proof` of restore/{token}/access/ (both ext). `keep`
 * (ext): ids of that call; the other passkeys, shop keys and webhooks of the last 30 days are removed.
 */
export const PasswordRestore = v.object({
  /** The new password. */
  password: v.string(),
  /** Code of the second factor, if the account has one. */
  code: v.optional(v.string()),
  /** `proof` of `access/`, instead of the code. */
  proof: v.optional(v.string()),
  /** ids of `access/` that stay; other passkeys, shop keys and webhooks of the last 30 days are removed. */
  keep: v.optional(v.array(v.string())),
});
export type PasswordRestore = v.InferInput<typeof PasswordRestore>;

/** POST users/stop/{token}/ (ext): «Это не я» of an e-mail. */
export const AccountStop = v.object({
  payoutsFrozenUntil: isoInstant,
  /** Whether the account has the address of the e-mail, so that its owner can set a new password. */
  canRestore: v.boolean(),
});
export type AccountStop = v.InferOutput<typeof AccountStop>;

const RESTORE = '/api/v1/users/restore/';

/**
 * Send an e-mail with a link that sets a new password.
 *
 * @returns Accepted. The answer is the same for unknown e-mails.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws {CaptchaRequired} 403 The captcha to solve.
 */
export const requestRestoreCall: Call<void, EmailRequest> = { method: 'POST', path: RESTORE };

/**
 * List by an e-mail’s link what a new password removes unless it is kept; spends nothing but the code.
 *
 * @returns Passkeys, shop keys and webhooks of the last 30 days.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws {RestoreCodeRequired} 401 `second_factor_required`: send a code.
 * @throws 404 `link_invalid`: unknown, used or expired.
 * @throws 429 `too_many_requests` with Retry-After.
 */
export const openRestoreCall: LinkCall<RestoreAccess, RestoreAccessRequest> = {
  method: 'POST',
  path: `${RESTORE}{token}/access/`,
  response: RestoreAccess,
};

/**
 * Set a new password by an e-mail’s link; all sessions end, and passkeys, shop keys and webhooks of the last 30 days
 * are removed, apart from those in `keep`.
 *
 * @returns The new password is set. Log in with it.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws {RestoreCodeRequired} 401 `second_factor_required`: send a code or `proof`, too.
 * @throws 404 `link_invalid`: unknown, used or expired.
 */
export const restorePasswordCall: LinkCall<void, PasswordRestore> = {
  method: 'POST',
  path: `${RESTORE}{token}/`,
};

/**
 * «Это не я» of an e-mail: end all sessions, void the password, freeze payouts for 72 hours, undo a change of the
 * e-mail address.
 *
 * @returns Stopped, by this or an earlier request.
 * @throws 404 `link_invalid`: unknown or expired.
 */
export const stopAccountCall: LinkCall<AccountStop> = {
  method: 'POST',
  path: '/api/v1/users/stop/{token}/',
  response: AccountStop,
};
