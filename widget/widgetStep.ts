import type { ClaimModel } from '#core/claim/claimModel.ts';

/** Steps in their order. `claim`: a claim exists. */
export const WIDGET_STEPS = ['form', 'requisites', 'confirm', 'claim'] as const;

/** What the widget shows. */
export type WidgetStep = (typeof WIDGET_STEPS)[number];

/** The step of the claim's phase; the form before its module is loaded. Reads a signal. */
export function getWidgetStep(claim: ClaimModel | null): WidgetStep {
  const phase = claim?.phase.value.phase ?? 'form';
  if (phase === 'form' || phase === 'requisites') return phase;
  return phase === 'opening' || phase === 'locked' || phase === 'open' ? 'claim' : 'confirm';
}

/** Goes back until `step` is shown. Does nothing with a claim, while one is being created, and for a later step. */
export function returnToStep(claim: ClaimModel | null, step: WidgetStep): void {
  while (claim && WIDGET_STEPS.indexOf(getWidgetStep(claim)) > WIDGET_STEPS.indexOf(step)) {
    const previous = claim.phase.peek();
    claim.goBack();
    if (claim.phase.peek() === previous) return;
  }
}
