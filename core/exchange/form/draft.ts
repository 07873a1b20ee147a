import { importWithRetry } from '../../importWithRetry.ts';
import { computed, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { RequisiteField } from '../../contract/course/pair.ts';
import type { SideName } from '../course.ts';
import type { CurrentPair } from './pairView.ts';
import type { DraftValidation } from './draftValidation.ts';
import type { ExchangeDraft, FieldError, FieldName, PromocodeState } from './exchangeModel.ts';
import type { RequisiteNote, RequisiteVerdict } from '../requisites/validateRequisite.ts';

/** The part of a draft that survives a reload of the tab. */
export interface DraftState {
  values: Record<SideName, Record<string, string>>;
  email: string;
  promocode: string;
  consent: boolean;
}

/** The parts of the form that a draft depends on. */
export interface DraftOptions {
  currentPair: ReadonlySignal<CurrentPair | null>;
  /** Whether the fields of `inputVerify` are shown instead of `input`. */
  needsVerification: ReadonlySignal<boolean>;
  initial: Partial<DraftState>;
  /** Requests the pair with a promocode ("" for none). Resolves to a code of messages.ts if it is refused, else null. */
  checkPromocode(promocode: string): Promise<string | null>;
}

/** A draft with the members that only the form's model uses. */
export interface InternalDraft extends ExchangeDraft {
  readonly state: ReadonlySignal<DraftState>;
  /** Marks the applied promocode as refused by another request. */
  refusePromocode(code: string): void;
}

/** Creates the draft of a form. */
export function createDraft(options: DraftOptions): InternalDraft {
  const { currentPair, needsVerification, initial } = options;
  const values = signal<DraftState['values']>(initial.values ?? { from: {}, to: {} });
  const email = signal(initial.email ?? '');
  const consent = signal(initial.consent ?? false);
  const promocode = signal<PromocodeState>(
    initial.promocode ? { state: 'applied', text: initial.promocode } : { state: 'none' },
  );
  const errors = signal<Partial<Record<FieldName, FieldError>>>({});
  const notes = signal<Partial<Record<FieldName, RequisiteNote>>>({});

  const fields = computed<Record<SideName, RequisiteField[]>>(() => {
    const structure = currentPair.value?.pair.structure;
    const inputKey = needsVerification.value ? 'inputVerify' : 'input';
    const visibleFieldsOf = (side: SideName) =>
      structure?.[side][inputKey].filter(field => field.visible) ?? [];
    return { from: visibleFieldsOf('from'), to: visibleFieldsOf('to') };
  });

  const state = computed<DraftState>(() => ({
    values: values.value,
    email: email.value,
    consent: consent.value,
    promocode: promocode.value.state === 'applied' ? promocode.value.text : '',
  }));

  const getValue = (side: SideName, name: string) => values.value[side][name] ?? '';

  function clearFieldState(name: FieldName) {
    const without = <T>(all: Partial<Record<FieldName, T>>) => {
      if (!(name in all)) return all;
      const { [name]: _, ...rest } = all;
      return rest as Partial<Record<FieldName, T>>;
    };
    errors.value = without(errors.peek());
    notes.value = without(notes.peek());
  }

  function showVerdict(name: FieldName, verdict: RequisiteVerdict) {
    clearFieldState(name);
    if (!verdict.ok) {
      const { ok: _, ...error } = verdict;
      errors.value = { ...errors.peek(), [name]: error };
    } else if (verdict.note) notes.value = { ...notes.peek(), [name]: verdict.note };
  }

  let validation: DraftValidation | null = null;
  // Loaded on the first validation, to keep the first form small.
  async function loadValidation(): Promise<DraftValidation> {
    const { createDraftValidation } = await importWithRetry(() => import('./draftValidation.ts'));
    return (validation ??= createDraftValidation({
      currentPair,
      fields,
      values,
      email,
      promocode,
      consent,
      showVerdict,
    }));
  }

  return {
    fields,
    email,
    consent,
    promocode,
    errors,
    notes,
    state,
    getValue,
    setValue(side, name, text) {
      values.value = { ...values.peek(), [side]: { ...values.peek()[side], [name]: text } };
      clearFieldState(`${side}.${name}`);
    },
    setEmail(text) {
      email.value = text;
      clearFieldState('email');
    },
    setConsent(isGiven) {
      consent.value = isGiven;
      clearFieldState('consent');
    },
    async applyPromocode(typed) {
      const text = typed.trim();
      clearFieldState('promocode');
      promocode.value = text === '' ? { state: 'none' } : { state: 'checking', text };
      const started = promocode.peek();
      const code = await options.checkPromocode(text);
      if (promocode.peek() !== started || text === '') return;
      promocode.value = code === null ? { state: 'applied', text } : { state: 'refused', text, code };
      if (code !== null) errors.value = { ...errors.peek(), promocode: { code } };
    },
    refusePromocode(code) {
      const now = promocode.peek();
      if (now.state !== 'applied') return;
      promocode.value = { state: 'refused', text: now.text, code };
      errors.value = { ...errors.peek(), promocode: { code } };
    },
    validateField: async name => (await loadValidation()).validateField(name),
    validateAll: async () => (await loadValidation()).validateAll(),
    showErrors(refused) {
      errors.value = { ...errors.peek(), ...refused };
    },
    getRequisites: async () => (await loadValidation()).getRequisites(),
    clear() {
      values.value = { from: {}, to: {} };
      consent.value = false;
      promocode.value = { state: 'none' };
      errors.value = {};
      notes.value = {};
    },
  };
}
