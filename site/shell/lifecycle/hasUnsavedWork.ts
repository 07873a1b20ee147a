import { isClosedStatus, type ClaimStatusCode } from '#core/claim/status.ts';
import { userActivity } from './userActivity.ts';

const CLAIM_PATH = /^\/claim(\/|$)/;
const VERIFICATION_PATH = /^\/(verification|verify)\//;

/** Whether a reload would interrupt the visitor: a partly filled form, an open claim, or a card verification. */
export function hasUnsavedWork(): boolean {
  const { pathname } = location;
  if (VERIFICATION_PATH.test(pathname) || userActivity.editedPath === pathname) return true;
  const lastClaim = userActivity.lastClaim?.path === pathname ? userActivity.lastClaim : null;
  if (lastClaim) return !isClosedStatus(lastClaim.status as ClaimStatusCode);
  if (CLAIM_PATH.test(pathname)) return true;
  return userActivity.hasDraft && document.querySelector('exchange-widget') !== null;
}
