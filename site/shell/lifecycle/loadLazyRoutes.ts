import { matchRoutes, type RouteObject } from 'react-router';

/**
 * Loads what the routes of an address load lazily, so that the first drawing has it: hydration may not wait. A route
 * whose code does not come throws why when it is drawn; false then.
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
