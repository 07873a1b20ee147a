import { expressionBuilder } from 'kysely';
import type { Units } from '#core/exchange/amount.ts';
import { isAnyOf } from '#server/platform/database/isAnyOf.ts';
import type { DatabaseSchema, Db } from '#server/platform/database/schema.ts';
import { getRequiredConfirmations } from '../../catalogue/evmNetworks.ts';

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

/** Loads the payments of claims that are not recorded yet, the oldest first. */
export async function loadSeenPayments(db: Db, claimIds: readonly string[]): Promise<SeenPayment[]> {
  const rows = await db
    .selectFrom('observed_payments')
    .innerJoin('payment_sources', 'payment_sources.source', 'observed_payments.source')
    .innerJoin('currencies', 'currencies.id', 'observed_payments.currency_id')
    .select(['claim_id', 'reference', 'amount', 'first_seen_at', 'observed_payments.height'])
    .select(['payment_sources.height as last_height'])
    .select(['kind', 'ticker', 'network', 'confirmations', 'contract'])
    .where(isAnyOf(db, 'claim_id', claimIds))
    .where('recorded_at', 'is', null)
    .$narrowType<{ claim_id: string }>()
    .orderBy('first_seen_at')
    .execute();
  return rows.map(({ claim_id, reference, amount, first_seen_at, height, last_height, ...currency }) => {
    const need = getRequiredConfirmations(currency) ?? 1;
    const have = Math.min(need, Number(last_height - height) + 1);
    return { claim_id, reference, amount, first_seen_at, have, need };
  });
}
