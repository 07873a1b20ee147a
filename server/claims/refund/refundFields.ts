import { isClosedStatus } from '#core/claim/status.ts';
import type { RequisiteField } from '#core/contract/calculator.ts';
import { listRefundFields } from '#core/exchange/requisites/fieldTypes.ts';
import { listRequisiteFields } from '../../catalogue/requisiteFields.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import type { ClaimRow } from '../../database/claimRows.ts';
import { isErased } from '../retention/eraseRequisites.ts';
import { parseStoredRequisites } from '../storedRequisites.ts';

/** Lists the fields needed to refund in this currency (for cash: the contact). All are required and visible. */
export function getRefundFields(currency: Currency): RequisiteField[] {
  return listRefundFields(listRequisiteFields(currency, 'from', 'default'));
}

/**
 * Returns the refund requisites of a claim, field name → value. Null until the client has given all of them, and if
 * they were erased.
 */
export function getRefundRequisites(
  currency: Currency,
  claim: Pick<ClaimRow, 'status' | 'from_requisites'>,
): Record<string, string> | null {
  const values = parseStoredRequisites(claim.from_requisites);
  const requisites: Record<string, string> = {};
  for (const { name } of getRefundFields(currency)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (!value || (isErased(value) && !isClosedStatus(claim.status))) return null;
    requisites[name] = value;
  }
  return requisites;
}
