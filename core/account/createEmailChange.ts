import { signal, type ReadonlySignal } from '@preact/signals-core';
import { toErrorCode } from '../api/apiError.ts';
import { isUnsupportedCall } from '../loadFailure.ts';
import { sendCall } from '../api/sendCall.ts';
import type { ApiClient, CallOptions } from '../api/client.ts';
import {
  confirmEmailChangeCall,
  getEmailChangeCall,
  requestEmailChangeCall,
  type PendingEmailChange,
} from '../contract/account/accountChanges.ts';
import type { User } from '../contract/user.ts';

/** The steps of a change. `unsupported`: the backend cannot change the e-mail. */
export type EmailChangeStep =
  | { phase: 'loading' }
  | { phase: 'failed'; code: string }
  | { phase: 'unsupported' }
  /** The new address is to be entered. */
  | { phase: 'address' }
  /** The code of the e-mail to the new address is to be entered. */
  | { phase: 'code'; pending: PendingEmailChange }
  | { phase: 'changed'; oldEmail: string };

/** The change of the account's e-mail. */
export interface EmailChangeModel {
  readonly state: ReadonlySignal<EmailChangeStep>;
  /** Loads a change that awaits its code. The returned function discards a pending response. */
  load(): () => void;
  /** Sends a code to an address. Rejects with ApiError. */
  request(email: string, options?: CallOptions): Promise<void>;
  /** Changes the e-mail, now `oldEmail`, by the code. Rejects with ApiError. */
  confirm(change: { code: string; oldEmail: string }, options?: CallOptions): Promise<User>;
  /** Goes back to the address. */
  enterAddress(): void;
}

/** Creates the model, not loaded yet. `api` sends the access token. */
export function createEmailChange(api: ApiClient): EmailChangeModel {
  const state = signal<EmailChangeStep>({ phase: 'loading' });

  async function load(abortSignal: AbortSignal): Promise<void> {
    state.value = { phase: 'loading' };
    try {
      const { pending } = await sendCall(api, getEmailChangeCall, { signal: abortSignal });
      if (!abortSignal.aborted)
        state.value = pending === null ? { phase: 'address' } : { phase: 'code', pending };
    } catch (error) {
      if (abortSignal.aborted) return;
      state.value = isUnsupportedCall(error)
        ? { phase: 'unsupported' }
        : { phase: 'failed', code: toErrorCode(error) };
    }
  }

  return {
    state,
    load() {
      const controller = new AbortController();
      void load(controller.signal);
      return () => controller.abort();
    },
    async request(email, options) {
      const { pending } = await sendCall(api, requestEmailChangeCall, { ...options, body: { email } });
      if (pending !== null) state.value = { phase: 'code', pending };
    },
    async confirm({ code, oldEmail }, options) {
      const user = await sendCall(api, confirmEmailChangeCall, { ...options, body: { code } });
      state.value = { phase: 'changed', oldEmail };
      return user;
    },
    enterAddress() {
      state.value = { phase: 'address' };
    },
  };
}
