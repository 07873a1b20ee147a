import type { ComponentType } from 'react';
import { signal } from '@preact/signals-core';
import { matchRoutes, type RouteObject } from 'react-router';
// Vite's import of its text; the module has no default export.
// oxlint-disable-next-line import/default
import accountPagesSource from '../account/accountPages.ts?raw';
// oxlint-disable-next-line import/no-duplicates
import { OPERATOR_TITLES } from '../operator/operatorPages.ts';
// oxlint-disable-next-line import/default
import operatorPagesSource from '../operator/operatorPages.ts?raw';
import type { SessionState } from '#core/session/sessionModel.ts';
import { createLazyClient } from '../lazyClient.ts';
import {
  accountRoutePaths,
  guestRoutePaths,
  operatorRoutePaths,
  privateRoutePaths,
  type OperatorPageName,
} from '../routePaths.ts';
import { createRoutes } from '../routes.tsx';
import { createAppContext } from '../shell/appContext.ts';
import { toPageFile } from './pageFile.ts';
import { Layout } from '../shell/layout/Layout.tsx';
import type { RouteHandle } from '../shell/layout/RouteAnnouncer.tsx';

type PrivatePageName = keyof typeof privateRoutePaths;
/** Pages in a layout of the account. */
type AccountRouteName = keyof typeof accountRoutePaths | keyof typeof operatorRoutePaths;

/** Placeholder of a private page until its code has loaded. */
export interface PrivatePage {
  /** URL path of the file. */
  path: string;
  /** A path of the page, for the router. */
  location: string;
  modules: readonly string[];
  routes: RouteObject[];
}

/** Modules that every page of the account loads. */
const ACCOUNT_MODULES = [
  'account/AccountPage.tsx',
  'account/accountGuard.ts',
  'account/accountPages.ts',
  'shell/session/createBrowserSession.ts',
  '../core/api/client.ts',
];

/** Modules that every page of the operator's desk loads. */
const OPERATOR_MODULES = [
  ...ACCOUNT_MODULES.filter(module => module !== 'account/accountPages.ts'),
  'operator/OperatorPage.tsx',
  'operator/StaffPage.tsx',
  'operator/operatorPages.ts',
];

/** Modules of pages by their routes, from the lines of `accountPages.ts` or `operatorPages.ts`. */
const listPageModules = (source: string, folder: string) =>
  [...source.matchAll(/^ {2}(\w+): async \(\) =>\s+\(await import\('\.\/(.+?)'\)\)/gm)].map(
    ([, name = '', module = '']) => [name, `${folder}/${module}`] as const,
  );

/** Modules of the pages in a layout of the account, by their routes. */
const ACCOUNT_PAGES = new Map([
  ...listPageModules(accountPagesSource, 'account'),
  ...listPageModules(operatorPagesSource, 'operator'),
]);

/** Routes that redirect to a page. */
const ACCOUNT_REDIRECTS: Readonly<Record<string, string>> = { account: 'dashboard', shop: 'shopStatistics' };

function listAccountModules(name: AccountRouteName): readonly string[] {
  const page = ACCOUNT_PAGES.get(ACCOUNT_REDIRECTS[name] ?? name);
  if (page === undefined) throw new Error(`${name} is no page of accountPages.ts or operatorPages.ts`);
  return [...(name in operatorRoutePaths ? OPERATOR_MODULES : ACCOUNT_MODULES), page];
}

const withGuard = (module: string) => [`auth/${module}`, 'auth/guestGuard.ts'];
const CLAIM_MODULES = ['claim/ClaimPage.tsx', 'claim/local/localClaims.ts'];
const VERIFICATION_MODULES = ['verification/VerificationPage.tsx', 'claim/local/localClaims.ts'];
const PAYMENT_MODULES = ['claim/merchantReturn/MerchantReturnPage.tsx', 'claim/local/localClaims.ts'];

/** Sources that a page's route loads lazily, for every private page outside of the account. */
const PAGE_MODULES: Readonly<Record<Exclude<PrivatePageName, AccountRouteName>, readonly string[]>> = {
  unfinishedClaim: ['claim/unfinished/redirectToUnfinishedClaim.ts', 'claim/local/localClaims.ts'],
  claim: CLAIM_MODULES,
  success: PAYMENT_MODULES,
  fail: PAYMENT_MODULES,
  verification: VERIFICATION_MODULES,
  handoff: VERIFICATION_MODULES,
  unsubscribe: ['unsubscribe/UnsubscribePage.tsx'],
  alert: ['alert/AlertPage.tsx'],
  login: withGuard('LoginPage.tsx'),
  register: withGuard('RegisterPage.tsx'),
  forget: withGuard('ForgetPage.tsx'),
  recover: withGuard('RecoverPage.tsx'),
};

