import { effect, signal } from '@preact/signals-core';
import * as v from 'valibot';
import { ApiError, toErrorCode } from '../api/apiError.ts';
import { createAuthorizedClient } from '../api/authorizedClient.ts';
import type { AuthorizeRequest } from '../api/client.ts';
import { sendCall } from '../api/sendCall.ts';
import {
  confirmIdentityCall,
  logInCall,
  logInWithPasskeyCall,
  logOutCall,
  SecondFactorChallenge,
} from '../contract/auth.ts';
import { getUserCall } from '../contract/user.ts';
import { retry, retryDelay } from '../retry.ts';
import { createAccessToken } from './accessToken.ts';
import { createAuthenticatedClient, createTokenAuthorizer } from './authenticatedClient.ts';
import type { SessionModel, SessionOptions, SessionState } from './sessionModel.ts';

const LOAD_BACKOFF = { firstMs: 2_000, maxMs: 30_000 } as const;

const GUEST: SessionState = { phase: 'guest' };
const EXPIRED: SessionState = { phase: 'guest', isExpired: true };
const LOADING: SessionState = { phase: 'loading', error: null };

/** Delay before the user is requested again; null if the response would be the same. */
function getLoadDelay(error: unknown, attempt: number): number | null {
  if (!(error instanceof ApiError) || error.kind === 'shape') return null;
  const isTransient = error.isOutcomeUnknown || error.status === 429 || error.status === 503;
  return isTransient ? retryDelay(error, attempt, LOAD_BACKOFF) : null;
}

function parseChallenge(error: unknown): SecondFactorChallenge | null {
  const parsed = v.safeParse(SecondFactorChallenge, error instanceof ApiError ? error.body : null);
  return parsed.success ? parsed.output : null;
}

/** Creates the session of a tab, and loads its user if the marker is set. */
export function createSessionModel({ api, browser }: SessionOptions): SessionModel {
  const { marker, locks, channel } = browser;
  const state = signal<SessionState>(GUEST);
  const isGuest = () => state.peek().phase === 'guest';
  const accessToken = createAccessToken({ api, locks, onRejected: () => endSession('everywhere', EXPIRED) });
  const authorizeByToken = createTokenAuthorizer(accessToken, {
    isGuest,
    getLifetime: () => userLifetime.signal,
  });
  const accountApi = createAuthenticatedClient(api, authorizeByToken, isGuest);
  /** Aborts when another user, or nobody, is to be loaded. */
  let userLifetime = new AbortController();

  function forgetUser(token: string | null): void {
    userLifetime.abort();
    userLifetime = new AbortController();
    accessToken.replace(token);
  }

  function endSession(scope: 'here' | 'everywhere', end = GUEST): void {
    forgetUser(null);
    marker.remove();
    state.value = end;
    if (scope === 'everywhere') channel.post('out');
  }

  async function loadUser(): Promise<void> {
    const { signal } = userLifetime;
    try {
      const user = await retry(() => sendCall(accountApi, getUserCall, { signal }), {
        clock: api.clock,
        signal,
        getDelay(error, attempt) {
          state.value = { phase: 'loading', error: toErrorCode(error) };
          return getLoadDelay(error, attempt);
        },
      });
      if (!signal.aborted) state.value = { phase: 'signed_in', user };
    } catch {
      // The state has the error. An aborted attempt has none.
    }
  }

  /** Loads the user anew with `token`, or with a refreshed one. */
  function restart(token: string | null): void {
    forgetUser(token);
    state.value = LOADING;
    void loadUser();
  }

  const reload = () => (marker.exists() ? restart(null) : endSession('here'));
  const stopListening = channel.listen(message => (message === 'in' ? restart(null) : endSession('here')));
  if (marker.exists()) restart(null);

  const waitUntilLoaded = () =>
    new Promise<SessionState>(resolve => {
      const dispose = effect(() => {
        const now = state.value;
        if (now.phase === 'loading' && now.error === null) return;
        resolve(now);
        queueMicrotask(() => dispose());
      });
    });

  const authorize: AuthorizeRequest = send => (isGuest() ? send({}) : authorizeByToken(send));

  return {
    state,
    api: accountApi,
    authorize,
    connectClient: client => createAuthorizedClient(client, authorize),
    waitUntilLoaded,
    async logIn(request) {
      try {
        const { access } =
          'credential' in request
            ? await sendCall(api, logInWithPasskeyCall, { body: request })
            : await sendCall(api, logInCall, { body: request });
        if (!marker.exists()) marker.set(!('remember' in request && request.remember === false));
        restart(access);
      } catch (error) {
        const challenge = parseChallenge(error);
        if (challenge) return challenge;
        throw error;
      }
      channel.post('in');
      await waitUntilLoaded();
      return null;
    },
    async confirm(proof) {
      const { signal } = userLifetime;
      const { access } = await sendCall(accountApi, confirmIdentityCall, { body: proof });
      if (!signal.aborted) accessToken.replace(access);
    },
    async logOut({ all = false } = {}) {
      await sendCall(api, logOutCall, { body: all ? { all } : {} }).catch((error: unknown) => {
        // This session has already ended. The others may not have.
        if (all || !(error instanceof ApiError) || error.status !== 401) throw error;
      });
      endSession('everywhere');
    },
    replaceUser(user) {
      if (state.peek().phase === 'signed_in') state.value = { phase: 'signed_in', user };
    },
    reload,
    retryNow() {
      const now = state.peek();
      if (now.phase !== 'loading' || now.error === null) return;
      userLifetime.abort();
      userLifetime = new AbortController();
      void loadUser();
    },
    dispose() {
      stopListening();
      userLifetime.abort();
    },
  };
}
