import { useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { Outlet, useLocation, useMatches, useNavigate } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { toErrorCode } from '#core/api/apiError.ts';
import { buildLoginPath } from '../auth/nextPath.ts';
import { LoadError } from '../live/LoadError.tsx';
import { routePaths } from '../routePaths.ts';
import { useAppContext } from '../shell/appContext.ts';
import type { RouteHandle } from '../shell/layout/RouteAnnouncer.tsx';
import { AccountNav, type AccountMenuProps } from './AccountNav.tsx';
import type { AccountContext } from './accountContext.ts';
import { LoadingSkeleton } from './LoadingSkeleton.tsx';
import './AccountPage.css';
import './status.css';

/** Layout of the account, and of the operator's desk: menu and page. Without a session it redirects to the login. */
export function AccountPage({ Menu = AccountNav }: { Menu?: ComponentType<AccountMenuProps> }) {
  useSignals();
  const appContext = useAppContext();
  const { session } = appContext;
  const state = session.state.value;
  const model = session.model.value;
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isLoggingOut = useRef(false);
  const isGuest = state.phase === 'guest';
  useEffect(() => {
    if (!isGuest) return;
    void navigate(isLoggingOut.current ? routePaths.home : buildLoginPath(pathname + search), {
      replace: true,
    });
  }, [isGuest, pathname, search, navigate]);

  async function logOut(options?: { all?: boolean }): Promise<void> {
    isLoggingOut.current = true;
    try {
      await (await session.openModel()).logOut(options);
    } catch (error) {
      isLoggingOut.current = false;
      if (toErrorCode(error) !== 'token_not_valid') throw error;
      // Reloading the session redirects to the login.
      session.model.peek()?.reload();
      void appContext.messages.show({
        title: 'Уведомление',
        message: 'Этот сеанс уже завершён, поэтому на других устройствах вы не вышли. Войдите и повторите',
      });
    }
  }

  const retry = () => (model ? model.retryNow() : void session.start());
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  let page: ReactNode = <AccountSkeleton title={handle?.title ?? ''} />;
  if (state.phase === 'loading' && state.error !== null)
    page = (
      <>
        <h1>Кабинет</h1>
        <LoadError code={state.error} role="alert" onRetry={retry} />
      </>
    );
  else if (state.phase === 'signed_in' && model) {
    const { api, confirm, replaceUser } = model;
    const account = { user: state.user, api, confirm, replaceUser, logOut };
    const context: AccountContext = { ...appContext, account };
    page = <Outlet context={context} />;
  }
  return (
    <div className="container account">
      <a className="skip" href="#content">
        Пропустить меню
      </a>
      <Menu pathname={pathname} user={state.phase === 'signed_in' ? state.user : null} />
      <div className="account-content" id="content" tabIndex={-1}>
        {page}
      </div>
    </div>
  );
}

/** The heading of the page, and rows in place of its content. */
function AccountSkeleton({ title }: { title: string }) {
  return (
    <>
      <div className="account-heading">
        <h1>{title}</h1>
      </div>
      <LoadingSkeleton className="account-skeleton" label="Загружаем" />
    </>
  );
}
