import { Link } from 'react-router';
import { fetchAccountClaims } from '#core/api/account/accountClaims.ts';
import { isClosedStatus } from '#core/claim/status.ts';
import type { AccountClaim } from '#core/contract/account/accountClaim.ts';
import { routePaths } from '../../routePaths.ts';
import { useAccountQuery, type FetchAccountData } from '../useAccountQuery.ts';
import { CLAIM_TABLE } from '../applications/claimTable.tsx';
import { useRepeatDialog } from '../applications/useRepeatDialog.tsx';
import { ListTable } from '../list/table/ListTable.tsx';
import { QueryContent } from '../QueryContent.tsx';
import { LoadingSkeleton } from '../LoadingSkeleton.tsx';

/** How many closed claims the dashboard shows. */
const RECENT_CLAIM_COUNT = 4;

const fetchRecentClaims: FetchAccountData<readonly AccountClaim[]> = async (api, options) => {
  const query = { status: 'closed', size: String(RECENT_CLAIM_COUNT) };
  const { results } = await fetchAccountClaims(api, query, options);
  // A backend without the filter sends its newest claims.
  return results.filter(({ status }) => status === null || isClosedStatus(status));
};

/** The last closed claims of the account, which can be repeated; nothing without any. */
export function RecentClaims() {
  const query = useAccountQuery(fetchRecentClaims);
  const [dialog, failure, repeatActions] = useRepeatDialog(query.refresh);
  return (
    <QueryContent
      query={query}
      skeleton={<LoadingSkeleton className="recent-claims-skeleton" label="Загружаем заявки" />}
    >
      {({ data, loadedAt }) =>
        data.length > 0 && (
          <section className="account-section recent-claims" aria-labelledby="recent-claims-heading">
            <div className="recent-claims-head">
              <h2 id="recent-claims-heading">Последние заявки</h2>
              <Link to={routePaths.applications}>Все заявки</Link>
            </div>
            {failure}
            <ListTable
              table={CLAIM_TABLE}
              rows={data}
              context={{ now: loadedAt, ...repeatActions }}
              caption="Последние заявки"
              isOutdated={false}
            />
            {dialog}
          </section>
        )
      }
    </QueryContent>
  );
}
