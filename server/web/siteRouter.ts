import type { StaticFiles } from './staticFiles.ts';

/** What an address of the site is answered with. */
export type SiteRoute =
  /** A file of the build that is a whole page. */
  | { page: string; status: 200 | 404 }
  /** The same address without the slash at its end. */
  | { redirectTo: string };

/** The page for an address without one. */
const NOT_FOUND_ROUTE = { page: '404.html', status: 404 } as const;

/** Drawn in the browser: pages about one visitor's own. */
const SHELL_ROUTE = { page: 'shell.html', status: 200 } as const;

/** Answers addresses from the built pages, and those that the build lists in `routes.json` with the bare shell. */
export function createSiteRouter(site: StaticFiles): (path: string) => SiteRoute {
  const splitPath = (path: string) => path.split('/');
  const table = site.get('routes.json');
  const shellPatterns = (table ? (JSON.parse(new TextDecoder().decode(table.body)) as string[]) : []).map(
    splitPath,
  );
  const findPage = (path: string): SiteRoute => {
    const name = path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;
    if (site.has(name)) return { page: name, status: 200 };
    const segments = splitPath(path);
    const matchesSegment = (part: string, at: number) =>
      part.startsWith(':') ? segments[at] !== '' : part === segments[at];
    return shellPatterns.some(pattern => pattern.length === segments.length && pattern.every(matchesSegment))
      ? SHELL_ROUTE
      : NOT_FOUND_ROUTE;
  };
  return path => {
    if (path === '/' || !path.endsWith('/')) return findPage(path);
    const route = findPage(path.slice(0, -1));
    return 'page' in route && route.status === 200 ? { redirectTo: path.slice(0, -1) } : NOT_FOUND_ROUTE;
  };
}
