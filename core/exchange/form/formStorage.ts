import * as v from 'valibot';
import { CalculatorSettings } from '../../contract/course/calculatorSettings.ts';
import { createJsonStorage } from '../../storage.ts';
import { getFormKeyPrefix, HANDED_PROMOCODE_KEY } from './handedPromocode.ts';
import type { ExchangeOptions } from './exchangeModel.ts';

const SideSchema = v.picklist(['from', 'to']);
const ValuesSchema = v.record(v.string(), v.string());
const PairSchema = v.object({ from: v.string(), to: v.string(), city: v.nullable(v.string()) });

const SavedForm = v.object({
  /** JSON of the URL and attribute selections that the form was filled in under. */
  wanted: v.string(),
  /** The codes of the pair, if the person picked it. */
  picked: v.nullable(PairSchema),
  /** The codes of the pair that `typed` is for; older versions did not save it. */
  pair: v.optional(v.nullable(PairSchema), null),
  typed: v.nullable(v.object({ side: SideSchema, text: v.string(), value: v.nullable(v.string()) })),
  chosen: v.nullable(v.picklist(['default', 'verification'])),
  draft: v.object({
    values: v.object({ from: ValuesSchema, to: ValuesSchema }),
    email: v.string(),
    promocode: v.string(),
    consent: v.boolean(),
  }),
});

/** The partly filled form of this tab. */
export type SavedForm = v.InferOutput<typeof SavedForm>;

const SettingsSnapshot = v.object({ at: v.number(), settings: CalculatorSettings });

/** The last response that a form can be shown with, and when it arrived (milliseconds of this device's clock). */
export type SettingsSnapshot = v.InferOutput<typeof SettingsSnapshot>;

/** Maximum age of a snapshot: one day. Its course is always shown as stale. */
const MAX_SNAPSHOT_AGE_MS = 24 * 3600_000;

/** Delay before a changed form is saved: the keystroke is painted first, and several keystrokes are saved at once. */
const FORM_SAVE_DELAY_MS = 500;

/** The stored state of a form: a snapshot shared by all tabs, and the form of this tab. */
export interface FormStorage {
  getForm(): SavedForm | null;
  /** Saves the form after a delay; a later call replaces it. */
  saveFormSoon(form: SavedForm): void;
  /** Saves a delayed form now: the page may be closed. */
  flush(): void;
  /** Returns a promocode that another page has handed to this form, once; null without one. */
  takePromocode(): string | null;
  getSnapshot(): SettingsSnapshot | null;
  saveSnapshot(snapshot: SettingsSnapshot): void;
}

/** Creates the storage of a form; its keys contain the API origin and the scope. */
export function createFormStorage({
  api,
  scope = 'main',
  local = null,
  session = null,
}: ExchangeOptions): FormStorage {
  const prefix = `exchange:${api.base}:`;
  const browserStorage = createJsonStorage(local, prefix);
  const tabStorage = createJsonStorage(session, getFormKeyPrefix(api.base, scope));
  let unsavedForm: SavedForm | null = null;
  let cancelTimer: (() => void) | null = null;

  function flush() {
    cancelTimer?.();
    cancelTimer = null;
    if (unsavedForm) tabStorage.write('form', unsavedForm);
    unsavedForm = null;
  }

  return {
    getForm: () => tabStorage.read(SavedForm, 'form'),
    saveFormSoon(form) {
      unsavedForm = form;
      cancelTimer ??= api.clock.setTimer(flush, FORM_SAVE_DELAY_MS);
    },
    flush,
    takePromocode() {
      const promocode = tabStorage.read(v.string(), HANDED_PROMOCODE_KEY);
      tabStorage.remove(HANDED_PROMOCODE_KEY);
      return promocode;
    },
    getSnapshot() {
      const snapshot = browserStorage.read(SettingsSnapshot, 'snapshot');
      return snapshot && api.clock.now() - snapshot.at < MAX_SNAPSHOT_AGE_MS ? snapshot : null;
    },
    saveSnapshot: snapshot => browserStorage.write('snapshot', snapshot),
  };
}
