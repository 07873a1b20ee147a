import { sendCall } from '#core/api/sendCall.ts';
import { listDirectionsCall } from '#core/contract/calculator.ts';
import { fetchPair } from '../../api/calculator.ts';
import type { ApiClient } from '../../api/client.ts';
import type { RequisiteField } from '../../contract/course/pair.ts';
import type { ClaimStatus } from '../../contract/claim.ts';
import { listRefundFields } from '../../exchange/requisites/listRefundFields.ts';

/** The field of a backend that has no field definitions for the pair. */
const FALLBACK_REFUND_FIELD: RequisiteField = {
  name: 'refund',
  label: 'Куда вернуть деньги',
  type: 'text',
  required: true,
  visible: true,
  hint: null,
  options: null,
};

/** Fields that a refund of the claim needs: destination fields of its send side. Rejects with ApiError. */
export async function fetchRefundFields(
  api: ApiClient,
  { from, to }: ClaimStatus,
): Promise<readonly RequisiteField[]> {
  const items = (await sendCall(api, listDirectionsCall)).flatMap(direction => direction.items ?? []);
  const findItemId = (code: string) => items.find(item => item.code === code)?.id;
  const [fromId, toId] = [findItemId(from.code), findItemId(to.code)];
  if (fromId === undefined || toId === undefined) return [FALLBACK_REFUND_FIELD];
  const { structure } = await fetchPair(api, fromId, toId);
  const refundFields = listRefundFields(structure.from.input);
  return refundFields.length > 0 ? refundFields : [FALLBACK_REFUND_FIELD];
}
