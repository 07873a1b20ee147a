import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import type { ApiClient, AuthorizeRequest } from '#core/api/client.ts';
import type { SessionState } from '#core/session/sessionModel.ts';
import type { LoadSiteSettings } from '../siteSettings.ts';
import type { BrowserSession } from './createBrowserSession.ts';
import { hasSignedInMarker } from './signedInMarker.ts';

/** The session, whose code loads only for visitors who have one or log in. */
export interface SiteSession {
  /** `guest` without the marker cookie; then no request is sent and no code is loaded. */
  readonly state: ReadonlySignal<SessionState>;
  /** Null until its code is loaded. */
  readonly model: ReadonlySignal<BrowserSession | null>;
  /** Loads the session's code once. Rejects if that fails; a later call tries again. */
  openModel(): Promise<BrowserSession>;
  /** Loads the user, if the marker cookie exists. Never rejects. */
  start(): Promise<SessionState>;
  /** Credentials for calls that guests send, too. Rejects as `openModel` and the session's `authorize` do. */
  readonly authorize: AuthorizeRequest;
}

/** Creates the session of a tab whose calls go through `client`. */
export function createSiteSession(client: ApiClient, loadSiteSettings: LoadSiteSettings): SiteSession {
  const model = signal<BrowserSession | null>(null);
  const initial = signal<SessionState>({ phase: 'guest' });
  let opening: Promise<BrowserSession> | null = null;

  function openModel(): Promise<BrowserSession> {
    opening ??= import('./createBrowserSession.ts').then(
      ({ createBrowserSession }) => (model.value = createBrowserSession(client, loadSiteSettings)),
    );
    const attempt = opening;
    attempt.catch(() => {
      if (opening === attempt) opening = null;
    });
    return attempt;
  }

  async function start(): Promise<SessionState> {
    if (opening === null && !hasSignedInMarker()) return { phase: 'guest' };
    if (model.peek() === null) initial.value = { phase: 'loading', error: null };
    try {
      return await (await openModel()).waitUntilLoaded();
    } catch {
      return (initial.value = { phase: 'loading', error: 'network' });
    }
  }

  const authorize: AuthorizeRequest = async send => {
    if (model.peek() === null && !hasSignedInMarker()) return send({});
    return (await openModel()).authorize(send);
  };

  const state = computed(() => (model.value === null ? initial.value : model.value.state.value));
  return { state, model, openModel, start, authorize };
}

/** Starts the session now, and when the tab is shown again after a login in another tab. */
export function startSession({ start }: SiteSession): void {
  void start();
  const onReturn = () => document.visibilityState === 'visible' && void start();
  document.addEventListener('visibilitychange', onReturn);
  addEventListener('online', onReturn);
}
