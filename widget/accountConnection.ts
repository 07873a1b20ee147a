import type { ApiClient, AuthorizeRequest } from '#core/api/client.ts';
import { ACCOUNT_CONNECTED_EVENT } from '#core/session/siteAccount.ts';

/** Adds an account's credentials to the calls of a client that have `isAuthorized`. */
export type ConnectClient = (api: ApiClient) => ApiClient;

/** The element on a page of the exchange's own site. */
export interface AccountElement extends HTMLElement {
  /** Credentials for the requests about claims. Absent until the site's code has run, and on partners' pages. */
  authorize?: AuthorizeRequest;
  /** For the client of the form, whose courses then contain the account's discount. Absent for guests. */
  connectClient?: ConnectClient;
}

/** Lets the widget's claims belong to the account that is logged in on the site. */
export function connectAccount(element: AccountElement, authorize: AuthorizeRequest): void {
  element.authorize = authorize;
  element.dispatchEvent(new Event(ACCOUNT_CONNECTED_EVENT));
}

/** Lets the widget's courses contain the discount of the account that is logged in. The form asks for them at once. */
export function connectForm(element: AccountElement, connectClient: ConnectClient): void {
  element.connectClient = connectClient;
  element.dispatchEvent(new Event(ACCOUNT_CONNECTED_EVENT));
}
