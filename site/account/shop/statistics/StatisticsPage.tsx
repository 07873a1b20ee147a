import { Link } from 'react-router';
import { useSignals } from '@preact/signals-react/runtime';
import { createShopStatistics, type LoadedStatistics } from '#core/account/shop/createShopStatistics.ts';
import type { OwnClaims } from '#core/contract/account/shop.ts';
import { isWithoutFigures } from '#core/account/shop/statisticsNumbers.ts';
import {
  formatStatisticsSearch,
  parseStatisticsView,
  type StatisticsView,
} from '#core/account/shop/statisticsQuery.ts';
import { isNonZero } from '#core/exchange/amount.ts';
import { pluralize } from '#core/pluralize.ts';
import { formatDateTime } from '../../../claim/formatDateTime.ts';
import { useServerQuery } from '../../../live/useServerQuery.ts';
import { routePaths } from '../../../routePaths.ts';
import { useAppContext, useLoadingBarWhile } from '../../../shell/appContext.ts';
import { useAccount } from '../../accountContext.ts';
import { QueryContent } from '../../QueryContent.tsx';
import { EmptyList } from '../../list/EmptyList.tsx';
import { RefreshFailure } from '../../list/RefreshFailure.tsx';
import { FocusMovingLink } from '../../list/FocusMovingLink.tsx';
import { useAddressedView, type AddressedPage } from '../../list/useAddressedView.ts';
import { BreakdownSection } from './BreakdownSection.tsx';
import { PeriodSection } from './PeriodSection.tsx';
import { PeriodTabs } from './PeriodTabs.tsx';
import { StatisticsTotals } from './StatisticsTotals.tsx';
import { describePeriod, formatTurnover } from './statisticsText.ts';
import { VisitorPath } from './VisitorPath.tsx';
import '../../list/list.css';
import './statistics.css';

/** Page /account/shop/statistics: the figures of the partner's links and widgets. */
export function StatisticsPage() {
  useSignals();
  const { api } = useAccount();
  const address = useAddressedView(parseStatisticsView, formatStatisticsSearch);
  const { view } = address;
  const query = useServerQuery(() => createShopStatistics(api), view);
  useLoadingBarWhile(useAppContext(), query.isLoading.value);
  return (
    <>
      <div className="account-heading">
        <h1>Статистика</h1>
        {query.state.value.phase !== 'unsupported' && <PeriodTabs {...address} />}
      </div>
      <RefreshFailure query={query} subject="Данные" />
      <QueryContent
        query={query}
        skeleton={<StatisticsSkeleton />}
        unsupported={<EmptyList title="Статистики нет" text="Этот сервер не считает переходы и заявки." />}
      >
        {({ view: shown, data }) => (
          <LoadedStatisticsView
            {...address}
            shown={shown}
            loaded={data}
            isOutdated={formatStatisticsSearch(shown) !== formatStatisticsSearch(view)}
          />
        )}
      </QueryContent>
    </>
  );
}

function LoadedStatisticsView({
  view,
  setView,
  shown,
  loaded,
  isOutdated,
}: AddressedPage<StatisticsView> & {
  /** The view that the figures are of. */
  shown: StatisticsView;
  loaded: LoadedStatistics;
  /** Whether those of another view are loading. */
  isOutdated: boolean;
}) {
  const { statistics } = loaded;
  if (isWithoutFigures(statistics)) return <NoFigures view={view} loaded={loaded} />;
  return (
    <div className="statistics" aria-busy={isOutdated}>
      <p className="visually-hidden" role="status">
        Статистика за {describePeriod(shown, statistics)}
      </p>
      <StatisticsTotals view={shown} statistics={statistics} />
      <p className="statistics-note meta">
        <CountedAt countedAt={statistics.countedAt} /> Дни по московскому времени.
        <OwnClaimsNote own={statistics.own} />
      </p>
      <PeriodSection shown={shown} loaded={loaded} view={view} setView={setView} />
      <div className="statistics-columns">
        {statistics.totals.clicks > 0 && <VisitorPath totals={statistics.totals} />}
        <BreakdownSection shown={shown} loaded={loaded} view={view} setView={setView} />
      </div>
    </div>
  );
}

function CountedAt({ countedAt }: { countedAt: string | null }) {
  if (countedAt === null) return null;
  return (
    <>
      Данные на <time dateTime={countedAt}>{formatDateTime(countedAt)}</time>.
    </>
  );
}

/** The partner's own exchanges, which the figures exclude. */
function OwnClaimsNote({ own: { claims, turnover } }: { own: OwnClaims }) {
  if (claims === 0 && !isNonZero(turnover)) return null;
  return (
    <>
      {' '}
      Свои заявки не считаются: {pluralize(claims, ['заявка', 'заявки', 'заявок'])} на{' '}
      {formatTurnover(turnover)}.
    </>
  );
}

function NoFigures({ view, loaded }: { view: StatisticsView; loaded: LoadedStatistics }) {
  const { longer, statistics } = loaded;
  return (
    <>
      {longer === null ? (
        <EmptyList
          title="Переходов пока нет"
          text={'Соберите ссылку или код формы и поставьте у себя. Переходы, заявки и доход появятся здесь.'}
        >
          <Link className="button primary" to={routePaths.shopLinks}>
            Собрать ссылку
          </Link>
        </EmptyList>
      ) : (
        <EmptyList
          title="За этот период переходов нет"
          text="Не было ни переходов, ни заявок. Они есть за более долгий период."
        >
          <FocusMovingLink
            className="button"
            to={{ search: formatStatisticsSearch({ ...view, period: longer, group: null }) }}
            next=".tabs a"
          >
            {longer === 'year' ? 'Показать год' : 'Показать всё'}
          </FocusMovingLink>
        </EmptyList>
      )}
      <p className="statistics-note meta">
        <CountedAt countedAt={statistics.countedAt} />
        <OwnClaimsNote own={statistics.own} />
      </p>
    </>
  );
}

/** The page while the first figures load, of the same sizes. */
function StatisticsSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Загружаем статистику
      </p>
      <span className="skeleton statistics-totals-skeleton" />
      <span className="skeleton statistics-chart-skeleton" />
      <span className="skeleton statistics-table-skeleton" />
    </div>
  );
}
