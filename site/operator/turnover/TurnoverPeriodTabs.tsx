import { Link } from 'react-router';
import { deviceClock } from '#core/clock.ts';
import { toExchangeDay } from '#core/exchange/exchangeDay.ts';
import {
  formatTurnoverSearch,
  getTurnoverDates,
  TURNOVER_DAYS,
  type TurnoverView,
} from '#core/operator/turnoverView.ts';
import type { AddressedPage } from '../../account/list/useAddressedView.ts';
import { DateRangeFields } from '../../account/shop/statistics/DateRangeFields.tsx';

/** The periods as tabs, and own dates. Each has a URL. */
export function TurnoverPeriodTabs({ view, setView }: AddressedPage<TurnoverView>) {
  const now = deviceClock.now();
  const dates = getTurnoverDates(view, now);
  return (
    <div className="statistics-period">
      <nav className="tabs" aria-label="Период">
        {[...TURNOVER_DAYS, dates].map(period => (
          <Link
            key={typeof period === 'object' ? 'dates' : period}
            to={{ search: formatTurnoverSearch({ period }) }}
            preventScrollReset
            aria-current={period === view.period ? 'true' : undefined}
          >
            {typeof period === 'object' ? 'Даты' : `${period} дней`}
          </Link>
        ))}
      </nav>
      {typeof view.period === 'object' && (
        <DateRangeFields
          dates={dates}
          today={toExchangeDay(now)}
          onChange={period => setView({ period }, { replace: true })}
        />
      )}
    </div>
  );
}
