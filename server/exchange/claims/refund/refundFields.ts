import { isClosedStatus } from '#core/claim/status.ts';
import type { RequisiteField } from '#core/contract/course/pair.ts';
import { FIELD_TYPES } from '#core/exchange/requisites/fieldTypes.ts';
import { listRefundFields } from '#core/exchange/requisites/listRefundFields.ts';
import { listRequisiteFields } from '../../catalogue/requisiteFields.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { isErased } from '../retention/eraseRequisites.ts';
import { parseStoredRequisites } from '../storedRequisites.ts';
import type { Db } from '#server/platform/database/schema.ts';

/** Field name → value. */
export type RefundRequisites = Readonly<Record<string, string>>;

type PaidClaim = Pick<ClaimRow, 'status' | 'from_requisites' | 'refund_requisites'>;

/** Lists the fields needed to refund in this currency (for cash: the contact). All are visible. */
export function getRefundFields(currency: Currency): RequisiteField[] {
  return listRefundFields(listRequisiteFields(currency, 'from', 'default'));
}

/**
 * Returns the refund requisites of a claim: those named by the client, else those of the payment. Null if a required
 * value is missing, or if a value of an open claim was erased.
 */
export function getRefundRequisites(currency: Currency, claim: PaidClaim): Record<string, string> | null {
  const values = parseStoredRequisites(claim.refund_requisites ?? claim.from_requisites);
  const requisites: Record<string, string> = {};
  for (const { name, required } of getRefundFields(currency)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value && isErased(value) && !isClosedStatus(claim.status)) return null;
    if (value) requisites[name] = value;
    else if (required) return null;
  }
  return requisites;
}

/** Completes the client's refund requisites with those of the claim. A new destination uses only its own memo. */
export function completeRefundRequisites(
  currency: Currency,
  claim: PaidClaim,
  given: RefundRequisites,
): RefundRequisites {
  const isDestinationGiven = getRefundFields(currency).some(
    ({ name, type }) => FIELD_TYPES[type].isDestination && Object.hasOwn(given, name),
  );
  return isDestinationGiven ? given : { ...getRefundRequisites(currency, claim), ...given };
}

/** Whether a refund to these requisites goes to those of the payment. False for erased ones. */
function isRefundToPayer(
  currency: Currency,
  claim: Pick<ClaimRow, 'status' | 'from_requisites'>,
  requisites: RefundRequisites,
): boolean {
  const paid = getRefundRequisites(currency, { ...claim, refund_requisites: null });
  return paid !== null && areSameRequisites(paid, requisites);
}

/** Whether two requisites have the same values, ignoring the case and the spaces of a name. */
export function areSameRequisites(left: RefundRequisites, right: RefundRequisites): boolean {
  return [...Object.keys(left), ...Object.keys(right)].every(
    name => normalize(left[name] ?? '') === normalize(right[name] ?? ''),
  );
}

const normalize = (value: string): string =>
  value.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Stores the refund requisites of a locked claim in addition to those of the payment. Requisites equal to those of the
 * payment are not stored twice. Returns the claim.
 */
export function setRefundRequisites(
  trx: Db,
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
