import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { Call } from '../call.ts';
import { User } from '../user.ts';

/** How many digits the code of an e-mail has. */
export const EMAIL_CODE_LENGTH = 6;

/** How long the code works, minutes. */
export const EMAIL_CODE_LIFETIME_MINUTES = 10;

/** POST users/me/email/ (ext): sends a code to the new address. 202, also if the address has an account. */
export const EmailChangeRequest = v.object({
  /** The new e-mail. */
  email: v.string(),
});
export type EmailChangeRequest = v.InferInput<typeof EmailChangeRequest>;

/** POST users/me/email/confirm/ (ext): the code of the e-mail. Returns the account with its new e-mail address. */
export const EmailChangeCode = v.object({
  /** Six digits of the e-mail to the new address. */
  code: v.string(),
});
export type EmailChangeCode = v.InferInput<typeof EmailChangeCode>;

/** A change of the e-mail that awaits its code. */
export const PendingEmailChange = v.object({
  /** The new e-mail. */
  email: v.string(),
  expiresAt: isoInstant,
});
export type PendingEmailChange = v.InferOutput<typeof PendingEmailChange>;

/** GET users/me/email/ (ext), and the response of POST. */
export const EmailChangeState = v.object({
  /** The change that waits for its code; null if there is none. */
  pending: v.nullable(PendingEmailChange),
});
export type EmailChangeState = v.InferOutput<typeof EmailChangeState>;

/** POST users/me/delete/ (ext): ends all sessions and schedules the deletion for `dueAt`. A login cancels it. */
export const PlannedDeletion = v.object({
  /** When the account is deleted, unless somebody logs in. */
  dueAt: isoInstant,
});
export type PlannedDeletion = v.InferOutput<typeof PlannedDeletion>;

const ME = '/api/v1/users/me/';

/**
 * Get the change of the e-mail that waits for its code.
 *
 * @returns The change, if any.
 */
export const getEmailChangeCall: Call<EmailChangeState> = {
  method: 'GET',
  path: `${ME}email/`,
  response: EmailChangeState,
};

/**
 * Send a code to a new e-mail, and a notice to the present one.
 *
 * @returns Accepted. The answer is the same if the e-mail has an account.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws 429 `too_many_requests` with Retry-After.
 */
export const requestEmailChangeCall: Call<EmailChangeState, EmailChangeRequest> = {
  method: 'POST',
  path: `${ME}email/`,
  response: EmailChangeState,
};

/**
 * Change the e-mail address by the code of the e-mail; all other sessions end.
 *
 * @returns The account with its new e-mail address.
 * @throws {LimitProblem} 400 `code`: `email_code_invalid`, or `email_code_expired` after 5 codes.
 */
export const confirmEmailChangeCall: Call<User, EmailChangeCode> = {
  method: 'POST',
  path: `${ME}email/confirm/`,
  response: User,
  // The browser becomes a known device of the new e-mail.
  credentials: 'same-origin',
};

/**
 * Get everything that is stored about the account, apart from secrets.
 *
 * @returns The data.
 * @throws 429 `too_many_requests` with Retry-After.
 */
export const exportAccountCall: Call<object> = {
  method: 'POST',
  path: `${ME}export/`,
  response: v.looseObject({}),
};

/**
 * Delete the account in 7 days; all sessions end, and a login cancels it.
 *
 * @returns When the account is deleted.
 * @throws 409 `claims_open` or `balance_left`.
 */
export const planDeletionCall: Call<PlannedDeletion> = {
  method: 'POST',
  path: `${ME}delete/`,
  response: PlannedDeletion,
};
