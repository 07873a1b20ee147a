import { signal, type ReadonlySignal } from '@preact/signals-core';
import { ApiError, isUnsupportedCall, toErrorCode } from '../../api/apiError.ts';
import type { ApiClient } from '../../api/client.ts';
import { sendCall } from '../../api/sendCall.ts';
import {
  addPasskeyCall,
  deletePasskeyCall,
  listPasskeysCall,
  renamePasskeyCall,
  startPasskeyCall,
  type Passkey,
} from '../../contract/account/passkeys.ts';
import type { PasskeyPrompt } from './passkeyPrompt.ts';

/** The passkeys of the account, the newest first. `unsupported`: the backend has no such call. */
export type PasskeyListState =
  | { phase: 'loading' }
  | { phase: 'failed'; code: string }
  | { phase: 'unsupported' }
  | { phase: 'ready'; passkeys: readonly Passkey[] };

/** The list of the account's passkeys. Changes reject with ApiError, and leave the list as it is. */
export interface PasskeyListModel {
  readonly state: ReadonlySignal<PasskeyListState>;
  /** Loads the list, again after a failure. The returned function discards a pending response. */
  load(): () => void;
  /** Requests a passkey from the browser and adds it; null if cancelled. Also rejects with PasskeyPromptError. */
  add(): Promise<Passkey | null>;
  rename(id: string, name: string): Promise<void>;
  /** Deletes a passkey; also succeeds if somebody has deleted it meanwhile. */
  remove(id: string): Promise<void>;
}

/** Creates the list, not loaded yet. `api` sends the access token. */
export function createPasskeyList(api: ApiClient, prompt: Pick<PasskeyPrompt, 'create'>): PasskeyListModel {
  const state = signal<PasskeyListState>({ phase: 'loading' });

  async function fetchList(abortSignal: AbortSignal): Promise<void> {
    state.value = { phase: 'loading' };
    try {
      const { results: passkeys } = await sendCall(api, listPasskeysCall, { signal: abortSignal });
      if (!abortSignal.aborted) state.value = { phase: 'ready', passkeys };
    } catch (error) {
      if (abortSignal.aborted) return;
      state.value = isUnsupportedCall(error)
        ? { phase: 'unsupported' }
        : { phase: 'failed', code: toErrorCode(error) };
    }
  }

  function change(apply: (passkeys: readonly Passkey[]) => Passkey[]): void {
    const now = state.peek();
    if (now.phase === 'ready') state.value = { phase: 'ready', passkeys: apply(now.passkeys) };
  }

  return {
    state,
    load() {
      const controller = new AbortController();
      void fetchList(controller.signal);
      return () => controller.abort();
    },
    async add() {
      const options = await sendCall(api, startPasskeyCall);
      const credential = await prompt.create(options);
      if (!credential) return null;
      const passkey = await sendCall(api, addPasskeyCall, { body: { credential } });
      change(passkeys => [passkey, ...passkeys]);
      return passkey;
    },
    async rename(id, name) {
      const renamed = await sendCall(api, renamePasskeyCall, { id, body: { name } });
      change(passkeys => passkeys.map(passkey => (passkey.id === id ? renamed : passkey)));
    },
    async remove(id) {
      try {
        await sendCall(api, deletePasskeyCall, { id });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }
      change(passkeys => passkeys.filter(passkey => passkey.id !== id));
    },
  };
}
