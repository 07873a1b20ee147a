import { Suspense } from 'react';
import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { lazyComponent } from '../../elements/lazyComponent.ts';
import { routePaths } from '../../routePaths.ts';
import { useAccount } from '../accountContext.ts';
import { useAccountQuery } from '../useAccountQuery.ts';
import { BestPairs } from './BestPairs.tsx';
import { fetchOpenClaims, findMainClaim, OpenClaims } from './OpenClaims.tsx';
import { RecentClaims } from './RecentClaims.tsx';
import { fetchSavedRequisites, SetupHints } from './SetupHints.tsx';
import { Totals } from './Totals.tsx';
import { LocalClaims } from '../LocalClaims.tsx';
import { LogOutButton } from '../LogOutButton.tsx';
import './dashboard.css';

/** Below the first figures. */
const SavedRequisites = lazyComponent(() => import('./SavedRequisites.tsx'), 'SavedRequisites');

/** Our server activates an account before its first login; another backend may not. */
const ActivationNote = lazyComponent(() => import('../activation/ActivationNote.tsx'), 'ActivationNote');

/** Page /account/dashboard. */
export function DashboardPage() {
  useSignals();
  const { user } = useAccount();
  const openClaims = useAccountQuery(fetchOpenClaims);
  const requisites = useAccountQuery(fetchSavedRequisites);
  const openState = openClaims.state.value;
  // «Обменять» is not the primary button while the open claims load, or if one of them requires an action.
  const isExchangeMain =
    openState.phase === 'failed' ||
    openState.phase === 'unsupported' ||
    (openState.phase === 'ready' && !findMainClaim(openState.data));
  return (
    <>
      <div className="account-heading">
        <h1>Обзор</h1>
        <Link className={isExchangeMain ? 'button primary' : 'button'} to={routePaths.home}>
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
      <OpenClaims query={openClaims}>
        <Totals />
        <RecentClaims />
        <div className="dashboard-columns">
          <Suspense fallback={<span className="skeleton best-pairs-skeleton" aria-busy="true" />}>
            <SavedRequisites query={requisites} />
          </Suspense>
          <BestPairs />
          <SetupHints requisites={requisites} />
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
