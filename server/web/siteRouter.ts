import type { StaticFiles } from '#server/platform/http/response/staticFiles.ts';

/** How a path of the site is served. */
export type SiteRoute =
  /** File name of a built page. */
  | { page: string; status: 200 | 404 }
  /** The same path without the trailing slash. */
  | { redirectTo: string };

/** Page for unknown paths. */
const NOT_FOUND_ROUTE = { page: '404.html', status: 404 } as const;

/** Contents of `routes.json`, which the build of the site writes from `site/routePaths.ts`. */
export interface RouteTable {
  /** Files of private pages by pattern; a segment that begins with `:` matches any text. */
  pages: Readonly<Record<string, string>>;
  /** First segments of private paths: pages about one visitor. */
  privateFolders: readonly string[];
  /** First segments of paths that work during maintenance. */
  maintenanceFolders: readonly string[];
}

/** Reads the route table of the built site, which determines the privacy headers. Throws if the build has none. */
export function readRouteTable(site: StaticFiles): RouteTable {
  const file = site.get('routes.json');
  if (file) return JSON.parse(new TextDecoder().decode(file.body)) as RouteTable;
  if (site.has('index.html')) throw new Error('dist/site has no routes.json: run npm run build');
  return { pages: {}, privateFolders: [], maintenanceFolders: [] };
}

/** Whether a path is private: at or below a private folder, even if no page exists there. */
export function isPrivatePath(table: RouteTable, path: string): boolean {
  return table.privateFolders.includes(path.split('/')[1] ?? '');
}

/** Whether a path works during maintenance. */
export function isOpenDuringMaintenance(table: RouteTable, path: string): boolean {
  return table.maintenanceFolders.includes(path.split('/')[1] ?? '');
}

/** Maps a path to a page of the build: a public page, or the page of the table with the best matching pattern. */
export function createSiteRouter(site: StaticFiles, table: RouteTable): (path: string) => SiteRoute {
  const splitPath = (path: string) => path.split('/');
  const privatePages = Object.entries(table.pages)
    .map(([pattern, page]) => ({ segments: splitPath(pattern), page }))
    // Patterns without parameters first: /claim/success is not a claim.
    .toSorted((a, b) => Number(a.segments.some(isParameter)) - Number(b.segments.some(isParameter)));
  const findPage = (path: string): SiteRoute => {
    const name = path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;
    if (site.has(name)) return { page: name, status: 200 };
    const segments = splitPath(path);
    const matchesSegment = (part: string, at: number) =>
      isParameter(part) ? segments[at] !== '' : part === segments[at];
    const found = privatePages.find(
      pattern => pattern.segments.length === segments.length && pattern.segments.every(matchesSegment),
    );
    return found ? { page: found.page, status: 200 } : NOT_FOUND_ROUTE;
  };
  return path => {
    if (path === '/' || !path.endsWith('/')) return findPage(path);
    const route = findPage(path.slice(0, -1));
    return 'page' in route && route.status === 200 ? { redirectTo: path.slice(0, -1) } : NOT_FOUND_ROUTE;
  };
}

const isParameter = (segment: string) => segment.startsWith(':');
