import type { LinkCall } from '../call.ts';

const path = '/api/v1/unsubscribe/news/{token}/';

/**
 * End the e-mails with news by the token of one; mail programs post here, too (RFC 8058).
 *
 * @returns No e-mail with news is sent any more.
 * @throws 404 `link_invalid`, or `link_expired` a year after the e-mail.
 */
export const unsubscribeCall: LinkCall = { method: 'POST', path };

/**
 * Open the page that ends the e-mails with news; for mail programs that only open the address.
 *
 * @returns Redirects to the page, which asks first.
 */
export const openUnsubscribePageCall: LinkCall = { method: 'GET', path };
