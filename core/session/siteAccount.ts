/** What the site and the widgets on it agree on. Partners' pages have neither. */

/** The readable cookie that says that somebody is logged in, as `document.cookie` contains it. It is no credential. */
export const SIGNED_IN_COOKIE = 'signed_in=1';

/** Whether the cookies of a page say that somebody is logged in. */
export const hasSignedInCookie = (cookies: string): boolean => cookies.split('; ').includes(SIGNED_IN_COOKIE);

/** Dispatched to a widget that has got the account's credentials. */
export const ACCOUNT_CONNECTED_EVENT = 'account-connected';
