import type { ClaimModel } from '#core/claim/claimModel.ts';

/** Steps in their order. `claim`: a claim exists. */
export const WIDGET_STEPS = ['form', 'requisites', 'confirm', 'claim'] as const;

/** The step that the widget shows. */
export type WidgetStep = (typeof WIDGET_STEPS)[number];

/** The step of the claim's phase; the form before its module is loaded. Reads a signal. */
export function getWidgetStep(claim: ClaimModel | null): WidgetStep {
  const phase = claim?.phase.value.phase ?? 'form';
  if (phase === 'form' || phase === 'requisites') return phase;
  return ['opening', 'locked', 'open'].includes(phase) ? 'claim' : 'confirm';
}
