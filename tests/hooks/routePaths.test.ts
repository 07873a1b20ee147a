import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { newsModules } from '#site/information/news/newsModules.ts';
import { createLazyClient } from '#site/lazyClient.ts';
import {
  isPrivatePath,
  privateRoutePaths,
  privateSourceFolders,
  publicRoutePaths,
} from '#site/routePaths.ts';
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

const siteRoutes = createRoutes(createAppContext(createLazyClient()));
const pathRoutes = listPathRoutes(siteRoutes);

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
    const { element, Component, loader, handle } = await loadRoute(route);
    if (element || Component) expect((handle as RouteHandle | undefined)?.title).toBeTruthy();
    else expect(loader).toBeTypeOf('function');
  },
);

/**
 * Who may open a private page: everybody who knows its address, or the visitors that its loader, or that of the account's
 * layout, lets through.
 */
const GUARDS: Readonly<Record<keyof typeof privateRoutePaths, 'none' | 'loader' | 'layout'>> = {
  unfinishedClaim: 'loader',
  claim: 'none',
  success: 'none',
  fail: 'none',
  verification: 'none',
  handoff: 'none',
  unsubscribe: 'none',
  alert: 'none',
  login: 'loader',
  register: 'loader',
  forget: 'loader',
  recover: 'loader',
  account: 'loader',
  dashboard: 'layout',
  applications: 'layout',
  promocodes: 'layout',
  cards: 'layout',
  card: 'layout',
  wallets: 'layout',
  safety: 'layout',
  journal: 'layout',
  settings: 'layout',
  deletion: 'layout',
  referral: 'layout',
  shop: 'loader',
  shopStatistics: 'layout',
  shopHistory: 'layout',
  shopLinks: 'layout',
  shopApi: 'layout',
  shopUsage: 'layout',
  shopWithdrawal: 'layout',
  operatorToday: 'layout',
  operatorClaims: 'layout',
  operatorClaim: 'layout',
  operatorVerifications: 'layout',
  operatorStatement: 'layout',
  operatorWithdrawals: 'layout',
  operatorEmails: 'layout',
  operatorAudit: 'layout',
  operatorStaff: 'layout',
  operatorTurnover: 'layout',
  operatorReserves: 'layout',
  operatorReserve: 'layout',
  operatorRates: 'layout',
  operatorSettings: 'layout',
  operatorDiscounts: 'layout',
  operatorPartners: 'layout',
  operatorRequisites: 'layout',
  operatorCurrencies: 'layout',
};

/** The layouts around a path, from the outermost. */
function findLayouts(path: string, routes: RouteObject[], outer: RouteObject[] = []): RouteObject[] | null {
  for (const route of routes) {
    if (route.path === path) return outer;
    const found = findLayouts(path, route.children ?? [], [...outer, route]);
    if (found) return found;
  }
  return null;
}

const loadRoute = async (route: RouteObject | undefined) => ({
  ...route,
  ...(typeof route?.lazy === 'function' ? await route.lazy() : {}),
});

test.each(Object.entries(GUARDS))('the guard of the private page %s is: %s', async (name, guard) => {
  const path = privateRoutePaths[name as keyof typeof GUARDS];
  const route = pathRoutes.find(candidate => candidate.path === path);
  expect('loader' in (await loadRoute(route))).toBe(guard === 'loader');
  const layouts = await Promise.all((findLayouts(path, siteRoutes) ?? []).map(loadRoute));
  expect(layouts.some(layout => 'loader' in layout)).toBe(
    guard === 'layout' || name === 'account' || name === 'shop',
  );
});

test('the components of private pages are in the folders that keep them out of public chunks', () => {
  const source = readFileSync(join(import.meta.dirname, '../../site/routes.tsx'), 'utf8');
  const components = [...source.matchAll(/import\('\.\/(.+\.tsx)'\)/g)].map(([, path]) => path);
  const isInPrivateFolder = (path = '') =>
    privateSourceFolders.some(folder => path.startsWith(`${folder}/`)) && /\/\w+Page\.tsx$/.test(path);
  expect(components.filter(path => !isInPrivateFolder(path))).toEqual(['home/HomePage.tsx']);
});

test('private pages and unknown paths below them are private, public pages are not', () => {
  for (const path of Object.values(privateRoutePaths)) expect(isPrivatePath(path), path).toBe(true);
  expect(isPrivatePath('/claim/a/b/c')).toBe(true);
  for (const path of Object.values(publicRoutePaths)) expect(isPrivatePath(path), path).toBe(false);
  expect(isPrivatePath('/claims')).toBe(false);
});
