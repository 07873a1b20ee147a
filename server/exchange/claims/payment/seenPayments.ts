import { expressionBuilder, type InferResult } from 'kysely';
import type { Units } from '#core/exchange/amount.ts';
import { isAnyOf } from '#server/platform/database/isAnyOf.ts';
import type { DatabaseSchema, Db } from '#server/platform/database/schema.ts';
import { getRequiredConfirmations } from '../../catalogue/paymentNetworks.ts';

/** In a query of `claims`: whether a node reports a payment of the claim that is not final, so not recorded yet. */
export const hasSeenPayment = () =>
  expressionBuilder<DatabaseSchema, 'claims'>().exists(query =>
    query
      .selectFrom('observed_payments')
      .select('observed_payments.reference')
      .whereRef('observed_payments.claim_id', '=', 'claims.id')
      .where('observed_payments.recorded_at', 'is', null),
  );

/** A payment of a claim that is not recorded yet. */
export interface SeenPayment {
  claim_id: string;
  reference: string;
  amount: Units;
  first_seen_at: bigint;
  /** Confirmations so far, at most `need`; `need`: those that make it final. */
  have: number;
  need: number;
}

/** Selects the payments of claims that are not recorded yet, with what `countConfirmations` needs. */
export const selectSeenPayments = (db: Db) =>
  db
    .selectFrom('observed_payments')
    .innerJoin('payment_sources', 'payment_sources.source', 'observed_payments.source')
    .innerJoin('currencies', 'currencies.id', 'observed_payments.currency_id')
    .selectAll('observed_payments')
    .select(['payment_sources.height as last_height', 'kind', 'ticker', 'network', 'confirmations'])
    .where('recorded_at', 'is', null)
    .where('claim_id', 'is not', null)
    .$narrowType<{ claim_id: string }>();

/** Counts the confirmations of a payment, at most those that make it final; 0 while it waits for a block. */
export function countConfirmations({
  height,
  last_height,
  ...currency
}: InferResult<ReturnType<typeof selectSeenPayments>>[number]): { have: number; need: number } {
  const need = getRequiredConfirmations(currency) ?? 1;
  return { have: height === null ? 0 : Math.min(need, Number(last_height - height) + 1), need };
}

/** Loads the payments of claims that are not recorded yet, the oldest first. */
export async function loadSeenPayments(db: Db, claimIds: readonly string[]): Promise<SeenPayment[]> {
  const rows = await selectSeenPayments(db)
    .where(isAnyOf(db, 'claim_id', claimIds))
    .orderBy('first_seen_at')
    .execute();
  return rows.map(row => {
    const { claim_id, reference, amount, first_seen_at } = row;
    return { claim_id, reference, amount, first_seen_at, ...countConfirmations(row) };
  });
}
