import { createApiClient, type ApiClient } from '#core/api/client.ts';
import { createSessionModel } from '#core/session/createSessionModel.ts';
import type { SessionLocks, SessionMessage, SessionModel } from '#core/session/sessionModel.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';
import type { SpecBackend } from './specBackend.ts';

/** One browser with several tabs: they share cookies, locks and a channel. */
export function createTestTabs(backend: SpecBackend) {
  const clock = createFakeClock();
  const listeners = new Set<{ tab: object; listener: (message: SessionMessage) => void }>();
  const sessions: SessionModel[] = [];
  const browser = {
    refreshCookie: '',
    hasMarker: false,
    /** Whether the marker outlives the browser; null if the client did not set it. */
    isMarkerPersistent: null as boolean | null,
    messages: [] as SessionMessage[],
    isOnline: true,
    /** Names of cookies' calls that were sent with credentials. */
    callsWithCookies: new Set<string>(),
  };

  async function fetch(url: string, init: RequestInit): Promise<Response> {
    if (!browser.isOnline) throw new TypeError('fetch failed');
    const headers = new Headers(init.headers);
    if (init.credentials === 'same-origin') {
      browser.callsWithCookies.add(url);
      headers.set('cookie', browser.refreshCookie);
    }
    const response = await backend.app.request(url, { ...init, headers });
    const cookie = response.headers.get('set-cookie')?.split(';')[0];
    if (cookie !== undefined && init.credentials === 'same-origin') browser.refreshCookie = cookie;
    return response;
  }

  const createClient = (): ApiClient => createApiClient({ base: '', clock, fetch });

  /** Opens a tab. `locks` are those of the browser, by default none. */
  function openTab(locks: SessionLocks | null = null): SessionModel {
    const tab = {};
    const session = createSessionModel({
      api: createClient(),
      browser: {
        marker: {
          exists: () => browser.hasMarker,
          set(isPersistent) {
            browser.hasMarker = true;
            browser.isMarkerPersistent = isPersistent;
          },
          remove() {
            browser.hasMarker = false;
          },
        },
        locks,
        channel: {
          post(message) {
            browser.messages.push(message);
            for (const other of listeners) if (other.tab !== tab) other.listener(message);
          },
          listen(listener) {
            const entry = { tab, listener };
            listeners.add(entry);
            return () => void listeners.delete(entry);
          },
        },
      },
    });
    sessions.push(session);
    return session;
  }

  return {
    clock,
    browser,
    openTab,
    createClient,
    /** Opens a tab and logs in. */
    async openLoggedInTab(locks: SessionLocks | null = null): Promise<SessionModel> {
      const session = openTab(locks);
      await session.logIn({ email: 'anna@example.com', password: backend.state.password });
      return session;
    },
    closeAll: () => sessions.splice(0).forEach(session => session.dispose()),
  };
}
