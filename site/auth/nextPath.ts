import { isSitePath, guestRoutePaths, routePaths } from '../routePaths.ts';

const NEXT_PARAMETER = 'next';

/** Address of the login that leads back to `path`. */
export function buildLoginPath(path: string): string {
  return `${routePaths.login}?${new URLSearchParams({ [NEXT_PARAMETER]: path }).toString()}`;
}

/** Where to go after a login: the page of this site in the query, else the account. */
export function resolveNextPath(query: URLSearchParams): string {
  const next = query.get(NEXT_PARAMETER);
  if (!next?.startsWith('/') || !URL.canParse(next, location.origin)) return routePaths.dashboard;
  const { origin, pathname, search, hash } = new URL(next, location.origin);
  const isOwnPage = origin === location.origin && isSitePath(pathname);
  const isForGuests = Object.values<string>(guestRoutePaths).includes(pathname);
  return isOwnPage && !isForGuests ? pathname + search + hash : routePaths.dashboard;
}
