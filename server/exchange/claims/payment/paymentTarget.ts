import * as v from 'valibot';
import { ClaimRequisite } from '#core/contract/claim/claimPayment.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';

/** Requisites that a payment is transferred to. */
export const TransferTarget = v.pick(ClaimRequisite, ['kind', 'value', 'holder', 'bank', 'memo']);
export type TransferTarget = v.InferOutput<typeof TransferTarget>;
const MerchantTarget = v.object({ kind: v.literal('merchant'), merchant: v.string() });

/** The payment target, stored in the claim: requisites for a transfer, or the name of a merchant. */
const PaymentTarget = v.variant('kind', [MerchantTarget, TransferTarget]);
export type PaymentTarget = v.InferOutput<typeof PaymentTarget>;

/** Parses the `pay_to` column; null until a target is chosen. Throws if the row is corrupt. */
export function parsePaymentTarget(json: string | null): PaymentTarget | null {
  return json === null ? null : v.parse(PaymentTarget, JSON.parse(json));
}

/** Returns the time to pay in milliseconds: 30 minutes for crypto, 20 for everything else. */
export function getPaymentWindowMs(kind: Currency['kind']): number {
  return (kind === 'crypto' ? 30 : 20) * 60_000;
}
