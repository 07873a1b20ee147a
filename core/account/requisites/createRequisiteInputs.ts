import { signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import { toErrorCode } from '../../api/apiError.ts';
import type { ApiClient } from '../../api/client.ts';
import { sendCall } from '../../api/sendCall.ts';
import { listRequisiteInputsCall, type SavedRequisiteType } from '../../contract/account/savedRequisite.ts';
import type { RequisiteField } from '../../contract/course/pair.ts';

/** Fields that the server describes. `none`: no currency is chosen. */
export type InputsState =
  | { phase: 'none' }
  | { phase: 'loading' }
  | { phase: 'failed'; code: string }
  | { phase: 'ready'; fields: readonly RequisiteField[] };

/** The fields of a requisite to add. */
export interface RequisiteInputsModel {
  /** The field that chooses the currency. */
  readonly choice: ReadonlySignal<InputsState>;
  /** Code of the chosen currency; "" without one. */
  readonly currency: ReadonlySignal<string>;
  /** The fields of the chosen currency. */
  readonly inputs: ReadonlySignal<InputsState>;
  selectCurrency(code: string): void;
  /** Repeats the failed requests. */
  retry(): void;
  dispose(): void;
}

/** Creates the model and loads the currencies of a type. `api` sends the access token. */
export function createRequisiteInputs(api: ApiClient, type: SavedRequisiteType): RequisiteInputsModel {
  const choice = signal<InputsState>({ phase: 'loading' });
  const inputs = signal<InputsState>({ phase: 'none' });
  const currency = signal('');
  const lifetime = new AbortController();

  async function load(state: Signal<InputsState>, code?: string): Promise<void> {
    // Another currency may have been chosen meanwhile.
    const isWanted = () => !lifetime.signal.aborted && (code === undefined || currency.peek() === code);
    state.value = { phase: 'loading' };
    try {
      const query = { type, ...(code !== undefined && { currency: code }) };
      const fields = await sendCall(api, listRequisiteInputsCall, {
        query: { ...query },
        signal: lifetime.signal,
      });
      if (isWanted()) state.value = { phase: 'ready', fields };
    } catch (error) {
      if (isWanted()) state.value = { phase: 'failed', code: toErrorCode(error) };
    }
  }

  void load(choice);
  return {
    choice,
    currency,
    inputs,
    selectCurrency(code) {
      currency.value = code;
      void load(inputs, code);
    },
    retry() {
      if (choice.peek().phase === 'failed') void load(choice);
      if (inputs.peek().phase === 'failed') void load(inputs, currency.peek());
    },
    dispose: () => lifetime.abort(),
  };
}
