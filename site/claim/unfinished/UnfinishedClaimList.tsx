import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { ApiClient } from '#core/api/client.ts';
import type { ClaimDeadlines } from '../loadClaimDeadlines.ts';
import { useUnfinishedClaims } from './useUnfinishedClaims.ts';

/** How many claims are listed at most. */
const MAX_LISTED_CLAIMS = 3;

/** Links to this browser's open claims, on the maintenance page. Renders nothing on a claim's page: it is refused. */
export function UnfinishedClaimList({ api }: { api: ApiClient }) {
  const { pathname } = useLocation();
  const claims = useUnfinishedClaims(api, pathname).slice(0, MAX_LISTED_CLAIMS);
  const [deadlines, setDeadlines] = useState<ClaimDeadlines | null>(null);
  const ids = claims.map(({ id }) => id).join();
  useEffect(() => {
    if (ids === '') return;
    const controller = new AbortController();
    // The status is readable during maintenance; without it the list has only the links.
    import('../loadClaimDeadlines.ts')
      .then(({ loadClaimDeadlines }) => loadClaimDeadlines(api, claims, controller.signal))
      .then(loaded => controller.signal.aborted || setDeadlines(loaded))
      .catch(() => {});
    return () => controller.abort();
    // The claims are new objects each time; their ids are not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [api, ids]);
  const shown = claims.filter(({ id }) => !pathname.startsWith(`/claim/${id}`));
  const main = shown.find(({ id }) => id === deadlines?.urgentId) ?? shown[0];
  return (
    <div className="unfinished-claims">
      {shown.map(claim => {
        const text = deadlines?.texts.get(claim.id);
        return (
          <div key={claim.id}>
            <Link className={claim === main ? 'button primary' : 'button'} to={`/claim/${claim.id}`}>
              Открыть заявку № {claim.number}
            </Link>
            {text != null && <p className="meta numeric">{text}</p>}
          </div>
        );
      })}
    </div>
  );
}
