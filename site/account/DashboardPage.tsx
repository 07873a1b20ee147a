import { Link } from 'react-router';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { routePaths } from '../routePaths.ts';
import { useAccount } from './accountContext.ts';
import { LocalClaims } from './LocalClaims.tsx';
import { LogOutButton } from './LogOutButton.tsx';

/** Page /account/dashboard. */
export function DashboardPage() {
  const { user } = useAccount();
  return (
    <>
      <div className="account-heading">
        <h1>Обзор</h1>
        <Link className="button primary" to={routePaths.home}>
          <Icon d={ICON_PATHS.swap} />
          Обменять
        </Link>
      </div>
      <LocalClaims />
      <section className="account-row" aria-label="Аккаунт">
        <div>
          <p className="meta">Вы вошли как</p>
          <p className="account-email">{user.email}</p>
        </div>
        <LogOutButton />
      </section>
    </>
  );
}
