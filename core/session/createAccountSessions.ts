import { signal, type ReadonlySignal } from '@preact/signals-core';
import { toErrorCode } from '../api/apiError.ts';
import type { ApiClient } from '../api/client.ts';
import { sendCall } from '../api/sendCall.ts';
import { isUnsupportedCall, ignoreMissing } from '../loadFailure.ts';
import {
  endOtherSessionsCall,
  endSessionCall,
  listSessionsCall,
  type AccountSession,
} from '../contract/user.ts';
import { createServerQuery, NO_POLLING, type ServerQuery } from '../serverQuery.ts';

/** `sessions`: those that are being ended, one by its id, or all but the current one. `error`: why the last end failed. */
interface SessionEnd {
  sessions: { id: string } | 'others' | null;
  error: string | null;
}

/** List of the account's sessions. A view is the number of changes after which it is loaded again. */
export interface AccountSessionsModel extends ServerQuery<readonly AccountSession[], number> {
  readonly ending: ReadonlySignal<SessionEnd>;
  /** Ends a session of another device. Resolves with whether it has ended. */
  endSession(id: string): Promise<boolean>;
  /** Ends all sessions but the current one. Resolves with whether they have ended. */
  endOtherSessions(): Promise<boolean>;
}

/** Creates the list, not loaded yet. `api` sends the access token. */
export function createAccountSessions(api: ApiClient): AccountSessionsModel {
  const query = createServerQuery<readonly AccountSession[], number>(
    api.clock,
    async options => (await sendCall(api, listSessionsCall, options)).results,
    { polling: NO_POLLING, isUnsupported: isUnsupportedCall },
  );
  const ending = signal<SessionEnd>({ sessions: null, error: null });

  /** Ends sessions by `send`, one request at a time. `isEnded`: whether a session is among them. */
  async function endSessions(
    sessions: SessionEnd['sessions'],
    send: () => Promise<void>,
    isEnded: (session: AccountSession) => boolean,
  ): Promise<boolean> {
    if (ending.peek().sessions !== null) return false;
    ending.value = { sessions, error: null };
    const error = await send().then(
      () => null,
      (cause: unknown) => toErrorCode(cause),
    );
    ending.value = { sessions: null, error };
    if (error === null) query.change(now => now.filter(session => !isEnded(session)));
    return error === null;
  }

  return {
    ...query,
    show(view) {
      // The error belongs to the list that was shown before.
      if (ending.peek().sessions === null) ending.value = { sessions: null, error: null };
      query.show(view);
    },
    ending,
    endSession: id =>
      endSessions(
        { id },
        () => sendCall(api, endSessionCall, { id }).catch(ignoreMissing),
        session => session.id === id,
      ),
    endOtherSessions: () =>
      endSessions(
        'others',
        () => sendCall(api, endOtherSessionsCall),
        session => !session.current,
      ),
  };
}
