import { expressionBuilder } from 'kysely';
import type { Units } from '#core/exchange/amount.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { DatabaseSchema, Db } from '#server/platform/database/schema.ts';

/** PostgreSQL returns the sum of bigints as numeric, which the driver converts to text. */
type StoredSum = bigint | string | null;

/** Returns the total received for a claim, in units of its send side; null without a payment. */
export async function getReceivedTotal(db: Db, claimId: string): Promise<Units | null> {
  const { total } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.sum<StoredSum>('amount').as('total'))
    .where('claim_id', '=', claimId)
    .executeTakeFirstOrThrow();
  return total === null ? null : BigInt(total);
}

/** Returns the exchanged part of what a claim received, null without a recorded payment: an excess is not exchanged. */
export const getExchangedAmount = (
  received: Units | null,
  { from_amount }: Pick<ClaimRow, 'from_amount'>,
): Units => (received !== null && received < from_amount ? received : from_amount);

/**
 * Loads the received amount of a claim and the exchanged part of it. Without a recorded payment, the claim's own amount
 * counts as received.
 */
export async function loadExchange(
  db: Db,
  claim: Pick<ClaimRow, 'id' | 'from_amount'>,
): Promise<Record<'received' | 'exchanged', Units>> {
  const received = (await getReceivedTotal(db, claim.id)) ?? claim.from_amount;
  return { received, exchanged: getExchangedAmount(received, claim) };
}

/** Selects the same total as the column `received` of a query of claims. Parse it with BigInt, unless it is null. */
export function selectReceivedTotal() {
  return expressionBuilder<DatabaseSchema, 'claims'>()
    .selectFrom('payments')
    .select(({ fn }) => fn.sum<StoredSum>('amount').as('received'))
    .whereRef('payments.claim_id', '=', 'claims.id')
    .as('received');
}

/** Returns the direction in which `receivedTotal` deviates from the amount by more than 0.5 %, or null. */
export function getAmountDeviation(receivedTotal: Units, expected: Units): 'underpaid' | 'overpaid' | null {
  const difference = receivedTotal > expected ? receivedTotal - expected : expected - receivedTotal;
  if (difference * 1000n <= expected * 5n) return null;
  return receivedTotal > expected ? 'overpaid' : 'underpaid';
}
