import type { RequisiteField } from '../../contract/course/pair.ts';
import { FIELD_TYPES } from './fieldTypes.ts';

/**
 * The input fields of a refund, all visible: the destinations among the send side's `fields` with their memo, which an
 * exchange's wallet needs, or all fields if there is no destination (cash). Only a memo is optional.
 */
export function listRefundFields(fields: readonly RequisiteField[]): RequisiteField[] {
  const hasDestination = fields.some(({ type }) => FIELD_TYPES[type].isDestination);
  return fields
    .filter(({ type }) => !hasDestination || FIELD_TYPES[type].isDestination || type === 'memo')
    .map(field => ({ ...field, required: !hasDestination || field.type !== 'memo', visible: true }));
}
