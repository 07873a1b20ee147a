import { matchRoutes, type RouteObject } from 'react-router';

/**
 * Loads the lazy routes of a URL before hydration, which must not suspend. If a route fails to load, it throws the error
 * when it renders; resolves with false then.
 */
export async function loadLazyRoutes(
  routes: RouteObject[],
  location: { pathname: string },
): Promise<boolean> {
  let isComplete = true;
  await Promise.all(
    (matchRoutes(routes, location) ?? []).map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const { lazy } = route;
      delete route.lazy;
      const loaded = await lazy().catch((cause: unknown) => {
        isComplete = false;
        return { Component: () => throwCause(cause) };
      });
      Object.assign(route, loaded);
    }),
  );
  return isComplete;
}

function throwCause(cause: unknown): never {
  throw cause;
}
