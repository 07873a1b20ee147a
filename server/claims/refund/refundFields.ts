import type { RequisiteField } from '#core/contract/calculator.ts';
import { listRequisiteFields } from '../../catalogue/requisiteFields.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import type { ClaimRow } from '../../database/schema.ts';

/** Kinds of fields that money can be sent to. */
const REFUND_FIELD_TYPES: ReadonlySet<RequisiteField['type']> = new Set(['address', 'card', 'phone']);

/** What has to be known to send money back in this currency; for cash, whom to meet. All of it required and shown. */
export function getRefundFields(currency: Currency): RequisiteField[] {
  const allFields = listRequisiteFields(currency, 'from', 'default');
  const destinationFields = allFields.filter(({ type }) => REFUND_FIELD_TYPES.has(type));
  return (destinationFields.length > 0 ? destinationFields : allFields).map(field => ({
    ...field,
    required: true,
    visible: true,
  }));
}

/** Where a refund of this claim goes, field name → value; null until the client has said it. */
export function getRefundRequisites(
  currency: Currency,
  claim: Pick<ClaimRow, 'from_requisites'>,
): Record<string, string> | null {
  const values = JSON.parse(claim.from_requisites) as Record<string, string>;
  const requisites: Record<string, string> = {};
  for (const { name } of getRefundFields(currency)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (!value) return null;
    requisites[name] = value;
  }
  return requisites;
}
