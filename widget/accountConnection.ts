import type { AuthorizeRequest } from '#core/api/client.ts';
import { ACCOUNT_CONNECTED_EVENT } from '#core/session/siteAccount.ts';

/** The element on a page of the exchange's own site. */
export interface AccountElement extends HTMLElement {
  /** Credentials for the requests about claims. Absent until the site's code has run, and on partners' pages. */
  authorize?: AuthorizeRequest;
}

/** Lets the widget's claims belong to the account that is logged in on the site. */
export function connectAccount(element: AccountElement, authorize: AuthorizeRequest): void {
  element.authorize = authorize;
  element.dispatchEvent(new Event(ACCOUNT_CONNECTED_EVENT));
}
