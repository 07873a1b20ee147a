import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { fetchClaimStatus } from '#core/api/claim.ts';
import type { ApiClient } from '#core/api/client.ts';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { SavedClaim } from '#core/claim/claimModel.ts';
import { findMostUrgent, formatClaimDeadline } from './deadlineText.ts';
import { useUnfinishedClaims } from './useUnfinishedClaims.ts';

/** How many claims are listed at most. */
const MAX_LISTED_CLAIMS = 3;

/** Links to this browser's open claims, on the maintenance page. Renders nothing on a claim's page: it is refused. */
export function UnfinishedClaimList({ api }: { api: ApiClient }) {
  const { pathname } = useLocation();
  const claims = useUnfinishedClaims(api, pathname).slice(0, MAX_LISTED_CLAIMS);
  const deadlines = useDeadlines(api, claims);
  const shown = claims.filter(({ id }) => !pathname.startsWith(`/claim/${id}`));
  const urgent = findMostUrgent(shown.flatMap(({ id }) => deadlines.get(id) ?? []));
  const mainId = urgent?.id ?? shown[0]?.id;
  return (
    <div className="unfinished-claims">
      {shown.map(({ id, number }) => {
        const deadline = deadlines.get(id);
        const text = deadline ? formatClaimDeadline(deadline, api.clock.now()) : null;
        return (
          <div key={id}>
            <Link className={id === mainId ? 'button primary' : 'button'} to={`/claim/${id}`}>
              Открыть заявку №&nbsp;{number}
            </Link>
            {text !== null && <p className="meta numeric">{text}</p>}
          </div>
        );
      })}
    </div>
  );
}

interface LoadedDeadline {
  id: string;
  status: ClaimStatusCode;
  deadline: string | null;
}

/** Until when the claims can be paid. The status is readable during maintenance; without it only the links are shown. */
function useDeadlines(api: ApiClient, claims: readonly SavedClaim[]): ReadonlyMap<string, LoadedDeadline> {
  const [deadlines, setDeadlines] = useState<ReadonlyMap<string, LoadedDeadline>>(new Map());
  const ids = claims.map(({ id }) => id).join();
  useEffect(() => {
    const controller = new AbortController();
    const load = async ({ id, secret }: SavedClaim) => {
      const status = await fetchClaimStatus(api, { id, secret }, { signal: controller.signal });
      if ('deadline' in status)
        setDeadlines(loaded =>
          new Map(loaded).set(id, { id, status: status.status, deadline: status.deadline }),
        );
    };
    for (const claim of claims) load(claim).catch(() => {});
    return () => controller.abort();
    // The claims are new objects each time; their ids are not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [api, ids]);
  return deadlines;
}
