import type { Transaction } from 'kysely';
import type { ServerContext } from '../../context.ts';
import type { ClaimRow } from '../../database/claimRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { choosePaymentTarget, getPaymentWindowMs } from './paymentTarget.ts';

/**
 * Assigns a payment target and a full payment window to a claim that is about to become `waiting`. A claim
 * that already has a target keeps it, with a deadline that has not passed. Returns false if no requisite is
 * available.
 */
export async function assignPaymentTarget(
  { catalogue, config, secret }: Pick<ServerContext, 'catalogue' | 'config' | 'secret'>,
  trx: Transaction<DatabaseSchema>,
  claim: ClaimRow,
  now: number,
): Promise<boolean> {
  const from = catalogue.getCurrency(Number(claim.from_id));
  if (!from) throw new Error(`A currency of the claim is missing: ${claim.from_id}`);
  const numbers = { key: secret, number: claim.number, publicNumber: claim.public_number };
  const chosen =
    claim.pay_to === null
      ? await choosePaymentTarget(trx, from, claim.city, numbers, now, config.merchants)
      : null;
  const paymentTarget = chosen === null ? claim.pay_to : JSON.stringify(chosen);
  if (paymentTarget === null) return false;
  const hasTimeLeft = chosen === null && claim.deadline !== null && claim.deadline > BigInt(now);
  await trx
    .updateTable('claims')
    .set({
      pay_to: paymentTarget,
      ...(hasTimeLeft ? {} : { deadline: BigInt(now + getPaymentWindowMs(from.kind)) }),
    })
    .where('id', '=', claim.id)
    .execute();
  return true;
}
