import type { Transaction } from 'kysely';
import type { Units } from '#core/exchange/amount.ts';
import type { ExchangeContext } from '../../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { executeTogether } from '#server/platform/database/executeTogether.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { getClaimCurrencies } from '../view/claimStatus.ts';
import { buildRequisiteUses, choosePaymentTarget } from './choosePaymentTarget.ts';
import { getPaymentWindowMs } from './paymentTarget.ts';
import { getReceivedTotal } from './receivedTotal.ts';

/**
 * Chooses a payment target for a simulated claim that is about to become `waiting`, and starts its payment window.
 * Returns false if no requisite is available.
 */
export async function assignPaymentTarget(
  context: ExchangeContext,
  trx: Transaction<DatabaseSchema>,
  claim: ClaimRow,
  now: number,
): Promise<boolean> {
  const payTo = await findPaymentTarget(context, trx, claim, now, null);
  if (payTo !== null) await savePaymentTarget(context, trx, claim, payTo, now);
  return payTo !== null;
}

/**
 * Saves the payment target of a claim with a full payment window. A claim with money and an earlier target keeps its
 * deadline if that has not passed.
 */
export async function savePaymentTarget(
  context: ExchangeContext,
  trx: Transaction<DatabaseSchema>,
  claim: ClaimRow,
  payTo: string,
  now: number,
): Promise<void> {
  const fullDeadline = BigInt(
    now + getPaymentWindowMs(getClaimCurrencies(context.catalogue, claim).from.kind),
  );
  const { deadline: running } = claim;
  const isRunning =
    claim.pay_to !== null && running !== null && running > BigInt(now) && running < fullDeadline;
  const deadline = isRunning && (await getReceivedTotal(trx, claim.id)) !== null ? running : fullDeadline;
  await trx.updateTable('claims').set({ pay_to: payTo, deadline }).where('id', '=', claim.id).execute();
}

/**
 * Returns the claim's payment target as stored, or chooses one; null if no requisite is available. `amount`: null for a
 * claim that is never paid.
 */
export async function findPaymentTarget(
  context: ExchangeContext,
  trx: Transaction<DatabaseSchema>,
  claim: ClaimRow,
  now: number,
  amount: Units | null = claim.from_amount,
): Promise<string | null> {
  if (claim.pay_to !== null) return claim.pay_to;
  const { catalogue, config, keys } = context;
  const payable = {
    currency: getClaimCurrencies(catalogue, claim).from,
    city: claim.city,
    amount,
    number: claim.number,
    publicNumber: claim.public_number,
    numberingKey: keys.numberingKey,
  };
  const chosen = await choosePaymentTarget(trx, payable, config.merchants);
  if (chosen === null) return null;
  if (chosen.requisite !== null)
    await executeTogether(trx, buildRequisiteUses(trx, claim.id, chosen.requisite, now));
  return JSON.stringify(chosen.target);
}
