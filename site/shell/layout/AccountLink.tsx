import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import type { SessionState } from '#core/session/sessionModel.ts';
import { Icon } from '#widget/icons/Icon.tsx';
import { routePaths } from '../../routePaths.ts';
import type { SiteSession } from '../session/siteSession.ts';
import { siteIconPaths } from './siteIconPaths.ts';

const subscribeToNothing = () => () => undefined;
const returnTrue = () => true;
const returnFalse = () => false;

/** The state of the session. Prerendered pages are those of a guest; hydration must produce the same. */
function useSessionState({ state }: SiteSession): SessionState {
  useSignals();
  const isHydrated = useSyncExternalStore(subscribeToNothing, returnTrue, returnFalse);
  const now = state.value;
  return isHydrated ? now : { phase: 'guest' };
}

/** Header link to the login, or to the account. Its box has one width, so that loading the user shifts nothing. */
export function AccountLink({ session }: { session: SiteSession }) {
  const state = useSessionState(session);
  if (state.phase === 'guest')
    return (
      <Link key="guest" className="button account-link guest" to={routePaths.login}>
        Войти
      </Link>
    );
  const email = state.phase === 'signed_in' ? state.user.email : null;
  return (
    <Link
      key="account"
      className="button account-link"
      to={routePaths.dashboard}
      data-loading={(state.phase === 'loading' && state.error === null) || undefined}
      aria-label={email === null ? 'Кабинет' : `Кабинет ${email}`}
    >
      <Icon d={siteIconPaths.user} />
      <span>{email ?? 'Кабинет'}</span>
    </Link>
  );
}

/** The same in the menu of narrow screens, with a link to the sign-up. */
export function AccountMenuLinks({ session }: { session: SiteSession }) {
  const state = useSessionState(session);
  if (state.phase !== 'guest')
    return (
      <>
        <Link className="button" to={routePaths.dashboard}>
          Кабинет
        </Link>
        <Link className="button" to={routePaths.applications}>
          Заявки
        </Link>
      </>
    );
  return (
    <>
      <Link className="button" to={routePaths.login}>
        Войти
      </Link>
      <Link className="button quiet" to={routePaths.register}>
        Создать аккаунт
      </Link>
    </>
  );
}
