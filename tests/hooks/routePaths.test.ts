import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { newsModules } from '#site/information/news/newsModules.ts';
import { createLazyClient } from '#site/lazyClient.ts';
import { isPrivatePath, privateRoutePaths, publicRoutePaths } from '#site/routePaths.ts';
import { createRoutes } from '#site/routes.tsx';
import { createAppContext } from '#site/shell/appContext.ts';

function listPaths(routes: RouteObject[]): string[] {
  return routes.flatMap(({ path, children = [] }) => [
    ...(path === undefined ? [] : [path]),
    ...listPaths(children),
  ]);
}

test('every route is listed as a public or a private path, and every listed path has a route', () => {
  const { newsItem, ...publicPaths } = publicRoutePaths;
  const newsPaths = [...newsModules.keys()].map(slug => newsItem.replace(':slug', slug));
  const listed = [...Object.values(publicPaths), ...newsPaths, ...Object.values(privateRoutePaths), '*'];
  const routes = createRoutes(createAppContext(createLazyClient()));
  expect(listPaths(routes).toSorted()).toEqual(listed.toSorted());
});

test('private pages and unknown paths below them are private, public pages are not', () => {
  for (const path of Object.values(privateRoutePaths)) expect(isPrivatePath(path), path).toBe(true);
  expect(isPrivatePath('/claim/a/b/c')).toBe(true);
  for (const path of Object.values(publicRoutePaths)) expect(isPrivatePath(path), path).toBe(false);
  expect(isPrivatePath('/claims')).toBe(false);
});
