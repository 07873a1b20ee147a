import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { ClaimForm } from '#core/contract/claim/claimPayment.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import { parsePaymentTarget } from '#server/exchange/claims/payment/paymentTarget.ts';
import type { ClaimCurrencies } from '#server/exchange/claims/view/claimStatus.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { ServerKeys } from '#server/platform/keys/serverKeys.ts';

const OrderText = v.pipe(v.string(), v.maxLength(80));

/** The payment data that a merchant receives, without personal data. `amount` is decimal text, in `currency`. */
export const MerchantOrder = v.object({
  /** id of the claim. */
  claim: v.pipe(v.string(), v.uuid()),
  /** Number of the claim that the merchant showed. */
  number: OrderText,
  /** Amount of the order. */
  amount: OrderText,
  /** Unit of `amount`: RUB. */
  currency: OrderText,
  // The same for each attempt to pay the claim.
  /** The merchant’s reference of the payment. */
  reference: OrderText,
});
export type MerchantOrder = v.InferOutput<typeof MerchantOrder>;

/** The purpose of a signature, so that the signature of an order is not valid as a confirmation of its payment. */
type SignaturePurpose = 'order' | 'paid' | 'declined';

/** Statuses in which a claim can be paid at the merchant. */
const PAYABLE_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['waiting', 'claimed']);

/** Path of the built-in merchant's payment page. */
export const MERCHANT_PAGE_PATH = '/merchant/pay/';

/** Lists the origins of the configured merchants, for the `form-action` directive of the site's pages. */
export function getMerchantOrigins({
  merchants,
  publicOrigin,
}: Pick<Config, 'merchants' | 'publicOrigin'>): string[] {
  return Object.keys(merchants).length > 0 ? [publicOrigin] : [];
}

/** Signs an order for a purpose: HMAC-SHA-256, base64url. */
export function signOrder(keys: ServerKeys, purpose: SignaturePurpose, order: MerchantOrder): string {
  const fields = [order.claim, order.number, order.amount, order.currency, order.reference];
  return keys.sign('merchant', JSON.stringify([purpose, ...fields])).toString('base64url');
}

/** Parses form fields to an order. Null if they are invalid or not signed for this purpose with the current key. */
export function verifyOrder(
  keys: ServerKeys,
  purpose: SignaturePurpose,
  fields: unknown,
): MerchantOrder | null {
  const parsed = v.safeParse(v.object({ ...MerchantOrder.entries, signature: OrderText }), fields);
  if (!parsed.success) return null;
  const { signature, ...order } = parsed.output;
  const expectedSignature = Buffer.from(signOrder(keys, purpose, order));
  const givenSignature = Buffer.from(signature);
  return expectedSignature.length === givenSignature.length &&
    timingSafeEqual(expectedSignature, givenSignature)
    ? order
    : null;
}

/**
 * Builds the payment form of a claim's merchant. Null if the merchant is not configured or the status is not payable.
 */
export function buildMerchantForm(
  { config, keys }: Pick<ServerContext, 'config' | 'keys'>,
  claim: ClaimRow,
  { from }: ClaimCurrencies,
): Extract<ClaimForm, { kind: 'merchant' }> | null {
  const paymentTarget = parsePaymentTarget(claim.pay_to);
  const isMerchantConfigured =
    paymentTarget?.kind === 'merchant' &&
    Object.values<string>(config.merchants).includes(paymentTarget.merchant);
  if (!isMerchantConfigured || !PAYABLE_STATUSES.has(claim.status)) return null;
  const order: MerchantOrder = {
    claim: claim.id,
    number: claim.public_number,
    amount: unitsToDecimal(claim.from_amount, from.decimals),
    currency: from.ticker,
    reference: `test-${claim.public_number}`,
  };
  return {
    kind: 'merchant',
    action: config.publicOrigin + MERCHANT_PAGE_PATH,
    method: 'POST',
    fields: { ...order, signature: signOrder(keys, 'order', order) },
  };
}
