import { replace } from 'react-router';
import type { AppContext } from '../shell/appContext.ts';
import { resolveNextPath } from './nextPath.ts';
import { parseTokenFragment } from './tokenFragment.ts';

/** How long a page for guests waits for the session, milliseconds. */
const SESSION_TIMEOUT_MS = 3_000;

/**
 * Guard of the pages for guests: redirects logged-in visitors to the page in the query, else to their account. A
 * e-mail's token opens the page, because it may belong to another account.
 */
export async function redirectSignedInVisitor(
  { session, api }: AppContext,
  { request }: { request: Request },
): Promise<Response | null> {
  // A request has no fragment.
  if (parseTokenFragment(location.hash)) return null;
  let cancelTimer = () => {};
  const timeout = new Promise<null>(resolve => {
    cancelTimer = api.clock.setTimer(() => resolve(null), SESSION_TIMEOUT_MS);
  });
  const state = await Promise.race([session.start(), timeout]);
  cancelTimer();
  return state?.phase === 'signed_in' ? replace(resolveNextPath(new URL(request.url).searchParams)) : null;
}

/** Removing the token from the address does not run the guard again. */
export const shouldRevalidateGuestPage = ({
  currentUrl,
  nextUrl,
}: {
  currentUrl: URL;
  nextUrl: URL;
}): boolean => currentUrl.pathname !== nextUrl.pathname;
