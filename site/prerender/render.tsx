import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { ORIGIN_PLACEHOLDER } from '#core/contract/placeholder.ts';
import { routePaths } from '../routePaths.ts';
import { createLazyClient } from '../lazyClient.ts';
import questions from '../content/faq.md?questions';
import { newsModules } from '../information/news/newsModules.ts';
import type { FaqQuestion } from '../markdown/remarkContent.ts';
import { createRoutes } from '../routes.tsx';
import type { RouteHandle } from '../shell/layout/RouteAnnouncer.tsx';
import { createAppContext } from '../shell/appContext.ts';
import { MaintenancePage, MAINTENANCE_HEADING } from '../shell/errors/MaintenancePage.tsx';
import { formatPageTitle } from '../shell/layout/pageTitle.ts';

/** A page to be written: where, what its head says, its markup, and the sources that it loads lazily. */
export interface RenderedPage {
  /** Its address, or the name of a file that has none of its own: `404.html`. */
  path: string;
  handle: RouteHandle;
  markup: string;
  /** Of the page of questions; none elsewhere. */
  questions: readonly FaqQuestion[];
  /** Relative to site/, as the build's manifest names them: their chunks and styles are asked for at once. */
  modules: readonly string[];
}

const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** What a page that shows live figures calls the server with. */
const CLIENT_MODULE = '../core/api/client.ts';

/** Every page that is the same for everybody, with the sources behind its route's `lazy`. */
const PUBLIC_PAGES: readonly { path: string; modules: readonly string[] }[] = [
  { path: routePaths.home, modules: ['home/HomePage.tsx', 'home/market.ts', CLIENT_MODULE] },
  ...(['rules', 'aml', 'contacts', 'users'] as const).map(name => ({
    path: routePaths[name],
    modules: ['information/Article.tsx', `content/${name}.md`],
  })),
  ...(['reserves', 'discounts', 'contest', 'monitoring'] as const).map(name => ({
    path: routePaths[name],
    modules: [
      `information/${name}/${capitalize(name)}Page.tsx`,
      'information/liveQueries.ts',
      CLIENT_MODULE,
      `content/${name}.md`,
    ],
  })),
  ...(['promocode', 'shops'] as const).map(name => ({
    path: routePaths[name],
    modules: [`information/${name}/${capitalize(name)}Page.tsx`, `content/${name}.md`],
  })),
  { path: routePaths.faq, modules: ['information/faq/FaqPage.tsx', 'content/faq.md'] },
  { path: routePaths.news, modules: ['information/news/NewsPage.tsx', 'content/news.md'] },
  ...[...newsModules.keys()].map(slug => ({
    path: `/news/${slug}`,
    modules: ['information/news/NewsItemPage.tsx', `content/news/${slug}.md`],
  })),
  { path: '/404.html', modules: [] },
];

/** Draws every public page. Throws when a page cannot be drawn or has no title. */
export async function renderPages(): Promise<RenderedPage[]> {
  const rendered: RenderedPage[] = [];
  for (const { path, modules } of PUBLIC_PAGES)
    rendered.push({
      path,
      modules,
      questions: path === routePaths.faq ? questions : [],
      ...(await renderPage(path)),
    });
  const maintenanceMarkup = renderToString(<MaintenancePage />);
  return [
    ...rendered,
    {
      path: '/503.html',
      handle: { title: formatPageTitle(MAINTENANCE_HEADING) },
      markup: maintenanceMarkup,
      modules: [],
      questions: [],
    },
  ];
}

async function renderPage(path: string): Promise<Pick<RenderedPage, 'handle' | 'markup'>> {
  const handler = createStaticHandler(createRoutes(createAppContext(createLazyClient())));
  const context = await handler.query(new Request(ORIGIN_PLACEHOLDER + path));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  const [error] = Object.values(context.errors ?? {});
  if (error) throw new Error(`${path} cannot be drawn`, { cause: error });
  const handle = context.matches.at(-1)?.route.handle as RouteHandle | undefined;
  if (!handle) throw new Error(`${path} has no title`);
  // The same tree as main.tsx has, so that what React numbers is numbered alike.
  const markup = renderToString(
    <StrictMode>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </StrictMode>,
  );
  // The policy forbids it, and would leave the page without.
  if (/<[^>]+ style=/.test(markup)) throw new Error(`${path} has a style attribute`);
  return { handle, markup };
}
