import type { StaticFiles } from './staticFiles.ts';

/** How a path of the site is served. */
export type SiteRoute =
  /** File name of a built page. */
  | { page: string; status: 200 | 404 }
  /** The same path without the trailing slash. */
  | { redirectTo: string };

/** Page for unknown paths. */
const NOT_FOUND_ROUTE = { page: '404.html', status: 404 } as const;

/** Page rendered in the browser, for private pages. */
const SHELL_ROUTE = { page: 'shell.html', status: 200 } as const;

/** Contents of `routes.json`, which the build of the site writes from `site/routePaths.ts`. */
export interface RouteTable {
  /** Paths that get the empty shell; a segment that begins with `:` matches any text. */
  patterns: readonly string[];
  /** First segments of private paths: pages about one visitor. */
  privateFolders: readonly string[];
  /** First segments of paths that work during maintenance. */
  maintenanceFolders: readonly string[];
}

/** Reads the route table of the built site. Throws if the site is built without one: it decides the privacy headers. */
export function readRouteTable(site: StaticFiles): RouteTable {
  const file = site.get('routes.json');
  if (file) return JSON.parse(new TextDecoder().decode(file.body)) as RouteTable;
  if (site.has('index.html')) throw new Error('dist/site has no routes.json: run npm run build');
  return { patterns: [], privateFolders: [], maintenanceFolders: [] };
}

/** Whether a path is private: at or below a private folder, even if no page exists there. */
export function isPrivatePath(table: RouteTable, path: string): boolean {
  return table.privateFolders.includes(path.split('/')[1] ?? '');
}

/** Whether a path works during maintenance. */
export function isOpenDuringMaintenance(table: RouteTable, path: string): boolean {
  return table.maintenanceFolders.includes(path.split('/')[1] ?? '');
}

/** Maps a path to a page of the build: a prerendered file, or the empty shell for the patterns of the table. */
export function createSiteRouter(site: StaticFiles, table: RouteTable): (path: string) => SiteRoute {
  const splitPath = (path: string) => path.split('/');
  const shellPatterns = table.patterns.map(splitPath);
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
