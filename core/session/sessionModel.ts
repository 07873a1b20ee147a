import type { ReadonlySignal } from '@preact/signals-core';
import type { ApiClient, AuthorizeRequest } from '../api/client.ts';
import type { Confirmation } from '../contract/account/confirmation.ts';
import type { Credentials, SecondFactorAnswer, SecondFactorChallenge } from '../contract/auth.ts';
import type { PasskeyLogin } from '../contract/account/passkeys/passkeys.ts';
import type { User } from '../contract/user.ts';

/**
 * Whether somebody is logged in. `loading`: a session exists; `error` is the code of the last failed attempt. `isExpired`:
 * the server has refused the session, and nobody has logged out.
 */
export type SessionState =
  | { phase: 'guest'; isExpired?: true }
  | { phase: 'loading'; error: string | null }
  | { phase: 'signed_in'; user: User };

/** The readable cookie that marks an existing session. It is not a credential. */
export interface SignedInMarker {
  exists(): boolean;
  /** Sets it for a backend whose login does not. Without `isPersistent` it ends with the browser. */
  set(isPersistent: boolean): void;
  remove(): void;
}

/** The part of the browser's `navigator.locks` that the session uses. */
export interface SessionLocks {
  request<T>(name: string, options: { signal: AbortSignal }, task: () => Promise<T>): Promise<T>;
}

/** A message to the other tabs: somebody logged in or out. */
export type SessionMessage = 'in' | 'out';

/** Messages between the tabs of one browser. */
export interface SessionChannel {
  post(message: SessionMessage): void;
  /** Calls `listener` for each message of another tab. The returned function stops it. */
  listen(listener: (message: SessionMessage) => void): () => void;
}

/** Browser features that the model uses. `locks` is null where the browser has none. */
export interface SessionBrowser {
  marker: SignedInMarker;
  locks: SessionLocks | null;
  channel: SessionChannel;
}

/** Options of a session. `api` is the client without a token. */
export interface SessionOptions {
  api: ApiClient;
  browser: SessionBrowser;
}

/** The session of one tab. */
export interface SessionModel {
  readonly state: ReadonlySignal<SessionState>;
  /** Client of the account's calls. It sends the access token and refreshes it when the server rejects it. */
  readonly api: ApiClient;
  /** Credentials for calls that guests send, too. Rejects with 401 if the session turns out to have ended. */
  readonly authorize: AuthorizeRequest;
  /** Adds the credentials to calls of a client that have `isAuthorized`; guests send them without. */
  readonly connectClient: (api: ApiClient) => ApiClient;
  /** Resolves when the state is determined, or the first attempt to load the user has failed. Never rejects. */
  waitUntilLoaded(): Promise<SessionState>;
  /** Logs in. Resolves with the challenge if a second factor is required; rejects with ApiError. */
  logIn(request: Credentials | SecondFactorAnswer | PasskeyLogin): Promise<SecondFactorChallenge | null>;
  /** Sends a proof of identity, for calls that reject with `confirm_required`. Rejects with ApiError. */
  confirm(proof: Confirmation): Promise<void>;
  /**
   * Ends this session, or all of the account, in all tabs. Rejects with ApiError; the user then stays logged in. With
   * `all` and `token_not_valid`, this session had already ended, and the others continue.
   */
  logOut(options?: { all?: boolean }): Promise<void>;
  /** Shows a user that the server has changed, if somebody is logged in. */
  replaceUser(user: User): void;
  /** Clears the user and loads it again, for a page that the browser has restored. */
  reload(): void;
  /** Repeats a failed attempt at once. */
  retryNow(): void;
  dispose(): void;
}
