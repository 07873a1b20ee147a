import * as v from 'valibot';
import type { Call } from './call.ts';

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
  /** `CODE` or `CODE.sub`. */
  refferal: v.pipe(v.string(), v.maxLength(64)),
  /**
   * Host of the page with the link, as the browser knows it; that of the page with the widget counts anyway.
   */
  host: v.optional(hostName, ''),
  /** Parameters `utm_…` of the link. */
  utm: v.optional(v.nullable(utmParameters), null),
});

/**
 * Count a click on a partner’s link or a view of its widget.
 *
 * @returns Accepted: counted once a visitor and day; robots and unknown codes are not counted.
 * @throws 400 The invalid field.
 */
export const recordClickCall: Call<void, v.InferInput<typeof ReferralClick>> = {
  method: 'POST',
  path: '/api/v1/refferal/click/',
};
