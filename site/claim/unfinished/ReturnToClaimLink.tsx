import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '#widget/icons/Icon.tsx';
import { routePaths } from '../../routePaths.ts';
import { useAppContext } from '../../shell/appContext.ts';
import { siteIconPaths } from '../../shell/layout/siteIconPaths.ts';
import { findLatestClaim } from '../findLatestClaim.ts';
import { useUnfinishedClaims } from './useUnfinishedClaims.ts';
import './ReturnToClaimLink.css';

/** Link beside the exchange form to the latest open claim of this browser or the account. Renders nothing without one. */
export function ReturnToClaimLink() {
  const appContext = useAppContext();
  const isSaved = useUnfinishedClaims(appContext.api, routePaths.home).length > 0;
  const [isInAccount, setIsInAccount] = useState(false);
  useEffect(() => {
    if (isSaved) return undefined;
    let isUnmounted = false;
    void findLatestClaim(appContext, null).then(({ phase }) => {
      if (!isUnmounted) setIsInAccount(phase === 'found');
    });
    return () => {
      isUnmounted = true;
    };
  }, [appContext, isSaved]);
  if (!isSaved && !isInAccount) return null;
  return (
    <Link className="button return-to-claim" to={routePaths.unfinishedClaim}>
      <Icon d={siteIconPaths.clock} />
      Вернуться к заявке
    </Link>
  );
}
