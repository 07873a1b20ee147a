import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import { decimal, decimalFromServer } from '../decimal.ts';

/** Requisites in a request: field name → value. */
export const requisiteValues = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(40)), v.pipe(v.string(), v.maxLength(255, 'too_long'))),
  v.check(values => Object.keys(values).length <= 12, 'too_many'),
);

/** A partner's referral: visible ASCII. Clients omit an invalid one, so that it blocks no claim. */
export const REFERRAL_PATTERN = /^[\x21-\x7e]{1,64}$/;

/** POST claim/ : the claim to create. Amounts are in the currency of their side; `quote`, `city` and `source` are ext. */
export const ClaimCreate = v.object({
  /** E-mail address of the client. */
  email: v.pipe(v.string(), v.trim(), v.maxLength(254)),
  /** id of the payment system to send from. */
  fromPs: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** id of the payment system to receive in. */
  toPs: v.pipe(v.number(), v.integer(), v.minValue(1)),
  fromSumma: decimal,
  toSumma: decimal,
  /** field name → value, names as in the pair’s input or inputVerify. */
  fromRequisites: requisiteValues,
  /** field name → value, names as in the pair’s input or inputVerify. */
  toRequisites: requisiteValues,
  /** Token of the captcha, if `captchacheck` requires one. */
  recaptcha: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(4096))), null),
  /** Whether the course is the one for verified cards. */
  withVerificationCourse: v.boolean(),
  /** Referral of the partner: visible ASCII. */
  refferal: v.optional(v.nullable(v.pipe(v.string(), v.regex(REFERRAL_PATTERN))), null),
  /** Promocode applied to the course. */
  promocode: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(64))), null),
  /** Whether to save the requisites in the account. */
  saveRequisites: v.optional(v.boolean(), false),
  /** Quote of the displayed course. */
  quote: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(512))), null),
  /** Code of the city, for cash. */
  city: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40))), null),
  // A ClaimSource; parsed apart, because an invalid one must not prevent a claim.
  /**
   * Where the visitor came from, for the partner of the referral: `host` of the page with the link, and `utm`, its
   * parameters `utm_…`; an invalid one counts as unknown.
   */
  source: v.optional(v.unknown()),
});
export type ClaimCreate = v.InferInput<typeof ClaimCreate>;

/**
 * 409: the current course and amounts, to accept or decline. `amount_taken` (ext): another claim awaits the same amount
 * at the same address, so this one is shifted by at most 0.1 %.
 */
export const ChangedTerms = v.looseObject({
  /** `course_changed`, or `amount_taken`: another claim awaits the same amount at the same address. */
  code: v.picklist(['course_changed', 'amount_taken']),
  /** Human-readable message in Russian. */
  detail: v.string(),
  /** Units received for 1 unit sent. */
  course: decimalFromServer,
  /** Amount to send at the new course. */
  fromSumma: decimalFromServer,
  /** Amount to receive at the new course. */
  toSumma: decimalFromServer,
  /** Signed new course to create the claim with. */
  quote: v.optional(v.nullable(v.string()), null),
  /** The quote is valid until then; null without a quote. */
  expiresAt: v.optional(v.nullable(isoInstant), null),
});
export type ChangedTerms = v.InferOutput<typeof ChangedTerms>;

/** GET claim/captchacheck : whether creating a claim requires a captcha, with its provider and public key. */
export const CaptchaCheck = v.object({
  /** Whether creating a claim requires a captcha. */
  required: v.optional(v.boolean(), false),
  /** Provider of the captcha; null without one. */
  provider: v.optional(v.nullable(v.string()), null),
  /** Public key of the captcha; null without one. */
  sitekey: v.optional(v.nullable(v.string()), null),
});
export type CaptchaCheck = v.InferOutput<typeof CaptchaCheck>;
