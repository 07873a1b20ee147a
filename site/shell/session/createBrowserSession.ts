import { toErrorCode } from '#core/api/apiError.ts';
import type { ApiClient } from '#core/api/client.ts';
import { createSessionModel } from '#core/session/createSessionModel.ts';
import type {
  SessionChannel,
  SessionLocks,
  SessionMessage,
  SessionModel,
} from '#core/session/sessionModel.ts';
import type { OpenAccountForm } from '#widget/accountConnection.ts';
import type { LoadSiteSettings } from '../siteSettings.ts';
import { forgetSavedForms } from './forgetSavedForms.ts';
import { hasSignedInMarker, writeSignedInMarker } from './signedInMarker.ts';
import { watchAccountEnd } from './watchAccountEnd.ts';

const CHANNEL_NAME = 'session';

/** Lifetime of a marker that the backend does not set: the longest life of our own sessions. */
const MARKER_LIFETIME_SECONDS = 90 * 86_400;

/**
 * The session of a tab, with its functions for a widget on the page. If the server requires a recent proof of identity,
 * `authorize` opens a dialog for it and sends the call again; the widget only waits longer.
 */
export interface BrowserSession extends SessionModel {
  readonly loadAccountForm: () => Promise<OpenAccountForm>;
  /** Calls `forget` when the account has logged out, or another one has logged in. The returned function stops it. */
  readonly watchAccountEnd: (forget: () => void) => () => void;
}

/** Creates the session of this tab. It exists as long as the page. */
export function createBrowserSession(api: ApiClient, loadSiteSettings: LoadSiteSettings): BrowserSession {
  const session = createSessionModel({
    api,
    browser: {
      marker: {
        exists: hasSignedInMarker,
        set: isPersistent => writeSignedInMarker(isPersistent ? MARKER_LIFETIME_SECONDS : null),
        remove: () => writeSignedInMarker(0),
      },
      locks: getLocks(),
      channel: createChannel(),
    },
  });
  watchAccountEnd(session, () => forgetSavedForms(sessionStorage));
  // The browser restores the page as it was: somebody may have logged out since.
  addEventListener('pageshow', event => event.persisted && session.reload());
  addEventListener('online', () => session.retryNow());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') session.retryNow();
  });
  return {
    ...session,
    authorize: send =>
      session.authorize(send).catch(async (error: unknown) => {
        if (toErrorCode(error) !== 'confirm_required') throw error;
        const { repeatWithProof } = await import('../../account/exchangeForm/repeatWithProof.ts');
        return repeatWithProof({ session, loadSiteSettings }, send, error);
      }),
    watchAccountEnd: forget => watchAccountEnd(session, forget),
    async loadAccountForm() {
      const { createAccountForm } = await import('../../account/exchangeForm/createAccountForm.tsx');
      return form => createAccountForm(session, form);
    },
  };
}

/** Locks exist on secure pages only. */
const getLocks = (): SessionLocks | null => (navigator as { locks?: SessionLocks }).locks ?? null;

function createChannel(): SessionChannel {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  return {
    // Unlike a window's, it has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    post: message => channel.postMessage(message),
    listen(listener) {
      const onMessage = ({ data }: MessageEvent<SessionMessage>) => listener(data);
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
  };
}
