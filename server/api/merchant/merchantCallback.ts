import * as v from 'valibot';
import { decimalToUnits } from '#core/exchange/amount.ts';
import { transactOnClaim } from '#server/exchange/claims/lockClaim.ts';
import { findClaimById } from '#server/exchange/claims/findClaimById.ts';
import { normalizePaymentReference } from '#server/exchange/claims/payment/paymentReference.ts';
import { recordPayment } from '#server/exchange/claims/payment/recordPayment.ts';
import {
  loadClaimCurrencies,
  getCurrentCourse,
} from '#server/exchange/claims/recalculation/recalculation.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { onRefusal } from '#server/platform/http/problem.ts';
import { MerchantOrder, verifyOrder } from './merchantOrder.ts';

/** The merchant's result of an order. The signature covers the result. */
export const MerchantCallback = v.object({
  ...MerchantOrder.entries,
  /** Whether the order was paid. */
  result: v.picklist(['paid', 'declined']),
  /** HMAC-SHA-256 of the order and the result, base64url. */
  signature: v.string(),
});
export type MerchantCallback = v.InferOutput<typeof MerchantCallback>;

/**
 * Handles a merchant's callback. A payment is recorded once, even if the callback is repeated; `declined` changes
 * nothing. Returns false if the signature is invalid, the claim is unknown, or the payment is refused.
 */
export async function handleMerchantCallback(context: ServerContext, body: unknown): Promise<boolean> {
  const parsed = v.safeParse(MerchantCallback, body);
  if (!parsed.success) return false;
  const { result, ...fields } = parsed.output;
  const order = verifyOrder(context.keys, result, fields);
  if (!order) return false;
  if (result === 'declined') return true;
  const id = order.claim.toLowerCase();
  const claim = await findClaimById(context.db, id);
  if (!claim) return false;
  const { from, decimals } = await loadClaimCurrencies(context.db, claim);
  const currentCourse = await getCurrentCourse(context, context.db, claim);
  // Normalized as in the operator's command, so that neither records the payment again.
  const reference = normalizePaymentReference(order.reference, from) ?? order.reference;
  const amount = decimalToUnits(order.amount, decimals.from);
  const paid = await transactOnClaim(context.db, id, trx =>
    recordPayment(context, trx, claim, { amount, reference, receivedAt: context.now(), currentCourse }),
  ).catch(
    onRefusal(({ code }) => {
      context.log.error({ claim: id, code }, 'Cannot record a payment from a merchant');
      return null;
    }),
  );
  if (paid?.isUnsettled)
    context.log.error({ claim: id, status: paid.claim.status }, 'Money arrived after the end of a claim');
  return paid !== null;
}
