import * as v from 'valibot';
import { CalculatorSettings } from '../../contract/calculator.ts';
import { createJsonStorage } from '../../storage.ts';
import type { ExchangeOptions } from './exchangeModel.ts';

const SideSchema = v.picklist(['from', 'to']);
const ValuesSchema = v.record(v.string(), v.string());

const SavedForm = v.object({
  /** The page's wishes it was filled in under: another deep link begins a new form. */
  wanted: v.string(),
  /** Codes of the pair, when the person picked it. */
  picked: v.nullable(v.object({ from: v.string(), to: v.string(), city: v.nullable(v.string()) })),
  typed: v.nullable(v.object({ side: SideSchema, text: v.string(), value: v.nullable(v.string()) })),
  chosen: v.nullable(v.picklist(['default', 'verification'])),
  draft: v.object({
    values: v.object({ from: ValuesSchema, to: ValuesSchema }),
    email: v.string(),
    promocode: v.string(),
    consent: v.boolean(),
  }),
});

/** The half-filled form of this tab. */
export type SavedForm = v.InferOutput<typeof SavedForm>;

const SettingsSnapshot = v.object({ at: v.number(), settings: CalculatorSettings });

/** The last answer good enough to show a form with, and when it came (milliseconds by this device's clock). */
export type SettingsSnapshot = v.InferOutput<typeof SettingsSnapshot>;

/** How old a snapshot may be: a day. Its course is shown as stale in any case. */
const MAX_SNAPSHOT_AGE_MS = 24 * 3600_000;

/** A form is written down so long after it changed, milliseconds: what a key changes is painted first, many keys are one. */
const FORM_SAVE_DELAY_MS = 500;

/** What a form keeps: the last known directions for all tabs, what was filled in for this tab only. */
export interface FormStorage {
  getForm(): SavedForm | null;
  /** Writes it down soon; the newest counts. */
  saveFormSoon(form: SavedForm): void;
  /** Writes down at once what is still to be: the page may go away. */
  flush(): void;
  getSnapshot(): SettingsSnapshot | null;
  saveSnapshot(snapshot: SettingsSnapshot): void;
}

/** The memory of a form, by API origin and scope. */
export function createFormStorage({
  api,
  scope = 'main',
  local = null,
  session = null,
}: ExchangeOptions): FormStorage {
  const prefix = `exchange:${api.base}:`;
  const browserStorage = createJsonStorage(local, prefix);
  const tabStorage = createJsonStorage(session, `${prefix}${scope}:`);
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
    getSnapshot() {
      const snapshot = browserStorage.read(SettingsSnapshot, 'snapshot');
      return snapshot && api.clock.now() - snapshot.at < MAX_SNAPSHOT_AGE_MS ? snapshot : null;
    },
    saveSnapshot: snapshot => browserStorage.write('snapshot', snapshot),
  };
}
