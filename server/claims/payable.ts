import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { ClaimRow, Schema } from '../database/schema.ts';
import { choose, paymentWindow } from './payment.ts';

/**
 * Gives a claim that is to wait for its payment somewhere to pay and, where the old one is over, a new deadline; false when
 * nothing can be paid to.
 */
export async function payable(
  { catalogue, config, secret }: Pick<Context, 'catalogue' | 'config' | 'secret'>,
  trx: Transaction<Schema>,
  claim: ClaimRow,
  now: number,
): Promise<boolean> {
  const from = catalogue.currency(Number(claim.from_id));
  if (!from) throw new Error(`a currency of the claim is missing: ${claim.from_id}`);
  const numbers = { key: secret, number: claim.number, publicNumber: claim.public_number };
  const chosen =
    claim.pay_to === null ? await choose(trx, from, claim.city, numbers, now, config.merchants) : null;
  const payTo = chosen === null ? claim.pay_to : JSON.stringify(chosen);
  if (payTo === null) return false;
  const left = chosen === null && claim.deadline !== null && claim.deadline > BigInt(now);
  await trx
    .updateTable('claims')
    .set({ pay_to: payTo, ...(left ? {} : { deadline: BigInt(now + paymentWindow(from.kind)) }) })
    .where('id', '=', claim.id)
    .execute();
  return true;
}
