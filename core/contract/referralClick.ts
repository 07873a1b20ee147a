import * as v from 'valibot';

/** A partner's code: eight letters and digits; 0 and 1 are left out, because they look like letters. */
export const PARTNER_CODE_PATTERN = /^[A-Z2-9]{8}$/;

/** What may follow the code in a referral, `CODE.sub`; may be empty. */
export const MAX_SUB_LENGTH = 40;
export const SUB_PATTERN = /^[\w-]{0,40}$/;

/** A referral of our programme: `CODE` or `CODE.sub`, in groups. The code may be in lower case. */
export const REFERRAL_CODE_PATTERN = /^([A-Z2-9]{8})(?:\.([\w-]{1,40}))?$/i;

const hostName = v.pipe(v.string(), v.maxLength(253));

/** `utm_…` parameters of a link: name → value. */
const utmParameters = v.pipe(
  v.record(v.pipe(v.string(), v.regex(/^utm_[a-z_]{1,20}$/)), v.pipe(v.string(), v.maxLength(100))),
  v.check(values => Object.keys(values).length <= 6),
);

/** Where the visitor of a claim came from (ext). `host`: of the page with the link; empty: unknown. */
export const ClaimSource = v.object({
  host: v.optional(hostName, ''),
  utm: v.optional(v.nullable(utmParameters), null),
});
export type ClaimSource = v.InferOutput<typeof ClaimSource>;

/** POST refferal/click/ (ext): somebody has opened a partner's link or seen its widget. Always 204. */
export const ReferralClick = v.object({
  refferal: v.pipe(v.string(), v.maxLength(64)),
  host: v.optional(hostName, ''),
  utm: v.optional(v.nullable(utmParameters), null),
});
