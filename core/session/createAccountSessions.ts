import { signal, type ReadonlySignal } from '@preact/signals-core';
import { ApiError, isUnsupportedCall, toErrorCode } from '../api/apiError.ts';
import type { ApiClient } from '../api/client.ts';
import { endAccountSession, endOtherAccountSessions, fetchAccountSessions } from '../api/account/sessions.ts';
import type { AccountSession } from '../contract/user.ts';

/** The sessions that are being ended: one by its id, or all but the current one. */
type EndingSessions = { id: string } | 'others';

/** The account's sessions. `unsupported`: the backend has no such call. */
export type AccountSessionsState =
  | { phase: 'loading' }
  | { phase: 'failed'; code: string }
  | { phase: 'unsupported' }
  | {
      phase: 'ready';
      sessions: readonly AccountSession[];
      ending: EndingSessions | null;
      error: string | null;
    };

/** List of the account's sessions. */
export interface AccountSessionsModel {
  readonly state: ReadonlySignal<AccountSessionsState>;
  /**
   * Loads the list, again after a failure or a change; a list on screen stays until the response. The
   * returned function discards a pending response.
   */
  load(): () => void;
  /** Ends a session of another device. Resolves with whether it has ended. */
  endSession(id: string): Promise<boolean>;
  /** Ends all sessions but the current one. Resolves with whether they have ended. */
  endOtherSessions(): Promise<boolean>;
}

/** Creates the list, not loaded yet. `api` sends the access token. */
export function createAccountSessions(api: ApiClient): AccountSessionsModel {
  const state = signal<AccountSessionsState>({ phase: 'loading' });

  async function fetchSessions(abortSignal: AbortSignal): Promise<void> {
    if (state.peek().phase !== 'ready') state.value = { phase: 'loading' };
    try {
      const sessions = await fetchAccountSessions(api, { signal: abortSignal });
      if (!abortSignal.aborted) state.value = { phase: 'ready', sessions, ending: null, error: null };
    } catch (error) {
      if (abortSignal.aborted) return;
      state.value = isUnsupportedCall(error)
        ? { phase: 'unsupported' }
        : { phase: 'failed', code: toErrorCode(error) };
    }
  }

  /** Ends sessions by `send`, one request at a time. `isEnded`: whether a session is among them. */
  async function endSessions(
    ending: EndingSessions,
    send: () => Promise<void>,
    isEnded: (session: AccountSession) => boolean,
  ): Promise<boolean> {
    const before = state.peek();
    if (before.phase !== 'ready' || before.ending !== null) return false;
    state.value = { ...before, ending, error: null };
    const error = await send().then(
      () => null,
      (cause: unknown) => toErrorCode(cause),
    );
    const now = state.peek();
    if (now.phase !== 'ready') return error === null;
    const sessions = error === null ? now.sessions.filter(session => !isEnded(session)) : now.sessions;
    state.value = { phase: 'ready', sessions, ending: null, error };
    return error === null;
  }

  async function sendEnd(id: string): Promise<void> {
    try {
      await endAccountSession(api, id);
    } catch (error) {
      // 404: it has ended already.
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    }
  }

  return {
    state,
    load() {
      const controller = new AbortController();
      void fetchSessions(controller.signal);
      return () => controller.abort();
    },
    endSession: id =>
      endSessions(
        { id },
        () => sendEnd(id),
        session => session.id === id,
      ),
    endOtherSessions: () =>
      endSessions(
        'others',
        () => endOtherAccountSessions(api),
        session => !session.current,
      ),
  };
}
