import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type RouteObject,
} from 'react-router';
import { ORIGIN_PLACEHOLDER } from '#core/contract/placeholder.ts';
import { publicRoutePaths, routePaths } from '../routePaths.ts';
import { createLazyClient } from '../lazyClient.ts';
import questions from '../content/faq.md?questions';
import { newsModules } from '../information/news/newsModules.ts';
import type { FaqQuestion } from '../markdown/remarkContent.ts';
import { createRoutes } from '../routes.tsx';
import type { RouteHandle } from '../shell/layout/RouteAnnouncer.tsx';
import { createAppContext } from '../shell/appContext.ts';
import { listPrivatePages } from './privatePages.tsx';
import { MaintenancePage, MAINTENANCE_HEADING } from '../shell/errors/MaintenancePage.tsx';

/** A prerendered page. */
export interface RenderedPage {
  /** URL path of a public page; the file of an error page or a private page, which ends with `.html`. */
  path: string;
  handle: RouteHandle;
  markup: string;
  /** For the structured data of the FAQ page; empty on other pages. */
  questions: readonly FaqQuestion[];
  /** Lazily loaded sources, relative to site/ as in the Vite manifest: their chunks and styles are preloaded. */
  modules: readonly string[];
}

/** The API client, which pages with live data load. */
const CLIENT_MODULE = '../core/api/client.ts';

/** Sources that a page's route loads lazily, for every public page: the compiler rejects a page without an entry. */
const PAGE_MODULES: Readonly<Record<keyof typeof publicRoutePaths, readonly string[]>> = {
  home: ['home/HomePage.tsx', 'home/marketQuery.ts', CLIENT_MODULE],
  news: ['information/news/NewsPage.tsx', 'content/news.md'],
  newsItem: ['information/news/item/NewsItemPage.tsx'],
  rules: listTextModules('rules'),
  aml: listTextModules('aml'),
  contacts: ['information/contacts/ContactsPage.tsx', 'content/contacts.md'],
  users: [...listTextModules('users'), 'information/referral/ReferralTerms.tsx'],
  contest: listLiveModules('contest', 'ContestPage'),
  discounts: listLiveModules('discounts', 'DiscountsPage'),
  monitoring: listLiveModules('monitoring', 'MonitoringPage'),
  reserves: listLiveModules('reserves', 'ReservesPage'),
  faq: ['information/faq/FaqPage.tsx', 'content/faq.md'],
  promocode: ['information/promocode/PromocodePage.tsx', 'content/promocode.md'],
  shops: ['information/shops/ShopsPage.tsx', 'content/shops.md'],
  apiReference: ['information/apiReference/ApiReferencePage.tsx', 'content/api.md'],
};

function listTextModules(name: string): string[] {
  return ['information/Article.tsx', `content/${name}.md`];
}

function listLiveModules(name: string, component: string): string[] {
  return [`information/${name}/${component}.tsx`, CLIENT_MODULE, `content/${name}.md`];
}

/** Paths and sources of the pages to render: every public page, one per news item, and the 404 page. */
function listPublicPages(): Pick<RenderedPage, 'path' | 'modules'>[] {
  const { newsItem, ...pages } = publicRoutePaths;
  const newsSlugs = [...newsModules.keys()];
  return [
    ...Object.entries(pages).map(([name, path]) => ({
      path,
      modules: PAGE_MODULES[name as keyof typeof pages],
    })),
    ...newsSlugs.map(slug => ({
      path: newsItem.replace(':slug', slug),
      modules: [...PAGE_MODULES.newsItem, `content/news/${slug}.md`],
    })),
    { path: '/404.html', modules: [] },
  ];
}

/** Renders every page, of private ones a placeholder. Throws if a page fails to render or has no title. */
export async function renderPages(): Promise<RenderedPage[]> {
  const rendered: RenderedPage[] = [];
  for (const { path, modules } of listPublicPages())
    rendered.push({
      path,
      modules,
      questions: path === routePaths.faq ? questions : [],
      ...(await renderPage(createRoutes(createAppContext(createLazyClient())), path)),
    });
  for (const { path, location, modules, routes } of await listPrivatePages())
    rendered.push({ path, modules, questions: [], ...(await renderPage(routes, location)) });
  const maintenanceMarkup = renderToString(<MaintenancePage api={createLazyClient()} />);
  return [
    ...rendered,
    {
      path: '/503.html',
      handle: { title: MAINTENANCE_HEADING },
      markup: maintenanceMarkup,
      modules: [],
      questions: [],
    },
  ];
}

async function renderPage(
  routes: RouteObject[],
  path: string,
): Promise<Pick<RenderedPage, 'handle' | 'markup'>> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(ORIGIN_PLACEHOLDER + path));
  if (context instanceof Response) throw new Error(`${path} redirects`);
  const [error] = Object.values(context.errors ?? {});
  if (error) throw new Error(`${path} failed to render`, { cause: error });
  const handle = context.matches.at(-1)?.route.handle as RouteHandle | undefined;
  if (!handle?.title) throw new Error(`${path} has no title`);
  // The same tree as in main.tsx, so that `useId` returns the same ids during hydration.
  const markup = renderToString(
    <StrictMode>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </StrictMode>,
  );
  // The Content-Security-Policy blocks style attributes.
  if (/<[^>]+ style=/.test(markup)) throw new Error(`${path} has a style attribute`);
  return { handle, markup };
}
