import { isClosed, type Status } from '#core/claim/status.ts';
import { filling } from './filling.ts';

/** Pages of one claim, and of one card's verification. */
const CLAIM = /^\/claim(\/|$)/;
const VERIFICATION = /^\/(verification|verify)\//;

/**
 * Whether somebody is in the middle of something on the page that is open: a form that is filled in by half, a claim
 * that is not closed, a card's photos. Such a page may not be taken away.
 */
export function occupied(): boolean {
  const { pathname } = location;
  if (VERIFICATION.test(pathname) || filling.path === pathname) return true;
  const told = filling.claim?.path === pathname ? filling.claim : null;
  if (told) return !isClosed(told.status as Status);
  if (CLAIM.test(pathname)) return true;
  return filling.draft && document.querySelector('exchange-widget') !== null;
}
