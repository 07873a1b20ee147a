import { Link } from 'react-router';
import { deviceClock } from '#core/clock.ts';
import { toExchangeDay } from '#core/exchange/exchangeDay.ts';
import {
  formatStatisticsSearch,
  getStatisticsDates,
  STATISTICS_PERIODS,
  type StatisticsPeriod,
  type StatisticsView,
} from '#core/account/shop/statisticsQuery.ts';
import type { AddressedPage } from '../../list/useAddressedView.ts';
import { DateRangeFields } from './DateRangeFields.tsx';

const PERIOD_TITLES: Record<StatisticsPeriod, string> = { week: 'Неделя', month: 'Месяц', year: 'Год' };

/** The periods as tabs, and own dates. Each has a URL. */
export function PeriodTabs({ view, setView }: AddressedPage<StatisticsView>) {
  const now = deviceClock.now();
  const dates = getStatisticsDates(view.period, now);
  const isOwnDates = typeof view.period === 'object';
  return (
    <div className="statistics-period">
      <nav className="tabs" aria-label="Период">
        {[...STATISTICS_PERIODS, dates].map(period => (
          <Link
            key={typeof period === 'object' ? 'dates' : period}
            to={{ search: formatStatisticsSearch({ ...view, period, group: null }) }}
            preventScrollReset
            aria-current={period === view.period ? 'true' : undefined}
          >
            {typeof period === 'object' ? 'Даты' : PERIOD_TITLES[period]}
          </Link>
        ))}
      </nav>
      {isOwnDates && (
        <DateRangeFields
          dates={dates}
          today={toExchangeDay(now)}
          onChange={period => setView({ ...view, period }, { replace: true })}
        />
      )}
    </div>
  );
}
