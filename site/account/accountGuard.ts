import { replace } from 'react-router';
import { buildLoginPath } from '../auth/nextPath.ts';
import type { AppContext } from '../shell/appContext.ts';

/**
 * Guard of the account: guests go to the login, and come back after it. While the user loads, the page is open without
 * data; it leaves by itself if the session has ended.
 */
export function requireSession({ session }: AppContext, { request }: { request: Request }): Response | null {
  void session.start();
  if (session.state.peek().phase !== 'guest') return null;
  const { pathname, search } = new URL(request.url);
  return replace(buildLoginPath(pathname + search));
}
