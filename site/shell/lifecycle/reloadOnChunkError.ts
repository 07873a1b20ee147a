import { createPath, type Path, type RouteObject } from 'react-router';
import { reloadTab } from './reloadTab.ts';

/**
 * Wraps routes so that a failed chunk load reloads the page at `getTarget()`, the URL being opened: a deployment may
 * have replaced the chunks. Throws the error if the server is unreachable or `reloadTab` refuses.
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
    // With the origin, because a path that begins with two slashes would name another host.
    const to = location.origin + createPath(getTarget());
    // When the server is unreachable, a reload would show the browser's error page.
    const isServerReachable = await fetch('/builds/latest.json', { cache: 'no-store' }).then(
      Boolean,
      () => false,
    );
    if (!isServerReachable || !reloadTab({ to })) throw cause;
    // Never resolves: the current page stays until the new document loads.
    return new Promise(() => {});
  }
}
