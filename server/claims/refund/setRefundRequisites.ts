import type { Kysely } from 'kysely';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import type { ClaimRow } from '../../database/claimRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { isRefundToPayer, type RefundRequisites } from './refundFields.ts';

/**
 * Stores where the refund of a locked claim goes, beside the requisites of the payment, which stay. Those themselves are not
 * stored twice. Returns the claim.
 */
export function setRefundRequisites(
  trx: Kysely<DatabaseSchema>,
  claim: ClaimRow,
  { currency, requisites, at }: { currency: Currency; requisites: RefundRequisites; at: bigint },
): Promise<ClaimRow> {
  const stored = isRefundToPayer(currency, claim, requisites) ? null : JSON.stringify(requisites);
  return trx
    .updateTable('claims')
    .set({ refund_requisites: stored, updated_at: at })
    .where('id', '=', claim.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
