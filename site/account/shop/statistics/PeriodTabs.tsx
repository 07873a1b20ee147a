import { Link } from 'react-router';
import { deviceClock } from '#core/clock.ts';
import { toExchangeDay } from '#core/exchange/exchangeDay.ts';
import {
  formatStatisticsSearch,
  getStatisticsDates,
  STATISTICS_PERIODS,
  type StatisticsDates,
  type StatisticsPeriod,
  type StatisticsView,
} from '#core/account/shop/statisticsQuery.ts';
import { DateField } from '../../list/DateField.tsx';
import type { AddressedPage } from '../../list/useAddressedView.ts';
import '../../list/filters.css';

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
        <DateFields
          dates={dates}
          today={toExchangeDay(now)}
          onChange={period => setView({ ...view, period }, { replace: true })}
        />
      )}
    </div>
  );
}

function DateFields({
  dates,
  today,
  onChange,
}: {
  dates: StatisticsDates;
  today: string;
  onChange: (dates: StatisticsDates) => void;
}) {
  /** A first day after the last one also moves the last one, and vice versa. */
  const change = (changed: Partial<Record<keyof StatisticsDates, string | null>>) => {
    const dateFrom = changed.dateFrom ?? dates.dateFrom;
    const dateTo = changed.dateTo ?? dates.dateTo;
    if (dateFrom <= dateTo) onChange({ dateFrom, dateTo });
    else if (changed.dateFrom) onChange({ dateFrom, dateTo: dateFrom });
    else onChange({ dateFrom: dateTo, dateTo });
  };
  return (
    <fieldset className="list-filters list-dates">
      <legend className="visually-hidden">Даты, по&nbsp;Москве</legend>
      <DateField
        label="С"
        value={dates.dateFrom}
        max={today}
        isRequired
        onChange={dateFrom => change({ dateFrom })}
      />
      <DateField
        label="По"
        value={dates.dateTo}
        max={today}
        isRequired
        onChange={dateTo => change({ dateTo })}
      />
    </fieldset>
  );
}
