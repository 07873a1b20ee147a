import type { RouteObject } from 'react-router';
import { addresses } from '../addresses.ts';
import type { Page } from '../markdown/frontmatter.ts';
import type { Handle } from '../shell/Arrival.tsx';
import type { Markdown } from './Article.tsx';
import { texts } from './texts.ts';

/** What a content file says of its page. */
const said = ({ title, description }: Page): { handle: Handle } => ({
  handle: { title: `${title} · Размен`, description },
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
export function information(): RouteObject[] {
  return [
    text(addresses.rules, () => import('../content/rules.md')),
    text(addresses.aml, () => import('../content/aml.md')),
    text(addresses.contacts, () => import('../content/contacts.md')),
    text(addresses.contest, () => import('../content/contest.md')),
    text(addresses.discounts, () => import('../content/discounts.md')),
    text(addresses.monitoring, () => import('../content/monitoring.md')),
    text(addresses.promocode, () => import('../content/promocode.md')),
    text(addresses.reserves, () => import('../content/reserves.md')),
    text(addresses.shops, () => import('../content/shops.md')),
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
        return { ...said(content.page), element: <NewsItem content={content} /> };
      },
    })),
  ];
}
