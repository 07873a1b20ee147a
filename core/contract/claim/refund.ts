import * as v from 'valibot';
import type { ItemCall } from '../call.ts';
import { requisiteValues } from './claimCreate.ts';

/** POST claim/{id}/refund/ (ext): the refund target; fields of `listRefundFields()` for the send side. */
export const ClaimRefund = v.object({
  /** field name → value, names as in the pair’s input or inputVerify. */
  requisites: requisiteValues,
});
export type ClaimRefund = v.InferInput<typeof ClaimRefund>;

/** POST claim/{id}/refund/stop/ (ext): the token of the e-mail about a refund. */
export const RefundStop = v.object({
  /** The token of the link in the e-mail. */
  token: v.pipe(v.string(), v.maxLength(200)),
});

/**
 * ext: the outcome after the recipient of the e-mail stops a refund: it is on hold; the money was already sent; the
 * claim has no refund (any more).
 */
export const RefundStopResult = v.object({
  /**
   * `stopped`: the refund is on hold; `sent`: the money has left already; `none`: the claim has no refund.
   */
  outcome: v.picklist(['stopped', 'sent', 'none']),
});
export type RefundStopResult = v.InferOutput<typeof RefundStopResult>;

/**
 * Stop a refund by the token of the e-mail about it: it waits on hold for the operator.
 *
 * @returns What became of the refund; also if it was stopped before.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws 404 `link_invalid`: the token is none of this claim; `not_found`: the id is no UUID.
 */
export const stopRefundCall: ItemCall<RefundStopResult, v.InferInput<typeof RefundStop>> = {
  method: 'POST',
  path: '/api/v1/claim/{id}/refund/stop/',
  response: RefundStopResult,
};
