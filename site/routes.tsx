import type { ComponentType } from 'react';
import { replace, type RouteObject } from 'react-router';
import { operatorRoutePaths, routePaths, type OperatorPageName } from './routePaths.ts';
import type { MarketQuery } from './home/marketQuery.ts';
import { createInformationRoutes } from './information/informationRoutes.tsx';
import { NotFoundPage } from './shell/errors/NotFoundPage.tsx';
import type { RouteHandle } from './shell/layout/RouteAnnouncer.tsx';
import { PageErrorBoundary, SiteErrorBoundary } from './shell/errors/RouteErrorBoundaries.tsx';
import { Layout } from './shell/layout/Layout.tsx';
import type { AppContext } from './shell/appContext.ts';

/** Adds an error boundary per page, so that an error replaces only the page. */
const withErrorBoundary = (pageRoutes: RouteObject[]): RouteObject[] => [
  {
    errorElement: <PageErrorBoundary />,
    // The server matches case-sensitively, too: /Rules is a 404.
    children: pageRoutes.map(page => Object.assign(page, { caseSensitive: true })),
  },
];

/** Pages for guests. Their code, with the guard, loads on demand. */
function createGuestRoutes(appContext: AppContext): RouteObject[] {
  const pages = {
    login: { title: 'Вход', load: async () => (await import('./auth/LoginPage.tsx')).LoginPage },
    register: {
      title: 'Регистрация',
      load: async () => (await import('./auth/RegisterPage.tsx')).RegisterPage,
    },
    forget: { title: 'Забытый пароль', load: async () => (await import('./auth/ForgetPage.tsx')).ForgetPage },
    recover: {
      title: 'Новый пароль',
      load: async () => (await import('./auth/RecoverPage.tsx')).RecoverPage,
    },
  } as const;
  return (['login', 'register', 'forget', 'recover'] as const).map(name => ({
    path: routePaths[name],
    handle: { title: pages[name].title } satisfies RouteHandle,
    lazy: async () => {
      const [Component, { redirectSignedInVisitor, shouldRevalidateGuestPage }] = await Promise.all([
        pages[name].load(),
        import('./auth/guestGuard.ts'),
      ]);
      return {
        Component,
        loader: (args: { request: Request }) => redirectSignedInVisitor(appContext, args),
        shouldRevalidate: shouldRevalidateGuestPage,
      };
    },
  }));
}

/** The titles of the account's pages. Their code is in `account/accountPages.ts`. */
const ACCOUNT_TITLES = {
  dashboard: 'Обзор',
  applications: 'Заявки',
  cards: 'Карты',
  card: 'Карта',
  wallets: 'Кошельки',
  promocodes: 'Промокоды',
  safety: 'Безопасность',
  journal: 'Журнал безопасности',
  settings: 'Настройки',
  deletion: 'Удаление аккаунта',
  referral: 'Партнёрам',
  shopStatistics: 'Статистика',
  shopHistory: 'История',
  shopLinks: 'Ссылки',
  shopApi: 'API',
  shopUsage: 'Как подключить',
  shopWithdrawal: 'Вывод',
} as const;
export type AccountPageName = keyof typeof ACCOUNT_TITLES;

/** A layout of private pages. It has the guard of all. */
const createGuardedRoute = (
  appContext: AppContext,
  loadLayout: () => Promise<ComponentType>,
  pages: RouteObject[],
): RouteObject => ({
  lazy: async () => {
    const [Component, { requireSession }] = await Promise.all([
      loadLayout(),
      import('./account/accountGuard.ts'),
    ]);
    return {
      Component,
      loader: (args: { request: Request }) => requireSession(appContext, args),
    };
  },
  children: pages.map(page => Object.assign(page, { caseSensitive: true })),
});

const createAccountRoute = (appContext: AppContext): RouteObject =>
  createGuardedRoute(appContext, async () => (await import('./account/AccountPage.tsx')).AccountPage, [
    { path: routePaths.account, loader: () => replace(routePaths.dashboard) },
    { path: routePaths.shop, loader: () => replace(routePaths.shopStatistics) },
    ...(Object.keys(ACCOUNT_TITLES) as AccountPageName[]).map(name => ({
      path: routePaths[name],
      handle: { title: ACCOUNT_TITLES[name] } satisfies RouteHandle,
      lazy: async () => ({
        Component: await (await import('./account/accountPages.ts')).accountPages[name](),
      }),
    })),
  ]);

