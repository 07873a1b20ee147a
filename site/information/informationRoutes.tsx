import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { routePaths } from '../routePaths.ts';
import type { PageFrontmatter } from '../markdown/frontmatter.ts';
import type { RouteHandle } from '../shell/layout/RouteAnnouncer.tsx';
import type { AppContext } from '../shell/appContext.ts';
import type { MarkdownModule } from './Article.tsx';
import { newsModules } from './news/newsModules.ts';

/** Route metadata from the front matter of a content file. */
const toRouteHandle = ({ title, description }: PageFrontmatter): { handle: RouteHandle } => ({
  handle: { title, description },
});

/** Creates the route of a page that consists of one content file, and a section after its text if one is given. */
function createTextRoute(
  path: string,
  loadContent: () => Promise<MarkdownModule>,
  loadSection?: () => Promise<ComponentType>,
): RouteObject {
  return {
    path,
    lazy: async () => {
      const [{ Article }, content, Section] = await Promise.all([
        import('./Article.tsx'),
        loadContent(),
        loadSection?.(),
      ]);
      const element = <Article content={content} end={Section && <Section />} />;
      return { ...toRouteHandle(content.page), element };
    },
  };
}

/** Routes of the information pages. Texts are in content/, components beside this file. */
export function createInformationRoutes({ api }: AppContext): RouteObject[] {
  return [
    createTextRoute(routePaths.rules, () => import('../content/rules.md')),
    createTextRoute(routePaths.aml, () => import('../content/aml.md')),
    createTextRoute(
      routePaths.users,
      () => import('../content/users.md'),
      async () => (await import('./referral/ReferralTerms.tsx')).ReferralTermsSection,
    ),
    {
      path: routePaths.contacts,
      lazy: async () => {
        const [{ ContactsPage }, content] = await Promise.all([
          import('./contacts/ContactsPage.tsx'),
          import('../content/contacts.md'),
        ]);
        return { ...toRouteHandle(content.page), element: <ContactsPage content={content} /> };
      },
    },
    {
      path: routePaths.faq,
      lazy: async () => {
        const [{ FaqPage }, content] = await Promise.all([
          import('./faq/FaqPage.tsx'),
          import('../content/faq.md'),
        ]);
        return { ...toRouteHandle(content.page), element: <FaqPage content={content} /> };
      },
    },
    {
      path: routePaths.news,
      lazy: async () => {
        const [{ NewsPage }, { page }] = await Promise.all([
          import('./news/NewsPage.tsx'),
          import('../content/news.md'),
        ]);
        return { ...toRouteHandle(page), element: <NewsPage /> };
      },
    },
    // One route per item, so that an unknown slug matches no route and gets the 404 page.
    ...[...newsModules].map(([slug, loadContent]) => ({
      path: routePaths.newsItem.replace(':slug', slug),
      lazy: async () => {
        const [{ NewsItemPage }, content] = await Promise.all([
          import('./news/item/NewsItemPage.tsx'),
          loadContent(),
        ]);
        const { handle } = toRouteHandle(content.page);
        return {
          handle: { ...handle, date: content.page.date },
          element: <NewsItemPage content={content} />,
        };
      },
    })),
    {
      path: routePaths.reserves,
      lazy: async () => {
        const [{ ReservesPage }, content] = await Promise.all([
          import('./reserves/ReservesPage.tsx'),
          import('../content/reserves.md'),
        ]);
        return {
          ...toRouteHandle(content.page),
          element: <ReservesPage content={content} api={api} />,
        };
      },
    },
    {
      path: routePaths.discounts,
      lazy: async () => {
        const [{ DiscountsPage }, content] = await Promise.all([
          import('./discounts/DiscountsPage.tsx'),
          import('../content/discounts.md'),
        ]);
        return {
          ...toRouteHandle(content.page),
          element: <DiscountsPage content={content} api={api} />,
        };
      },
    },
    {
      path: routePaths.contest,
      lazy: async () => {
        const [{ ContestPage }, content] = await Promise.all([
          import('./contest/ContestPage.tsx'),
          import('../content/contest.md'),
        ]);
        const element = <ContestPage content={content} api={api} />;
        return { ...toRouteHandle(content.page), element };
      },
    },
    {
      path: routePaths.promocode,
      lazy: async () => {
        const [{ PromocodePage }, content] = await Promise.all([
          import('./promocode/PromocodePage.tsx'),
          import('../content/promocode.md'),
        ]);
        return { ...toRouteHandle(content.page), element: <PromocodePage content={content} api={api} /> };
      },
    },
    ...createPartnerRoutes(api),
  ];
}

/** Routes of the pages for those who bring visitors. */
function createPartnerRoutes(api: AppContext['api']): RouteObject[] {
  return [
    {
      path: routePaths.monitoring,
      lazy: async () => {
        const [{ MonitoringPage }, content] = await Promise.all([
          import('./monitoring/MonitoringPage.tsx'),
          import('../content/monitoring.md'),
        ]);
        const element = <MonitoringPage content={content} api={api} />;
        return { ...toRouteHandle(content.page), element };
      },
    },
    {
      path: routePaths.shops,
      lazy: async () => {
        const [{ ShopsPage }, content] = await Promise.all([
          import('./shops/ShopsPage.tsx'),
          import('../content/shops.md'),
        ]);
        return { ...toRouteHandle(content.page), element: <ShopsPage content={content} /> };
      },
    },
    {
      path: routePaths.apiReference,
      lazy: async () => {
        const [{ ApiReferencePage }, content] = await Promise.all([
          import('./apiReference/ApiReferencePage.tsx'),
          import('../content/api.md'),
        ]);
        return { ...toRouteHandle(content.page), element: <ApiReferencePage content={content} /> };
      },
    },
  ];
}
