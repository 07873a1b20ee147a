import { isClosedStatus, type ClaimStatusCode } from '#core/claim/status.ts';
import { userActivity } from './userActivity.ts';

/** Pages of one claim, and of one card's verification. */
const CLAIM_PATH = /^\/claim(\/|$)/;
const VERIFICATION_PATH = /^\/(verification|verify)\//;

/**
 * Whether somebody is in the middle of something on the page that is open: a form that is filled in by half, a claim
 * that is not closed, a card's photos. Such a page may not be taken away.
 */
export function hasUnsavedWork(): boolean {
  const { pathname } = location;
  if (VERIFICATION_PATH.test(pathname) || userActivity.editedPath === pathname) return true;
  const lastClaim = userActivity.lastClaim?.path === pathname ? userActivity.lastClaim : null;
  if (lastClaim) return !isClosedStatus(lastClaim.status as ClaimStatusCode);
  if (CLAIM_PATH.test(pathname)) return true;
  return userActivity.hasDraft && document.querySelector('exchange-widget') !== null;
}