const createOperatorRoute = (appContext: AppContext): RouteObject =>
  createGuardedRoute(appContext, async () => (await import('./operator/OperatorPage.tsx')).OperatorPage, [
    {
      lazy: async () => ({ Component: (await import('./operator/StaffPage.tsx')).StaffPage }),
      // Their titles load with them: a visitor does not need them.
      children: (Object.keys(operatorRoutePaths) as OperatorPageName[]).map(name => ({
        path: operatorRoutePaths[name],
        caseSensitive: true,
        lazy: async () => {
          const { OPERATOR_TITLES, operatorPages } = await import('./operator/operatorPages.ts');
          const handle: RouteHandle = { title: OPERATOR_TITLES[name] };
          return { Component: await operatorPages[name](), handle };
        },
      })),
    },
  ]);

/** Creates the routes of the site; each page loads lazily. Returns new objects, because the router mutates them. */
export function createRoutes(appContext: AppContext): RouteObject[] {
  const { api, session } = appContext;
  /** Created on the first visit of the home page, then reused. */
  let market: MarketQuery | undefined;
  return [
    {
      element: <Layout appContext={appContext} />,
      errorElement: <SiteErrorBoundary appContext={appContext} />,
      HydrateFallback: () => null,
      children: withErrorBoundary([
        {
          path: routePaths.home,
          handle: {
            title: 'Обмен криптовалюты на рубли',
            description:
              'Обмен криптовалюты на рубли и обратно. Курс, минимум, резерв и срок видны до создания заявки.',
          } satisfies RouteHandle,
          lazy: async () => {
            const [{ HomePage }, { createMarketQuery }] = await Promise.all([
              import('./home/HomePage.tsx'),
              import('./home/marketQuery.ts'),
            ]);
            market ??= createMarketQuery(api);
            return { element: <HomePage market={market} /> };
          },
        },
        ...createInformationRoutes(appContext),
        {
          path: routePaths.unfinishedClaim,
          lazy: async () => {
            const [{ redirectToUnfinishedClaim }, { createLocalClaims }] = await Promise.all([
              import('./claim/unfinished/redirectToUnfinishedClaim.ts'),
              import('./claim/local/localClaims.ts'),
            ]);
            return { loader: () => redirectToUnfinishedClaim(createLocalClaims(api), appContext) };
          },
        },
        ...(['success', 'fail'] as const).map(merchantResult => ({
          path: routePaths[merchantResult],
          handle: {
            title: merchantResult === 'success' ? 'Статус оплаты' : 'Оплата не прошла',
          } satisfies RouteHandle,
          lazy: async () => {
            const [{ MerchantReturnPage }, { createLocalClaims }] = await Promise.all([
              import('./claim/merchantReturn/MerchantReturnPage.tsx'),
              import('./claim/local/localClaims.ts'),
            ]);
            return {
              element: (
                <MerchantReturnPage
                  localClaims={createLocalClaims(api, session.authorize)}
                  merchantResult={merchantResult}
                />
              ),
            };
          },
        })),
        {
          path: routePaths.claim,
          handle: { title: 'Заявка' } satisfies RouteHandle,
          lazy: async () => {
            const [{ ClaimPage }, { createLocalClaims }] = await Promise.all([
              import('./claim/ClaimPage.tsx'),
              import('./claim/local/localClaims.ts'),
            ]);
            return { element: <ClaimPage localClaims={createLocalClaims(api, session.authorize)} /> };
          },
        },
        ...(['verification', 'handoff'] as const).map(name => ({
          path: routePaths[name],
          handle: { title: 'Подтверждение карты' } satisfies RouteHandle,
          lazy: async () => {
            const [{ VerificationPage, HandoffPage }, { createLocalClaims }] = await Promise.all([
              import('./verification/VerificationPage.tsx'),
              import('./claim/local/localClaims.ts'),
            ]);
            const Page = name === 'handoff' ? HandoffPage : VerificationPage;
            return { element: <Page localClaims={createLocalClaims(api, session.authorize)} /> };
          },
        })),
        {
          path: routePaths.unsubscribe,
          handle: { title: 'Новости' } satisfies RouteHandle,
          lazy: async () => ({
            Component: (await import('./unsubscribe/UnsubscribePage.tsx')).UnsubscribePage,
          }),
        },
        {
          path: routePaths.alert,
          handle: { title: 'Уведомление о курсе' } satisfies RouteHandle,
          lazy: async () => ({ Component: (await import('./alert/AlertPage.tsx')).AlertPage }),
        },
        ...createGuestRoutes(appContext),
        createAccountRoute(appContext),
        createOperatorRoute(appContext),
        {
          path: '*',
          handle: { title: '404' } satisfies RouteHandle,
          Component: NotFoundPage,
        },
      ]),
    },
  ];
}
