import { createPath, type Path, type RouteObject } from 'react-router';
import { reload } from './reload.ts';

/**
 * The routes, each of which loads its page anew when its code cannot be fetched: a new build has taken the place of the
 * one that this tab runs. The second time within the reload guard, and without a connection, the failure is the route's.
 * `target` is the address that is being opened.
 */
export function recovering(routes: readonly RouteObject[], target: () => Path): RouteObject[] {
  return routes.map(route => {
    const { lazy, children } = route;
    const own = {
      ...(typeof lazy === 'function' && { lazy: () => lazy().catch(retry) }),
      ...(children && { children: recovering(children, target) }),
    };
    return { ...route, ...own } as RouteObject;
  });

  async function retry(cause: unknown): Promise<never> {
    // With its origin: a path that begins with two slashes would name another host.
    const to = location.origin + createPath(target());
    // Without a server the browser's own error page would take the place of ours.
    const reached = await fetch('/builds/latest.json', { cache: 'no-store' }).then(Boolean, () => false);
    if (!reached || !reload({ to })) throw cause;
    // What is drawn stays until the new document is there.
    return new Promise(() => {});
  }
}
