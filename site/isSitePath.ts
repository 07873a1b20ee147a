import { matchPath } from 'react-router';
import { routePaths } from './routePaths.ts';

/** Whether a path belongs to a page of this site, so that a link to it needs no page load. */
export function isSitePath(pathname: string): boolean {
  return Object.values(routePaths).some(pattern => matchPath(pattern, pathname));
}
