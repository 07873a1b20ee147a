import { effect } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { DraftState } from './draft.ts';
import type { ExchangeOptions } from './exchangeModel.ts';
import { hasLoadedDirections } from './exchangeState.ts';
import type { ExchangeState } from './exchangeState.ts';
import type { FormStorage, SavedForm } from './formStorage.ts';

/** The form that this tab saved. */
export interface RestoredForm {
  /** The saved draft and amounts; null without a saved form. */
  saved: SavedForm | null;
  /** The same form if it was saved under the same URL and attributes, else null: another deep link starts anew. */
  matching: SavedForm | null;
}

/** Reads the form that this tab saved. */
export function restoreForm(storage: FormStorage, { selections }: ExchangeOptions): RestoredForm {
  const saved = storage.getForm();
  return { saved, matching: saved?.wanted === toSelectionsKey(selections) ? saved : null };
}

/** Saves the form of this tab after each change, once the person has touched it. */
export interface FormAutosave {
  /** The person typed or chose something. */
  markTouched(): void;
  /** The person picked the pair: it takes precedence over the URL and the attributes. */
  markPairPicked(): void;
  /** The page requested another pair: the pair is no longer the person's pick. */
  clearPickedPair(): void;
  stop(): void;
}

/** Starts saving; a form that nobody touched is not stored. */
export function startFormAutosave(
  { selections }: ExchangeOptions,
  state: ExchangeState,
  draft: ReadonlySignal<DraftState>,
  storage: FormStorage,
  { saved, matching }: RestoredForm,
): FormAutosave {
  let progress: 'untouched' | 'touched' | 'pairPicked' =
    matching?.picked != null ? 'pairPicked' : saved ? 'touched' : 'untouched';
  const initialDraft = draft.peek();
  const stop = effect(() => {
    const [typed, currentPair, chosen] = [
      state.typedAmount.value,
      state.currentPair.value,
      state.chosenCourseType.value,
    ];
    const draftState = draft.value;
    if (progress === 'untouched' && draftState !== initialDraft) progress = 'touched';
    if (progress === 'untouched') return;
    // A snapshot on screen is not the pair that the person picked.
    const pair =
      currentPair && hasLoadedDirections(state)
        ? { from: currentPair.from.code, to: currentPair.to.code, city: currentPair.city }
        : (matching?.picked ?? null);
    storage.saveFormSoon({
      wanted: toSelectionsKey(selections),
      picked: progress === 'pairPicked' ? pair : null,
      typed,
      chosen,
      draft: draftState,
    });
  });
  return {
    markTouched() {
      if (progress === 'untouched') progress = 'touched';
    },
    markPairPicked: () => void (progress = 'pairPicked'),
    clearPickedPair() {
      if (progress === 'pairPicked') progress = 'touched';
    },
    stop,
  };
}

function toSelectionsKey(selections: ExchangeOptions['selections']): string {
  return JSON.stringify(selections ?? {});
}
