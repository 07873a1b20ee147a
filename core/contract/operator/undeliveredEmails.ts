import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { Call } from '../call.ts';
import { pageFields } from '../page.ts';
import { ClaimReference } from './claims.ts';

/** `dead`: all attempts failed; `delayed`: an attempt failed, and the servers try again. */
export const UNDELIVERED_EMAIL_STATES = ['dead', 'delayed'] as const;
export type UndeliveredEmailState = (typeof UNDELIVERED_EMAIL_STATES)[number];

/** An e-mail to a client that could not be sent. The only personal data is a domain. */
export const UndeliveredEmail = v.object({
  /** id of the e-mail. */
  id: v.number(),
  /** `claim`, or the kind of an e-mail about an account. */
  kind: v.string(),
  /** The claim that it is about; null: an account. */
  claim: v.nullable(ClaimReference),
  /** Domain of the address. */
  domain: v.string(),
  /** Attempts that failed. */
  attempts: v.number(),
  /**
   * Why the last one failed: code of the mail server’s reply (550), else of the error (ECONNREFUSED). Null: it failed
   * before the exchange recorded that.
   */
  failure: v.nullable(v.string()),
  createdAt: isoInstant,
  /** Since when it is dead; null: it is delayed. */
  deadAt: v.nullable(isoInstant),
  /** When the servers try again, if it is not dead. */
  nextAt: isoInstant,
  /** Whether its link does not work any more: it can only be deleted. */
  isExpired: v.boolean(),
});
export type UndeliveredEmail = v.InferOutput<typeof UndeliveredEmail>;

/** GET operator/emails/ (ext): a page of the e-mails with one state. */
export const UndeliveredEmails = v.object({
  ...pageFields,
  /** E-mails of this page. */
  results: v.array(UndeliveredEmail),
});
export type UndeliveredEmails = v.InferOutput<typeof UndeliveredEmails>;

/** POST operator/emails/{email}/action/ (ext). */
export const UndeliveredEmailChange = v.object({
  /** `retry`: a server sends it within a second, with all attempts; `drop`: it is deleted. */
  action: v.picklist(['retry', 'drop']),
});
export type UndeliveredEmailChange = v.InferOutput<typeof UndeliveredEmailChange>;

/** 409 (ext): why an e-mail is unchanged. */
export const UndeliveredEmailRefusal = v.looseObject({
  /**
   * `email_sent`; `email_expired`: its link does not work any more; `email_waiting`: it waits for its turn;
   * `email_sending`: it may be on its way; `email_deleted`.
   */
  code: v.picklist(['email_sent', 'email_expired', 'email_waiting', 'email_sending', 'email_deleted']),
  /** Who changed it last; null: nobody. */
  by: v.nullable(v.string()),
  /** When; null: nobody did. */
  at: v.nullable(isoInstant),
});

const EMAILS = '/api/v1/operator/emails/';

/**
 * List e-mails to clients that could not be sent. Filters: `state` (default `dead`), `page`, `size`.
 *
 * @returns One page of e-mails.
 * @throws 400 The invalid parameter.
 */
export const listUndeliveredEmailsCall: Call<UndeliveredEmails> = {
  method: 'GET',
  path: EMAILS,
  response: UndeliveredEmails,
};

/**
 * Send an e-mail again, or delete it.
 *
 * @returns It is due, or deleted.
 * @throws 404 `not_found`.
 * @throws {UndeliveredEmailRefusal} 409 Somebody was faster, or the e-mail cannot be sent again.
 */
export const changeUndeliveredEmailCall: Call<void, UndeliveredEmailChange, `${string}{email}/action/`> = {
  method: 'POST',
  path: `${EMAILS}{email}/action/`,
};
