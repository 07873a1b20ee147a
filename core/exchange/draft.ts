import { again } from '../again.ts';
import { computed, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { Field } from '../contract/calculator.ts';
import type { SideName } from './course.ts';
import type { Current } from './figures.ts';
import type { Checks } from './checks.ts';
import type { Draft, FieldError, FieldName, Promocode } from './model.ts';
import type { Note, Verdict } from './requisites.ts';

/** The draft as it survives a reload of the tab. */
export interface DraftState {
  values: Record<SideName, Record<string, string>>;
  email: string;
  promocode: string;
  consent: boolean;
}

/** What a draft needs of its form. */
export interface DraftOptions {
  current: ReadonlySignal<Current | null>;
  /** Whether inputVerify is asked for, else input. */
  verification: ReadonlySignal<boolean>;
  first: DraftState | null;
  /** Asks for the pair with this promocode ("" without); a code of messages.ts when it is refused. */
  ask(promocode: string): Promise<string | null>;
}

/** A draft and what only its form may read and do. */
export interface OwnedDraft extends Draft {
  readonly state: ReadonlySignal<DraftState>;
  /** The server refused the promocode in a call that was about something else. */
  promocodeRefused(code: string): void;
}

/** The draft of a form. */
export function create(options: DraftOptions): OwnedDraft {
  const { current, verification, first } = options;
  const values = signal<DraftState['values']>(first?.values ?? { from: {}, to: {} });
  const email = signal(first?.email ?? '');
  const consent = signal(first?.consent ?? false);
  const promocode = signal<Promocode>(
    first?.promocode ? { state: 'applied', text: first.promocode } : { state: 'none' },
  );
  const errors = signal<Partial<Record<FieldName, FieldError>>>({});
  const notes = signal<Partial<Record<FieldName, Note>>>({});

  const fields = computed<Record<SideName, Field[]>>(() => {
    const structure = current.value?.pair.structure;
    const which = verification.value ? 'inputVerify' : 'input';
    const of = (side: SideName) => structure?.[side][which].filter(field => field.visible) ?? [];
    return { from: of('from'), to: of('to') };
  });

  const state = computed<DraftState>(() => ({
    values: values.value,
    email: email.value,
    consent: consent.value,
    promocode: promocode.value.state === 'applied' ? promocode.value.text : '',
  }));

  const value = (side: SideName, name: string) => values.value[side][name] ?? '';

  function drop(name: FieldName) {
    const without = <T>(all: Partial<Record<FieldName, T>>) => {
      if (!(name in all)) return all;
      const { [name]: _, ...rest } = all;
      return rest as Partial<Record<FieldName, T>>;
    };
    errors.value = without(errors.peek());
    notes.value = without(notes.peek());
  }

  function note(name: FieldName, verdict: Verdict) {
    drop(name);
    if (!verdict.ok) {
      const { ok: _, ...error } = verdict;
      errors.value = { ...errors.peek(), [name]: error };
    } else if (verdict.note) notes.value = { ...notes.peek(), [name]: verdict.note };
  }

  let loaded: Checks | null = null;
  // For a form that is only looked at there is nothing to check.
  async function checks(): Promise<Checks> {
    const { create } = await again(() => import('./checks.ts'));
    return (loaded ??= create({ current, fields, values, email, promocode, consent, note }));
  }

  return {
    fields,
    email,
    consent,
    promocode,
    errors,
    notes,
    state,
    value,
    setValue(side, name, text) {
      values.value = { ...values.peek(), [side]: { ...values.peek()[side], [name]: text } };
      drop(`${side}.${name}`);
    },
    setEmail(text) {
      email.value = text;
      drop('email');
    },
    setConsent(given) {
      consent.value = given;
      drop('consent');
    },
    async applyPromocode(typed) {
      const text = typed.trim();
      drop('promocode');
      promocode.value = text === '' ? { state: 'none' } : { state: 'checking', text };
      const mine = promocode.peek();
      const code = await options.ask(text);
      if (promocode.peek() !== mine || text === '') return;
      promocode.value = code === null ? { state: 'applied', text } : { state: 'refused', text, code };
      if (code !== null) errors.value = { ...errors.peek(), promocode: { code } };
    },
    promocodeRefused(code) {
      const now = promocode.peek();
      if (now.state !== 'applied') return;
      promocode.value = { state: 'refused', text: now.text, code };
      errors.value = { ...errors.peek(), promocode: { code } };
    },
    checkField: async name => (await checks()).field(name),
    check: async () => (await checks()).all(),
    refuse(found) {
      errors.value = { ...errors.peek(), ...found };
    },
    requisites: async () => (await checks()).requisites(),
    clear() {
      values.value = { from: {}, to: {} };
      consent.value = false;
      promocode.value = { state: 'none' };
      errors.value = {};
      notes.value = {};
    },
  };
}
