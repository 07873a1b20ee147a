import { signal, type ReadonlySignal } from '@preact/signals-core';
import { ApiError, toErrorCode } from '../api/apiError.ts';
import type { ApiClient } from '../api/client.ts';
import { endAccountSession, fetchAccountSessions } from '../api/user.ts';
import type { AccountSession } from '../contract/user.ts';

/** The account's sessions. `unsupported`: the backend has no such call. `ending` is the id of one that is being ended. */
export type AccountSessionsState =
  | { phase: 'loading' }
  | { phase: 'failed'; code: string }
  | { phase: 'unsupported' }
  | { phase: 'ready'; sessions: readonly AccountSession[]; ending: string | null; error: string | null };

/** List of the account's sessions. */
export interface AccountSessionsModel {
  readonly state: ReadonlySignal<AccountSessionsState>;
  /** Loads the list, again after a failure. The returned function discards a response that is still missing. */
  load(): () => void;
  /** Ends a session of another device. Resolves with whether it has ended. */
  endSession(id: string): Promise<boolean>;
}

/** Creates the list, not loaded yet. `api` sends the access token. */
export function createAccountSessions(api: ApiClient): AccountSessionsModel {
  const state = signal<AccountSessionsState>({ phase: 'loading' });

  async function fetchSessions(abortSignal: AbortSignal): Promise<void> {
    state.value = { phase: 'loading' };
    try {
      const sessions = await fetchAccountSessions(api, { signal: abortSignal });
      if (!abortSignal.aborted) state.value = { phase: 'ready', sessions, ending: null, error: null };
    } catch (error) {
      if (abortSignal.aborted) return;
      const isUnsupported = error instanceof ApiError && (error.status === 404 || error.status === 405);
      state.value = isUnsupported ? { phase: 'unsupported' } : { phase: 'failed', code: toErrorCode(error) };
    }
  }

  async function endSession(id: string): Promise<boolean> {
    const before = state.peek();
    if (before.phase !== 'ready' || before.ending !== null) return false;
    state.value = { ...before, ending: id, error: null };
    let error: string | null = null;
    try {
      await endAccountSession(api, id);
    } catch (cause) {
      // 404: it has ended already.
      if (!(cause instanceof ApiError) || cause.status !== 404) error = toErrorCode(cause);
    }
    const now = state.peek();
    if (now.phase !== 'ready') return error === null;
    const sessions = error === null ? now.sessions.filter(session => session.id !== id) : now.sessions;
    state.value = { phase: 'ready', sessions, ending: null, error };
    return error === null;
  }

  return {
    state,
    load() {
      const controller = new AbortController();
      void fetchSessions(controller.signal);
      return () => controller.abort();
    },
    endSession,
  };
}
