import { effect, signal } from '@preact/signals-core';
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
  /**
   * The same form if it was saved under the same URL and attributes, else null: another deep link starts anew. A page
   * without any selection, such as the site's own link to the form, continues with the saved pair.
   */
  matching: SavedForm | null;
}

/** Reads the form that this tab saved. */
export function restoreForm(storage: FormStorage, { selections }: ExchangeOptions): RestoredForm {
  const saved = storage.getForm();
  if (!saved) return { saved, matching: null };
  if (saved.wanted === toSelectionsKey(selections)) return { saved, matching: saved };
  const { url = {}, attribute = {} } = selections ?? {};
  const hasSelection = Object.keys({ ...url, ...attribute }).length > 0;
  if (hasSelection || !saved.pair) return { saved, matching: null };
  return { saved, matching: { ...saved, picked: saved.pair } };
}

/** Saves the form of this tab after each change, once the person has touched it. */
export interface FormAutosave {
  /** The person typed or chose something, or went on to the next step. */
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
  const progress = signal<'untouched' | 'touched' | 'pairPicked'>(
    matching?.picked != null ? 'pairPicked' : saved ? 'touched' : 'untouched',
  );
  const initialDraft = draft.peek();
  const stop = effect(() => {
    const [typed, currentPair, chosen] = [
      state.typedAmount.value,
      state.currentPair.value,
      state.chosenCourseType.value,
    ];
    const draftState = draft.value;
    const currentProgress = progress.value;
    const isTouched = currentProgress !== 'untouched' || draftState !== initialDraft;
    if (!isTouched) return;
    // A snapshot on screen is not the pair that the person picked.
    const pair =
      currentPair && hasLoadedDirections(state)
        ? { from: currentPair.from.code, to: currentPair.to.code, city: currentPair.city }
        : (matching?.picked ?? null);
    storage.saveFormSoon({
      wanted: toSelectionsKey(selections),
      picked: currentProgress === 'pairPicked' ? pair : null,
      pair,
      typed,
      chosen,
      draft: draftState,
    });
  });
  return {
    markTouched() {
      if (progress.peek() === 'untouched') progress.value = 'touched';
    },
    markPairPicked: () => void (progress.value = 'pairPicked'),
    clearPickedPair() {
      if (progress.peek() === 'pairPicked') progress.value = 'touched';
    },
    stop,
  };
}

function toSelectionsKey(selections: ExchangeOptions['selections']): string {
  return JSON.stringify(selections ?? {});
}
