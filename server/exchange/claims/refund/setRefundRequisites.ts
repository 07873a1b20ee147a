import type { Kysely } from 'kysely';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { isRefundToPayer, type RefundRequisites } from './refundFields.ts';

/**
 * Stores the refund requisites of a locked claim in addition to those of the payment. Requisites equal to those of the
 * payment are not stored twice. Returns the claim.
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
