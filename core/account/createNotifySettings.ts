import { signal, type ReadonlySignal } from '@preact/signals-core';
import { toErrorCode } from '../api/apiError.ts';
import { sendCall } from '../api/sendCall.ts';
import type { ApiClient } from '../api/client.ts';
import { updateUserCall, type NotifySettings, type User } from '../contract/user.ts';

/** E-mails that the account can switch off. */
export type NotifyKind = Exclude<keyof NotifySettings, 'security'>;

/** What the visitor chose, also while it is being saved. `error`: why the last change was not saved. */
export interface NotifyState {
  chosen: Readonly<Record<NotifyKind, boolean>>;
  saving: NotifyKind | null;
  saved: NotifyKind | null;
  error: string | null;
}

/** Which e-mails the account gets. Each change is saved at once. */
export interface NotifySettingsModel {
  readonly state: ReadonlySignal<NotifyState>;
  /** Saves a change; one at a time. A failed change is reverted. */
  choose(kind: NotifyKind, isWanted: boolean): Promise<void>;
}

/** Creates the model from the account's settings. `onSaved` gets the account after a change. */
export function createNotifySettings(
  api: ApiClient,
  { claims, news }: NotifySettings,
  onSaved: (user: User) => void,
): NotifySettingsModel {
  const state = signal<NotifyState>({ chosen: { claims, news }, saving: null, saved: null, error: null });
  return {
    state,
    async choose(kind, isWanted) {
      const { chosen, saving } = state.peek();
      if (saving !== null) return;
      const next = { ...chosen, [kind]: isWanted };
      state.value = { chosen: next, saving: kind, saved: null, error: null };
      try {
        const user = await sendCall(api, updateUserCall, { body: { notify: { [kind]: isWanted } } });
        state.value = { chosen: next, saving: null, saved: kind, error: null };
        onSaved(user);
      } catch (error) {
        state.value = { chosen, saving: null, saved: null, error: toErrorCode(error) };
      }
    },
  };
}
