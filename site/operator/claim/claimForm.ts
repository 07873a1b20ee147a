import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
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

/** The payments of a claim that a person can correct. */
export const listCorrectable = ({ money }: OperatorClaimDetail) =>
  money.filter(({ isCorrectable }) => isCorrectable);
