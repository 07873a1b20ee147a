import type { ClaimContext } from '../claimContext.ts';
import type { ClaimStep } from '../claimModel.ts';

/** Moves from the form to the requisites to the confirmation. Resolves with whether the step changed. */
export async function goToNextStep(
  context: ClaimContext,
  goToStep: (step: ClaimStep) => void,
): Promise<boolean> {
  const { isInPhase, options } = context;
  try {
    if (isInPhase('form') && (await canLeaveForm(context))) goToStep('requisites');
    else if (isInPhase('requisites') && (await canLeaveRequisites(context))) goToStep('confirm');
    else return false;
    return true;
  } catch (error) {
    options.log?.('Could not validate the step', error);
    options.onError?.('network');
    return false;
  }
}

async function canLeaveForm({ options: { exchange }, isInPhase }: ClaimContext): Promise<boolean> {
  const isAmountValid = () => !exchange.closedReason.peek() && exchange.commitAmount();
  if (!isAmountValid()) return false;
  const isFresh = await exchange.refreshCourse();
  return isInPhase('form') && isFresh && isAmountValid();
}

async function canLeaveRequisites({ options: { exchange }, isInPhase }: ClaimContext): Promise<boolean> {
  const [, invalidFields] = await Promise.all([exchange.refreshCourse(), exchange.draft.validateAll()]);
  if (!isInPhase('requisites') || invalidFields.length > 0) return false;
  return exchange.draft.promocode.peek().state !== 'checking';
}
