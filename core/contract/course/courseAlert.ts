import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import { decimal } from '../decimal.ts';

/** How long the link of the letter that confirms an alert works. */
export const ALERT_LINK_LIFETIME = { hours: 24, text: '24\u00a0часа' } as const;

/** Lifetime of a confirmed alert, days. */
export const ALERT_LIFETIME_DAYS = 90;

/** Maximum number of alerts of an e-mail that await a confirmation or a course. */
export const MAX_ALERTS_PER_EMAIL = 10;

/**
 * ext: POST alerts/ : 202, and a letter to confirm it. `price`: of 1 unit of the
 * currency `priceOf`, in units of the other currency.
 */
export const CourseAlertRequest = v.object({
  from: v.string(),
  to: v.string(),
  priceOf: v.picklist(['from', 'to']),
  price: decimal,
  email: v.string(),
  recaptcha: v.optional(v.nullable(v.string())),
});
export type CourseAlertRequest = v.InferInput<typeof CourseAlertRequest>;

/** ext: POST alerts/confirm/ and alerts/cancel/ : the token of a letter's link. */
export const CourseAlertToken = v.object({ token: v.pipe(v.string(), v.maxLength(200)) });

/** ext: a confirmed alert. `direction`: whether the price has to rise or to fall to it. */
export const CourseAlert = v.object({
  from: v.string(),
  to: v.string(),
  currencyFrom: v.string(),
  currencyTo: v.string(),
  priceOf: v.picklist(['from', 'to']),
  price: decimal,
  direction: v.picklist(['up', 'down']),
  expiresAt: isoInstant,
});
export type CourseAlert = v.InferOutput<typeof CourseAlert>;

/** ext: how many alerts were cancelled. */
export const CourseAlertCancellation = v.object({ cancelled: v.number() });
export type CourseAlertCancellation = v.InferOutput<typeof CourseAlertCancellation>;
