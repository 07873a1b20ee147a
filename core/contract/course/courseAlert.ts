import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { Call } from '../call.ts';
import { decimal } from '../decimal.ts';

/** How long the link of the e-mail that confirms an alert works. */
export const ALERT_LINK_LIFETIME = { hours: 24, text: '24 часа' } as const;

/** Lifetime of a confirmed alert, days. */
export const ALERT_LIFETIME_DAYS = 90;

/** Maximum number of alerts of an e-mail that await a confirmation or a course. */
export const MAX_ALERTS_PER_EMAIL = 10;

/**
 * ext: POST alerts/ : 202, and an e-mail to confirm it. `price`: of 1 unit of the
 * currency `priceOf`, in units of the other currency.
 */
export const CourseAlertRequest = v.object({
  /** Code or alias of the currency to send. */
  from: v.string(),
  /** Code or alias of the currency to receive. */
  to: v.string(),
  /** The currency whose price it is: that to send, or that to receive. */
  priceOf: v.picklist(['from', 'to']),
  /** Price of 1 unit of the currency `priceOf`, in units of the other one. */
  price: decimal,
  /** E-mail address that gets the e-mails. */
  email: v.string(),
  /** Token of the captcha, if one is required. */
  recaptcha: v.optional(v.nullable(v.string())),
});
export type CourseAlertRequest = v.InferInput<typeof CourseAlertRequest>;

/** ext: POST alerts/confirm/ and alerts/cancel/ : the token of an e-mail's link. */
export const CourseAlertToken = v.object({
  /** Token of the e-mail’s link, after `=`. */
  token: v.pipe(v.string(), v.maxLength(200)),
});
export type CourseAlertToken = v.InferInput<typeof CourseAlertToken>;

/** ext: a confirmed alert. `direction`: whether the price has to rise or to fall to it. */
export const CourseAlert = v.object({
  /** Code of the currency to send. */
  from: v.string(),
  /** Code of the currency to receive. */
  to: v.string(),
  /** Unit of the side to send: USDT, RUB. */
  currencyFrom: v.string(),
  /** Unit of the side to receive. */
  currencyTo: v.string(),
  /** The currency whose price it is: that to send, or that to receive. */
  priceOf: v.picklist(['from', 'to']),
  /** Price of 1 unit of the currency `priceOf`, in units of the other one. */
  price: decimal,
  /** Whether the price has to rise (`up`) or to fall (`down`) to it. */
  direction: v.picklist(['up', 'down']),
  /** Until then the alert waits for its course. */
  expiresAt: isoInstant,
});
export type CourseAlert = v.InferOutput<typeof CourseAlert>;

/** ext: how many alerts were cancelled. */
export const CourseAlertCancellation = v.object({
  /** Number of alerts that were cancelled; 0 if they were over. */
  cancelled: v.number(),
});
export type CourseAlertCancellation = v.InferOutput<typeof CourseAlertCancellation>;

const ALERTS = '/api/v1/alerts/';

/**
 * Ask for an e-mail when the course of a pair reaches a price.
 *
 * @returns Accepted: an e-mail with the link that confirms it is sent, once.
 * @throws 400 The invalid field; `price_reached` if the course has this price now.
 * @throws 403 `captcha_required` or `captcha_failed`, with the captcha to solve.
 * @throws 404 `currency_unknown` or `pair_unknown`.
 * @throws 409 `direction_closed`, or `alerts_limit`: the e-mail address has too many confirmed alerts.
 * @throws 429 `too_many_requests` with Retry-After.
 */
export const requestCourseAlertCall: Call<void, CourseAlertRequest> = { method: 'POST', path: ALERTS };

/**
 * Confirm an alert by the token of its e-mail.
 *
 * @returns The alert.
 * @throws 404 `link_invalid`, or `alert_over`: expired, cancelled or reached.
 * @throws 409 `alerts_limit`: the e-mail address has too many confirmed alerts.
 */
export const confirmCourseAlertCall: Call<CourseAlert, CourseAlertToken> = {
  method: 'POST',
  path: `${ALERTS}confirm/`,
  response: CourseAlert,
};

/**
 * Cancel an alert by the token of its e-mail, or all others by that of a reached one.
 *
 * @returns How many were cancelled.
 * @throws 404 `link_invalid`: no e-mail has this token.
 */
export const cancelCourseAlertsCall: Call<CourseAlertCancellation, CourseAlertToken> = {
  method: 'POST',
  path: `${ALERTS}cancel/`,
  response: CourseAlertCancellation,
};
