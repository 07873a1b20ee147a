import type { WidgetStep } from '#widget/widgetStep.ts';

/** Steps with a history entry, in their order. A claim has a page. */
const ENTRY_STEPS = ['form', 'requisites', 'confirm'] as const satisfies readonly WidgetStep[];

/** State of a history entry that the widget created. `depth`: number of entries from the form's entry to this one. */
export interface WidgetEntryState {
  isFromWidget: true;
  depth: number;
}

const isWidgetEntryState = (state: unknown): state is WidgetEntryState =>
  typeof state === 'object' && state !== null && 'isFromWidget' in state;

/** Creates the state of an entry for a step of the widget. */
export function createEntryState(depth: number): WidgetEntryState {
  return { isFromWidget: true, depth };
}

/** Whether a navigation with this state is the widget's own change. A later visit of the same entry is not. */
export function isOwnNavigation(state: unknown, navigationType: string): boolean {
  return navigationType !== 'POP' && isWidgetEntryState(state);
}

/** Number of history entries from the form's entry to an entry with this state. */
export function getEntryDepth(state: unknown): number {
  return isWidgetEntryState(state) ? state.depth : 0;
}

/** The depth of the current history entry, which the router renders a little later. */
export function readEntryDepth(): number {
  return getEntryDepth((history.state as { usr?: unknown } | null)?.usr);
}

/** The step of an entry by its depth. */
export function getEntryStep(depth: number): (typeof ENTRY_STEPS)[number] {
  return ENTRY_STEPS[depth] ?? 'form';
}

/** The depth of a step's entry; null for a claim. */
export function getStepDepth(step: WidgetStep): number | null {
  return step === 'claim' ? null : ENTRY_STEPS.indexOf(step);
}
