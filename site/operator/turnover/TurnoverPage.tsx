import { useSignals } from '@preact/signals-react/runtime';
import { sendCall } from '#core/api/sendCall.ts';
import { getTurnoverCall } from '#core/contract/operator/turnover.ts';
import { formatTurnoverSearch, parseTurnoverView, toTurnoverQuery } from '#core/operator/turnoverView.ts';
import { createPolling, createServerQuery } from '#core/serverQuery.ts';
import { useAccount } from '../../account/accountContext.ts';
import { RefreshFailure } from '../../account/list/RefreshFailure.tsx';
import { useAddressedView } from '../../account/list/useAddressedView.ts';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { QueryContent } from '../../account/QueryContent.tsx';
import { useServerQuery } from '../../live/useServerQuery.ts';
import { useAppContext, useLoadingBarWhile } from '../../shell/appContext.ts';
import { TurnoverFigures } from './TurnoverFigures.tsx';
import { TurnoverPeriodTabs } from './TurnoverPeriodTabs.tsx';
import '../../account/list/list.css';
import '../../account/shop/statistics/statistics.css';
import './turnover.css';

/** A long period takes the server a second. */
const POLLING = createPolling(300_000, 30_000);

/** Page /operator/turnover: what was exchanged in the period of the address. */
export function TurnoverPage() {
  useSignals();
  const { api } = useAccount();
  const address = useAddressedView(parseTurnoverView, formatTurnoverSearch);
  const { view } = address;
  const query = useServerQuery(
    () =>
      createServerQuery(
        api.clock,
        (options, wanted: typeof view) =>
          sendCall(api, getTurnoverCall, { ...options, query: toTurnoverQuery(wanted, api.clock.now()) }),
        { formatView: formatTurnoverSearch, polling: POLLING, isUnsupported: () => false },
      ),
    view,
  );
  useLoadingBarWhile(useAppContext(), query.isLoading.value);
  return (
    <>
      <div className="account-heading">
        <h1>Оборот</h1>
        <TurnoverPeriodTabs {...address} />
      </div>
      <RefreshFailure query={query} subject="Данные" />
      <QueryContent
        query={query}
        skeleton={<LoadingSkeleton className="account-skeleton" label="Считаем оборот" />}
      >
        {({ view: shown, data }) => (
          <div
            className="statistics turnover-figures"
            aria-busy={formatTurnoverSearch(shown) !== formatTurnoverSearch(view)}
          >
            <TurnoverFigures turnover={data} />
          </div>
        )}
      </QueryContent>
    </>
  );
}
