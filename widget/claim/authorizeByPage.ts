import type { AuthorizeRequest } from '#core/api/client.ts';
import type { Clock } from '#core/clock.ts';
import { ACCOUNT_CONNECTED_EVENT, hasSignedInCookie } from '#core/session/siteAccount.ts';
import type { AccountElement } from '../accountConnection.ts';

/** How long a request waits for the site's code if somebody is logged in, milliseconds. */
const ACCOUNT_CONNECTION_TIMEOUT_MS = 5_000;

/**
 * Credentials from the exchange's own page. Its code may run after the widget's: a claim that is created before must
 * belong to the account, too.
 */
export function createPageAuthorizer(element: AccountElement, clock: Clock): AuthorizeRequest {
  return async send => {
    if (!element.authorize && hasSignedInCookie(document.cookie)) await waitForConnection(element, clock);
    return element.authorize ? element.authorize(send) : send({});
  };
}

const waitForConnection = (element: AccountElement, clock: Clock) =>
  new Promise<void>(resolve => {
    const cancelTimer = clock.setTimer(resolve, ACCOUNT_CONNECTION_TIMEOUT_MS);
    const onConnected = () => {
      cancelTimer();
      resolve();
    };
    element.addEventListener(ACCOUNT_CONNECTED_EVENT, onConnected, { once: true });
  });
