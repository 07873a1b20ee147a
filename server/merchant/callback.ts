import * as v from 'valibot';
import { fromText } from '#core/exchange/amount.ts';
import { attempt } from '../claims/attempt.ts';
import { received } from '../claims/money.ts';
import * as recalculation from '../claims/recalculation.ts';
import type { Context } from '../context.ts';
import * as orders from './order.ts';

/** What the merchant says of an order, signed for that very result. */
export const Callback = v.object({
  ...orders.Order.entries,
  result: v.picklist(['paid', 'declined']),
  signature: v.string(),
});
export type Callback = v.InferOutput<typeof Callback>;

/**
 * Takes the merchant's word: paid money is received once, however often it is said; a refusal to pay changes nothing.
 * False when the word is not the merchant's.
 */
export async function take(context: Context, body: unknown): Promise<boolean> {
  const said = v.safeParse(Callback, body);
  if (!said.success) return false;
  const { result, ...fields } = said.output;
  const order = orders.read(context.secret, result, fields);
  if (!order) return false;
  if (result === 'declined') return true;
  const id = order.claim.toLowerCase();
  const claim = await context.db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirst();
  if (!claim) return false;
  const { decimals } = await recalculation.currencies(context.db, claim);
  const present = await recalculation.present(context, context.db, claim);
  const { reference } = order;
  const amount = fromText(order.amount, decimals.from);
  const moved = await attempt(context.db, trx =>
    received(trx, claim, { amount, reference, at: context.now(), present }),
  );
  if (!moved.ok) context.log.error({ claim: id, code: moved.code }, 'a merchant’s payment was not taken');
  return moved.ok;
}
