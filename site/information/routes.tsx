import type { RouteObject } from 'react-router';
import { addresses } from '../addresses.ts';
import type { Page } from '../markdown/frontmatter.ts';
import type { Handle } from '../shell/Arrival.tsx';
import type { Shell } from '../shell/shell.ts';
import { titled } from '../shell/title.ts';
import type { Markdown } from './Article.tsx';
import { texts } from './texts.ts';

/** What a content file says of its page. */
const said = ({ title, description }: Page): { handle: Handle } => ({
  handle: { title: titled(title), description },
});

/** A page that is a content file and nothing else. */
function text(path: string, load: () => Promise<Markdown>): RouteObject {
  return {
    path,
    lazy: async () => {
      const [{ Article }, content] = await Promise.all([import('./Article.tsx'), load()]);
      return { ...said(content.page), element: <Article content={content} /> };
    },
  };
}

/** The pages of information: what they say is in content/, what is live on them beside this file. */
export function information({ api }: Shell): RouteObject[] {
  return [
    text(addresses.rules, () => import('../content/rules.md')),
    text(addresses.aml, () => import('../content/aml.md')),
    text(addresses.contacts, () => import('../content/contacts.md')),
    text(addresses.users, () => import('../content/users.md')),
    {
      path: addresses.faq,
      lazy: async () => {
        const [{ Questions }, content] = await Promise.all([
          import('./Questions.tsx'),
          import('../content/faq.md'),
        ]);
        return { ...said(content.page), element: <Questions content={content} /> };
      },
    },
    {
      path: addresses.news,
      lazy: async () => {
        const [{ News }, { page }] = await Promise.all([import('./News.tsx'), import('../content/news.md')]);
        return { ...said(page), element: <News /> };
      },
    },
    // One by one, so that an address which none of them has is the 404 of any other.
    ...[...texts].map(([slug, load]) => ({
      path: addresses.item.replace(':slug', slug),
      lazy: async () => {
        const [{ NewsItem }, content] = await Promise.all([import('./NewsItem.tsx'), load()]);
        const { handle } = said(content.page);
        return { handle: { ...handle, date: content.page.date }, element: <NewsItem content={content} /> };
      },
    })),
    {
      path: addresses.reserves,
      lazy: async () => {
        const [{ Reserves }, { reserves }, content] = await Promise.all([
          import('./Reserves.tsx'),
          import('./models.ts'),
          import('../content/reserves.md'),
        ]);
        return { ...said(content.page), element: <Reserves content={content} live={reserves(api)} /> };
      },
    },
    {
      path: addresses.discounts,
      lazy: async () => {
        const [{ Discounts }, { tiers }, content] = await Promise.all([
          import('./Discounts.tsx'),
          import('./models.ts'),
          import('../content/discounts.md'),
        ]);
        return { ...said(content.page), element: <Discounts content={content} live={tiers(api)} /> };
      },
    },
    {
      path: addresses.contest,
      lazy: async () => {
        const [{ Contest }, { contest }, content] = await Promise.all([
          import('./Contest.tsx'),
          import('./models.ts'),
          import('../content/contest.md'),
        ]);
        const element = <Contest content={content} live={contest(api)} clock={api.clock} />;
        return { ...said(content.page), element };
      },
    },
    {
      path: addresses.monitoring,
      lazy: async () => {
        const [{ Monitoring }, { directions }, content] = await Promise.all([
          import('./Monitoring.tsx'),
          import('./models.ts'),
          import('../content/monitoring.md'),
        ]);
        const element = <Monitoring content={content} live={directions(api)} api={api} />;
        return { ...said(content.page), element };
      },
    },
    {
      path: addresses.promocode,
      lazy: async () => {
        const [{ Promocode }, content] = await Promise.all([
          import('./Promocode.tsx'),
          import('../content/promocode.md'),
        ]);
        return { ...said(content.page), element: <Promocode content={content} api={api} /> };
      },
    },
    {
      path: addresses.shops,
      lazy: async () => {
        const [{ Shops }, content] = await Promise.all([
          import('./Shops.tsx'),
          import('../content/shops.md'),
        ]);
        return { ...said(content.page), element: <Shops content={content} /> };
      },
    },
  ];
}
