import { expressionBuilder, type InferResult } from 'kysely';
import type { Units } from '#core/exchange/amount.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { DatabaseSchema, Db } from '#server/platform/database/schema.ts';
import { getRequiredConfirmations } from '../../catalogue/paymentNetworks.ts';

/**
 * How long a payment may wait for its first block, milliseconds. After that it counts with the time of its block: a client
 * must not hold the promised course with a low fee, to replace the payment when the market has moved.
 */
const MAX_WAIT_MS = 3n * 3_600_000n;

/**
 * In a query of `observed_payments`: whether the payment had waited too long when its source was last checked. So a
 * silent node ends nothing, and neither does a replaced block.
 */
export const hasWaitedTooLong = () => {
  const { and, eb, selectFrom } = expressionBuilder<DatabaseSchema, 'observed_payments'>();
  const oldest = selectFrom('payment_sources')
    .select(one => one('checked_at', '-', MAX_WAIT_MS).as('oldest'))
    .whereRef('payment_sources.source', '=', 'observed_payments.source');
  return and([
    eb('observed_payments.block_hash', 'is', null),
    eb('observed_payments.first_seen_at', '<=', oldest),
  ]);
};

/**
 * In a query of `claims`: whether a node has seen a payment of the claim before its deadline that is not final, so not
 * recorded yet, and has not waited too long. A later one is late anyway: else a client could keep a claim and its reserve
 * by replacing a payment again and again.
 */
export const hasPaymentInTime = () =>
  expressionBuilder<DatabaseSchema, 'claims'>().exists(query =>
    query
      .selectFrom('observed_payments')
      .select('observed_payments.reference')
      .whereRef('observed_payments.claim_id', '=', 'claims.id')
      .where('observed_payments.recorded_at', 'is', null)
      .whereRef('observed_payments.first_seen_at', '<', 'claims.deadline')
      .where(({ not }) => not(hasWaitedTooLong())),
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

/**
 * Selects the payments of claims that are not recorded yet and have not waited too long, with what `countConfirmations`
 * needs.
 */
export const selectSeenPayments = (db: Db) =>
  db
    .selectFrom('observed_payments')
    .innerJoin('payment_sources', 'payment_sources.source', 'observed_payments.source')
    .innerJoin('currencies', 'currencies.id', 'observed_payments.currency_id')
    .selectAll('observed_payments')
    .select(['payment_sources.height as last_height', 'kind', 'ticker', 'network', 'confirmations'])
    .where('recorded_at', 'is', null)
    .where('claim_id', 'is not', null)
    .where(({ not }) => not(hasWaitedTooLong()))
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
