import { createPath, type Path, type RouteObject } from 'react-router';
import { reloadTab } from './reloadTab.ts';

/**
 * The routes, each of which loads its page anew when its code cannot be fetched: a new build has taken the place of the
 * one that this tab runs. The second time within the reload guard, and without a connection, the failure is the route's.
 * `target` is the address that is being opened.
 */
export function reloadOnChunkError(routes: readonly RouteObject[], getTarget: () => Path): RouteObject[] {
  return routes.map(route => {
    const { lazy, children } = route;
    const overrides = {
      ...(typeof lazy === 'function' && { lazy: () => lazy().catch(reloadOrThrow) }),
      ...(children && { children: reloadOnChunkError(children, getTarget) }),
    };
    return { ...route, ...overrides } as RouteObject;
  });

  async function reloadOrThrow(cause: unknown): Promise<never> {
    // With its origin: a path that begins with two slashes would name another host.
    const to = location.origin + createPath(getTarget());
    // Without a server the browser's own error page would take the place of ours.
    const isServerReachable = await fetch('/builds/latest.json', { cache: 'no-store' }).then(
      Boolean,
      () => false,
    );
    if (!isServerReachable || !reloadTab({ to })) throw cause;
    // What is drawn stays until the new document is there.
    return new Promise(() => {});
  }
}
