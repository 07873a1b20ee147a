import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { newsModules } from '#site/information/news/newsModules.ts';
import { createLazyClient } from '#site/lazyClient.ts';
import { isPrivatePath, privateRoutePaths, publicRoutePaths } from '#site/routePaths.ts';
import { createRoutes } from '#site/routes.tsx';
import { createAppContext } from '#site/shell/appContext.ts';
import type { RouteHandle } from '#site/shell/layout/RouteAnnouncer.tsx';

/** The routes that have a path, in all nesting levels. */
function listPathRoutes(routes: RouteObject[]): RouteObject[] {
  return routes.flatMap(route => [
    ...(route.path === undefined ? [] : [route]),
    ...listPathRoutes(route.children ?? []),
  ]);
}

const pathRoutes = listPathRoutes(createRoutes(createAppContext(createLazyClient())));

test('every route is listed as a public or a private path, and every listed path has a route', () => {
  const { newsItem, ...publicPaths } = publicRoutePaths;
  const newsPaths = [...newsModules.keys()].map(slug => newsItem.replace(':slug', slug));
  const listed = [...Object.values(publicPaths), ...newsPaths, ...Object.values(privateRoutePaths), '*'];
  expect(pathRoutes.map(({ path }) => path).toSorted()).toEqual(listed.toSorted());
});

// The build checks the titles of public pages (renderPages).
test.each(Object.values(privateRoutePaths))(
  '%s renders a page with a title, or only redirects',
  async path => {
    const route = pathRoutes.find(candidate => candidate.path === path);
    const lazyPart = typeof route?.lazy === 'function' ? await route.lazy() : {};
    const { element, Component, loader, handle } = { ...route, ...lazyPart };
    if (element || Component) expect((handle as RouteHandle | undefined)?.title).toBeTruthy();
    else expect(loader).toBeTypeOf('function');
  },
);

test('private pages and unknown paths below them are private, public pages are not', () => {
  for (const path of Object.values(privateRoutePaths)) expect(isPrivatePath(path), path).toBe(true);
  expect(isPrivatePath('/claim/a/b/c')).toBe(true);
  for (const path of Object.values(publicRoutePaths)) expect(isPrivatePath(path), path).toBe(false);
  expect(isPrivatePath('/claims')).toBe(false);
});
