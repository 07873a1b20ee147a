import { ApiError } from '#core/api/apiError.ts';
import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import type { MessageData } from '#core/messages.ts';
import { formatStaffMessage } from '#core/staffMessages.ts';
import { findEmptyError } from '../../auth/validateFields.ts';
import type { FormValues } from '../../elements/form/useForm.ts';

/** What the form of an action on a claim gets. */
export interface ClaimForm {
  claim: OperatorClaimDetail;
  /** Sends a change, and shows the changed claim, or who was faster. Rejects with any other error. */
  onSend: (send: () => Promise<OperatorClaimDetail>) => Promise<void>;
  /** Called if nothing is done. */
  onClose: () => void;
}

/** Codes of the required inputs that are empty. */
export const findMissing = (values: FormValues, needs: readonly string[]) =>
  Object.fromEntries(needs.map(name => [name, findEmptyError(values[name]?.trim())]));

/** Keeps the server's sentences about fields, which name the network, and names the claim that has the reference. */
export function describeReference(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { message, code, body } = error;
  const fields =
    code === 'transfer_recorded' ? { form: [formatStaffMessage(code, body as MessageData)] } : error.fields;
  return new ApiError(message, { ...error, fields, codes: {} });
}
