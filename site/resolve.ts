import { matchRoutes, type RouteObject } from 'react-router';

/** Loads what the routes of an address load lazily, so that the first drawing has it: hydration may not wait. */
export async function resolve(routes: RouteObject[], location: { pathname: string }): Promise<void> {
  await Promise.all(
    (matchRoutes(routes, location) ?? []).map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const { lazy } = route;
      delete route.lazy;
      Object.assign(route, await lazy());
    }),
  );
}
