import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { ORIGIN } from '#core/contract/placeholder.ts';
import { addresses } from '../addresses.ts';
import * as client from '../client.ts';
import questions from '../content/faq.md?questions';
import { texts } from '../information/texts.ts';
import type { Question } from '../markdown/tree.ts';
import { routes } from '../routes.tsx';
import type { Handle } from '../shell/Arrival.tsx';
import * as shells from '../shell/shell.ts';
import { TechLayout, HEADING } from '../shell/TechLayout.tsx';
import { titled } from '../shell/title.ts';

/** A page to be written: where, what its head says, its markup, and the sources that it loads lazily. */
export interface Rendered {
  /** Its address, or the name of a file that has none of its own: `404.html`. */
  path: string;
  handle: Handle;
  markup: string;
  /** Of the page of questions; none elsewhere. */
  questions: readonly Question[];
  /** Relative to site/, as the build's manifest names them: their chunks and styles are asked for at once. */
  modules: readonly string[];
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** What a page that shows live figures calls the server with. */
const CLIENT = '../core/api/client.ts';

/** Every page that is the same for everybody, with the sources behind its route's `lazy`. */
const PAGES: readonly { path: string; modules: readonly string[] }[] = [
  { path: addresses.home, modules: ['pages/Home.tsx', 'home/market.ts', CLIENT] },
  ...(['rules', 'aml', 'contacts', 'users'] as const).map(name => ({
    path: addresses[name],
    modules: ['information/Article.tsx', `content/${name}.md`],
  })),
  ...(['reserves', 'discounts', 'contest', 'monitoring'] as const).map(name => ({
    path: addresses[name],
    modules: [`information/${capital(name)}.tsx`, 'information/models.ts', CLIENT, `content/${name}.md`],
  })),
  ...(['promocode', 'shops'] as const).map(name => ({
    path: addresses[name],
    modules: [`information/${capital(name)}.tsx`, `content/${name}.md`],
  })),
  { path: addresses.faq, modules: ['information/Questions.tsx', 'content/faq.md'] },
  { path: addresses.news, modules: ['information/News.tsx', 'content/news.md'] },
  ...[...texts.keys()].map(slug => ({
    path: `/news/${slug}`,
    modules: ['information/NewsItem.tsx', `content/news/${slug}.md`],
  })),
  { path: '/404.html', modules: [] },
];

/** Draws every public page. Throws when a page cannot be drawn or has no title. */
export async function pages(): Promise<Rendered[]> {
  const rendered: Rendered[] = [];
  for (const { path, modules } of PAGES)
    rendered.push({
      path,
      modules,
      questions: path === addresses.faq ? questions : [],
      ...(await render(path)),
    });
  const closed = renderToString(<TechLayout />);
  return [
    ...rendered,
    { path: '/503.html', handle: { title: titled(HEADING) }, markup: closed, modules: [], questions: [] },
  ];
}

async function render(path: string): Promise<Pick<Rendered, 'handle' | 'markup'>> {
  const handler = createStaticHandler(routes(shells.create(client.create())));
  const context = await handler.query(new Request(ORIGIN + path));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  const [error] = Object.values(context.errors ?? {});
  if (error) throw new Error(`${path} cannot be drawn`, { cause: error });
  const handle = context.matches.at(-1)?.route.handle as Handle | undefined;
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
