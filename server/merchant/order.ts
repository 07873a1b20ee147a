import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { ClaimForm } from '#core/contract/claim.ts';
import { toText } from '#core/exchange/amount.ts';
import type { Status } from '#core/claim/status.ts';
import { readPayTo } from '../claims/payment.ts';
import type { Sides } from '../claims/view.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { ClaimRow } from '../database/schema.ts';

const text = v.pipe(v.string(), v.maxLength(80));

/** What a merchant is told of a payment: nothing personal. `amount` in `currency`, decimal text. */
export const Order = v.object({
  claim: v.pipe(v.string(), v.uuid()),
  number: text,
  amount: text,
  currency: text,
  /** The merchant's own number of the payment: the same for every attempt to pay this claim. */
  reference: text,
});
export type Order = v.InferOutput<typeof Order>;

/** Who signed what: an order of ours cannot be taken for the merchant's word that it was paid. */
type Purpose = 'order' | 'paid' | 'declined';

/** Statuses in which there is something to pay. */
const PAYABLE: ReadonlySet<Status> = new Set(['waiting', 'claimed']);

/** Path of the built-in merchant's page. */
export const PAGE = '/merchant/pay/';

/** Origins of the merchants that claims are paid at: the site's pages may post forms there. */
export function origins({ merchants, publicOrigin }: Pick<Config, 'merchants' | 'publicOrigin'>): string[] {
  return Object.keys(merchants).length > 0 ? [publicOrigin] : [];
}

/** The signature of an order for a purpose, base64url. */
export function sign(key: Uint8Array, purpose: Purpose, order: Order): string {
  const fields = [order.claim, order.number, order.amount, order.currency, order.reference];
  return createHmac('sha256', key)
    .update(JSON.stringify(['merchant', purpose, ...fields]))
    .digest('base64url');
}

/** Fields as they came → the order, null when they are not what we signed for this purpose. */
export function read(key: Uint8Array, purpose: Purpose, fields: unknown): Order | null {
  const given = v.safeParse(v.object({ ...Order.entries, signature: text }), fields);
  if (!given.success) return null;
  const { signature, ...order } = given.output;
  const right = Buffer.from(sign(key, purpose, order));
  const shown = Buffer.from(signature);
  return right.length === shown.length && timingSafeEqual(right, shown) ? order : null;
}

/** The form that pays a claim at its merchant; null when no merchant takes its money, or there is none to be paid. */
export function form(
  { config, secret }: Pick<Context, 'config' | 'secret'>,
  claim: ClaimRow,
  { from }: Sides,
): Extract<ClaimForm, { kind: 'merchant' }> | null {
  const payTo = readPayTo(claim.pay_to);
  const isOurs =
    payTo?.kind === 'merchant' && Object.values<string>(config.merchants).includes(payTo.merchant);
  if (!isOurs || !PAYABLE.has(claim.status)) return null;
  const order: Order = {
    claim: claim.id,
    number: claim.public_number,
    amount: toText(claim.from_amount, from.decimals),
    currency: from.ticker,
    reference: `test-${claim.public_number}`,
  };
  return {
    kind: 'merchant',
    action: config.publicOrigin + PAGE,
    method: 'POST',
    fields: { ...order, signature: sign(secret, 'order', order) },
  };
}
