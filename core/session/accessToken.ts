import { ApiError } from '../api/apiError.ts';
import type { ApiClient } from '../api/client.ts';
import { sendCall } from '../api/sendCall.ts';
import { refreshCall } from '../contract/auth.ts';
import type { SessionLocks } from './sessionModel.ts';

/** How long a refresh waits for the refreshes of other tabs, milliseconds. */
const LOCK_TIMEOUT_MS = 5_000;

const REFRESH_LOCK_NAME = 'session-refresh';

/** The access token of one tab, in memory only. */
export interface AccessToken {
  /** The current token; null if a refresh is needed. */
  getCurrent(): string | null;
  /** Replaces the token; the result of a running refresh is ignored. */
  replace(token: string | null): void;
  /** Joins or starts a refresh. Rejects with ApiError. */
  refresh(): Promise<string>;
}

/** The error of a call that needs a session. */
export function createSignedOutError(): ApiError {
  return new ApiError('signed out', { kind: 'http', status: 401, code: 'token_not_valid' });
}

/** Creates an empty access token. `onRejected` runs when the server refuses the refresh token for good. */
export function createAccessToken({
  api,
  locks,
  onRejected,
}: {
  api: ApiClient;
  locks: SessionLocks | null;
  onRejected: () => void;
}): AccessToken {
  let current: string | null = null;
  let replacements = 0;
  let running: Promise<string> | null = null;
  // Another backend may refresh by GET.
  let method: 'POST' | 'GET' = 'POST';

  async function requestToken(): Promise<string> {
    try {
      return (await sendCall(api, { ...refreshCall, method })).access;
    } catch (error) {
      if (method === 'GET' || !(error instanceof ApiError) || error.status !== 405) throw error;
      method = 'GET';
      return (await sendCall(api, { ...refreshCall, method })).access;
    }
  }

  async function refresh(): Promise<string> {
    const startedAt = replacements;
    const isOutdated = () => startedAt !== replacements;
    try {
      const token = await runExclusively(api, locks, requestToken);
      if (!isOutdated()) current = token;
    } catch (error) {
      if (!isOutdated()) {
        if (error instanceof ApiError && error.status === 401) onRejected();
        throw error;
      }
    }
    if (current === null) throw createSignedOutError();
    return current;
  }

  return {
    getCurrent: () => current,
    replace(token) {
      replacements++;
      current = token;
      running = null;
    },
    refresh() {
      if (running) return running;
      const attempt = refresh().finally(() => {
        if (running === attempt) running = null;
      });
      running = attempt;
      return attempt;
    },
  };
}

/**
 * Runs `task` while no other tab does, so that tabs do not present the same refresh token. A lock that is held for more
 * than 5 s belongs to a suspended tab: the task then runs without it, because the server decides anyway.
 */
async function runExclusively<T>(
  { clock }: ApiClient,
  locks: SessionLocks | null,
  task: () => Promise<T>,
): Promise<T> {
  if (!locks) return task();
  const controller = new AbortController();
  const cancelTimer = clock.setTimer(() => controller.abort(), LOCK_TIMEOUT_MS);
  let hasStarted = false;
  try {
    return await locks.request(REFRESH_LOCK_NAME, { signal: controller.signal }, () => {
      cancelTimer();
      hasStarted = true;
      return task();
    });
  } catch (error) {
    if (hasStarted) throw error;
    return await task();
  } finally {
    cancelTimer();
  }
}
