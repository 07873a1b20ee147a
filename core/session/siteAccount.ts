/** Interface between the site and the widgets on it. Partners' pages have neither the cookie nor the event. */

/** The readable cookie of a logged-in visitor, as `document.cookie` contains it. It is not a credential. */
export const SIGNED_IN_COOKIE = 'signed_in=1';

/** Whether the cookies of a page include that of a logged-in visitor. */
export const hasSignedInCookie = (cookies: string): boolean => cookies.split('; ').includes(SIGNED_IN_COOKIE);

/** Dispatched to a widget that has received the account's credentials. */
export const ACCOUNT_CONNECTED_EVENT = 'account-connected';
