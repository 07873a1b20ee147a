import * as v from 'valibot';
import { requisiteValues } from '../claim.ts';

/** POST claim/{id}/refund/ (ext): the refund target; fields of `listRefundFields()` for the send side. */
export const ClaimRefund = v.object({ requisites: requisiteValues });
export type ClaimRefund = v.InferInput<typeof ClaimRefund>;

/** POST claim/{id}/refund/stop/ (ext): the token of the letter about a refund. */
export const RefundStop = v.object({ token: v.pipe(v.string(), v.maxLength(200)) });

/**
 * ext: what became of a refund that the recipient of its letter stops: it is on hold; the money had left; the claim has no
 * refund (any more).
 */
export const RefundStopResult = v.object({ outcome: v.picklist(['stopped', 'sent', 'none']) });
export type RefundStopResult = v.InferOutput<typeof RefundStopResult>;
