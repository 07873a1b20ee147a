import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';

/** How many digits the code of a letter has. */
export const EMAIL_CODE_LENGTH = 6;

/** How long the code works, minutes. */
export const EMAIL_CODE_LIFETIME_MINUTES = 10;

/** POST users/me/email/ (ext): sends a code to the new address. 202, also if the address has an account. */
export const EmailChangeRequest = v.object({
  /** The new e-mail. */
  email: v.string(),
});
export type EmailChangeRequest = v.InferInput<typeof EmailChangeRequest>;

/** POST users/me/email/confirm/ (ext): the code of the letter. Returns the account with its new e-mail. */
export const EmailChangeCode = v.object({
  /** Six digits of the letter to the new e-mail. */
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
