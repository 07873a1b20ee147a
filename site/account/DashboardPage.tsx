import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { importWithRetry } from '#core/importWithRetry.ts';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { routePaths } from '../routePaths.ts';
import { useAccount } from './accountContext.ts';
import { BestPairs } from './dashboard/BestPairs.tsx';
import { OpenClaims } from './dashboard/OpenClaims.tsx';
import { RecentClaims } from './dashboard/RecentClaims.tsx';
import { SetupHints } from './dashboard/SetupHints.tsx';
import { Totals } from './dashboard/Totals.tsx';
import { LocalClaims } from './LocalClaims.tsx';
import { LogOutButton } from './LogOutButton.tsx';
import './dashboard/dashboard.css';

/** Our server activates before the first login; another backend may not. */
const ActivationNote = lazy(async () => {
  const { ActivationNote } = await importWithRetry(() => import('./activation/ActivationNote.tsx'));
  return { default: ActivationNote };
});

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
      {!user.activated && (
        <Suspense fallback={null}>
          <ActivationNote />
        </Suspense>
      )}
      <LocalClaims />
      <OpenClaims>
        <Totals />
        <RecentClaims />
        <div className="dashboard-columns">
          <BestPairs />
          <SetupHints />
        </div>
        <section className="account-row dashboard-account" aria-label="Аккаунт">
          <div>
            <p className="meta">Вы вошли как</p>
            <p className="account-email">{user.email}</p>
          </div>
          <LogOutButton />
        </section>
      </OpenClaims>
    </>
  );
}
