import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { ClaimForm } from '#core/contract/claim.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import { parsePaymentTarget } from '../claims/payment/paymentTarget.ts';
import type { ClaimCurrencies } from '../claims/view/claimStatus.ts';
import type { Config } from '../config.ts';
import type { ServerContext } from '../context.ts';
import type { ClaimRow } from '../database/schema.ts';

const OrderText = v.pipe(v.string(), v.maxLength(80));

/** What a merchant is told of a payment: nothing personal. `amount` in `currency`, decimal text. */
export const MerchantOrder = v.object({
  claim: v.pipe(v.string(), v.uuid()),
  number: OrderText,
  amount: OrderText,
  currency: OrderText,
  /** The merchant's own number of the payment: the same for every attempt to pay this claim. */
  reference: OrderText,
});
export type MerchantOrder = v.InferOutput<typeof MerchantOrder>;

/** Who signed what: an order of ours cannot be taken for the merchant's word that it was paid. */
type SignaturePurpose = 'order' | 'paid' | 'declined';

/** Statuses in which there is something to pay. */
const PAYABLE_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['waiting', 'claimed']);

/** Path of the built-in merchant's page. */
export const MERCHANT_PAGE_PATH = '/merchant/pay/';

/** Origins of the merchants that claims are paid at: the site's pages may post forms there. */
export function getMerchantOrigins({
  merchants,
  publicOrigin,
}: Pick<Config, 'merchants' | 'publicOrigin'>): string[] {
  return Object.keys(merchants).length > 0 ? [publicOrigin] : [];
}

/** The signature of an order for a purpose, base64url. */
export function signOrder(key: Uint8Array, purpose: SignaturePurpose, order: MerchantOrder): string {
  const fields = [order.claim, order.number, order.amount, order.currency, order.reference];
  return createHmac('sha256', key)
    .update(JSON.stringify(['merchant', purpose, ...fields]))
    .digest('base64url');
}

/** Fields as they came → the order, null when they are not what we signed for this purpose. */
export function verifyOrder(
  key: Uint8Array,
  purpose: SignaturePurpose,
  fields: unknown,
): MerchantOrder | null {
  const parsed = v.safeParse(v.object({ ...MerchantOrder.entries, signature: OrderText }), fields);
  if (!parsed.success) return null;
  const { signature, ...order } = parsed.output;
  const expectedSignature = Buffer.from(signOrder(key, purpose, order));
  const givenSignature = Buffer.from(signature);
  return expectedSignature.length === givenSignature.length &&
    timingSafeEqual(expectedSignature, givenSignature)
    ? order
    : null;
}

/** The form that pays a claim at its merchant; null when no merchant takes its money, or there is none to be paid. */
export function buildMerchantForm(
  { config, secret }: Pick<ServerContext, 'config' | 'secret'>,
  claim: ClaimRow,
  { from }: ClaimCurrencies,
): Extract<ClaimForm, { kind: 'merchant' }> | null {
  const paymentTarget = parsePaymentTarget(claim.pay_to);
  const isOurs =
    paymentTarget?.kind === 'merchant' &&
    Object.values<string>(config.merchants).includes(paymentTarget.merchant);
  if (!isOurs || !PAYABLE_STATUSES.has(claim.status)) return null;
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
    fields: { ...order, signature: signOrder(secret, 'order', order) },
  };
}