const isAccountRoute = (name: PrivatePageName): name is AccountRouteName =>
  name in accountRoutePaths || name in operatorRoutePaths;

/** Lists every private page with the routes that render its header, its heading and a placeholder of its content. */
export async function listPrivatePages(): Promise<PrivatePage[]> {
  // The site's routes import it lazily, too.
  const { AccountPage } = await import('../account/AccountPage.tsx');
  const { OperatorPage } = await import('../operator/OperatorPage.tsx');
  return (Object.keys(privateRoutePaths) as PrivatePageName[]).map(name => {
    const file = toPageFile(privateRoutePaths[name]);
    const location = `/${file.replace(/\.html$/, '')}`;
    return {
      path: `/${file}`,
      location,
      modules: isAccountRoute(name) ? listAccountModules(name) : PAGE_MODULES[name],
      routes: createPlaceholderRoutes(
        name,
        location,
        name in operatorRoutePaths ? OperatorPage : AccountPage,
      ),
    };
  });
}

/** For pages that only redirect: to a claim, or below the account. */
const REDIRECT_HANDLE: RouteHandle = { title: 'Загружаем' };

const LOADING_SESSION = signal<SessionState>({ phase: 'loading', error: null });

/** The layout of the site with a placeholder, which has the title of the page's own route. */
function createPlaceholderRoutes(name: PrivatePageName, path: string, Page: ComponentType): RouteObject[] {
  const appContext = createAppContext(createLazyClient());
  const session = isAccountRoute(name)
    ? { ...appContext.session, state: LOADING_SESSION }
    : appContext.session;
  const route = matchRoutes(createRoutes(appContext), path)?.at(-1)?.route;
  const operatorTitle = OPERATOR_TITLES[name as OperatorPageName] as string | undefined;
  const handle = operatorTitle
    ? { title: operatorTitle }
    : ((route?.handle as RouteHandle | undefined) ?? REDIRECT_HANDLE);
  return [
    {
      element: <Layout appContext={{ ...appContext, session }} />,
      children: [{ element: createPlaceholder(name, handle.title, Page), children: [{ path, handle }] }],
    },
  ];
}

/** Purposes of JavaScript on the pages behind the links of e-mails. */
const EMAIL_PURPOSES: Partial<Record<PrivatePageName, string>> = {
  unsubscribe: 'отключить новости',
  alert: 'включить или отменить уведомление',
};

function createPlaceholder(name: PrivatePageName, title: string, Page: ComponentType) {
  if (isAccountRoute(name))
    return (
      <>
        <ScriptNotice className="container script-notice" purpose="открыть кабинет" />
        <Page />
      </>
    );
  if (name in guestRoutePaths || name in EMAIL_PURPOSES)
    return (
      <div className="auth">
        <h1>{title}</h1>
        <ScriptNotice purpose={EMAIL_PURPOSES[name] ?? 'войти или зарегистрироваться'} />
        <span className="skeleton auth-skeleton" />
      </div>
    );
  if (name === 'verification' || name === 'handoff')
    return (
      <div className="container verification">
        <h1>{title}</h1>
        <ScriptNotice purpose="подтвердить карту" />
      </div>
    );
  if (name === 'success' || name === 'fail')
    return (
      <div className="container merchant-return">
        <section className="outcome-panel">
          <h1>Узнаём статус заявки</h1>
          <ScriptNotice purpose="увидеть статус заявки" />
        </section>
      </div>
    );
  return (
    <div className="container claim">
      <h1 className="visually-hidden">Ваша заявка</h1>
      <ScriptNotice purpose="увидеть заявку" />
    </div>
  );
}

/** Note with the purpose of JavaScript on the page. */
function ScriptNotice({ purpose, className = 'text' }: { purpose: string; className?: string }) {
  return (
    <noscript>
      <p className={className}>{`Чтобы ${purpose}, включите JavaScript в настройках браузера.`}</p>
    </noscript>
  );
}
