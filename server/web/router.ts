import type { Files } from './files.ts';

/** What an address of the site is answered with. */
export type Route =
  /** A file of the build that is a whole page. */
  | { page: string; status: 200 | 404 }
  /** The same address without the slash at its end. */
  | { moved: string };

/** The page for an address without one. */
const MISSING = { page: '404.html', status: 404 } as const;

/** Drawn in the browser: pages about one visitor's own. */
const SHELL = { page: 'shell.html', status: 200 } as const;

/** Answers addresses from the built pages, and those that the build lists in `routes.json` with the bare shell. */
export function router(site: Files): (path: string) => Route {
  const parts = (path: string) => path.split('/');
  const table = site.get('routes.json');
  const own = (table ? (JSON.parse(new TextDecoder().decode(table.body)) as string[]) : []).map(parts);
  const page = (path: string): Route => {
    const name = path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;
    if (site.has(name)) return { page: name, status: 200 };
    const asked = parts(path);
    const fits = (part: string, at: number) => (part.startsWith(':') ? asked[at] !== '' : part === asked[at]);
    return own.some(one => one.length === asked.length && one.every(fits)) ? SHELL : MISSING;
  };
  return path => {
    if (path === '/' || !path.endsWith('/')) return page(path);
    const found = page(path.slice(0, -1));
    return 'page' in found && found.status === 200 ? { moved: path.slice(0, -1) } : MISSING;
  };
}
