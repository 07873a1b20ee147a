import { isClosedStatus, type ClaimStatusCode } from '#core/claim/status.ts';
import { isPrivatePath } from '../../routePaths.ts';
import { userActivity } from './userActivity.ts';

/**
 * Whether a reload would interrupt the visitor: a partly filled form, an open claim, or a card verification. Private
 * pages count as unsaved work, except a claim that is closed.
 */
export function hasUnsavedWork(): boolean {
  const { pathname } = location;
  if (userActivity.editedPath === pathname) return true;
  const lastClaim = userActivity.lastClaim?.path === pathname ? userActivity.lastClaim : null;
  if (lastClaim) return !isClosedStatus(lastClaim.status as ClaimStatusCode);
  if (isPrivatePath(pathname)) return true;
  return userActivity.hasDraft && document.querySelector('exchange-widget') !== null;
}
