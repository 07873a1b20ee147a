import type { ReactNode } from 'react';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import {
  formatChange,
  formatCount,
  formatPercent,
  getConversion,
  getGrowth,
} from '#core/account/shop/statisticsNumbers.ts';
import type { StatisticsView } from '#core/account/shop/statisticsQuery.ts';
import type { ShopStatistics, StatisticsNumbers } from '#core/contract/account/shop.ts';
import { selectPluralForm } from '#core/pluralize.ts';
import { describePeriod, formatDayRange, formatTurnover, getPreviousDates } from './statisticsText.ts';

/** The figures of the whole period, beside those of the period before. */
export function StatisticsTotals({
  view,
  statistics: { dateFrom, dateTo, totals, previous },
}: {
  view: StatisticsView;
  statistics: ShopStatistics;
}) {
  const before = formatDayRange(getPreviousDates({ dateFrom, dateTo }));
  const conversion = getConversion(totals);
  return (
    <dl className="statistics-totals">
      <Figure name={`Оборот за ${describePeriod(view, { dateFrom, dateTo })}`}>
        {formatTurnover(totals.turnover)}
        <TurnoverChange totals={totals} previous={previous} before={before} />
      </Figure>
      <Figure name="Оплачено заявок">
        {formatCount(totals.completed)}
        <small>
          из {formatCount(totals.claims)}&nbsp;
          {selectPluralForm(totals.claims, ['созданной', 'созданных', 'созданных'])}
        </small>
      </Figure>
      <Figure name="Конверсия">
        {conversion === null ? 'нет' : formatPercent(conversion)}
        <ConversionChange conversion={conversion} previous={previous} />
      </Figure>
      <Figure name="Доход">
        {formatUsd(totals.income)}
        <small>было {formatUsd(previous.income)}</small>
      </Figure>
      <Figure name="Переходы">
        {formatCount(totals.clicks)}
        <small>
          {formatCount(totals.visitors)}&nbsp;
          {selectPluralForm(totals.visitors, ['посетитель', 'посетителя', 'посетителей'])}
        </small>
      </Figure>
    </dl>
  );
}

/** A figure of the whole period. */
export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="numeric">{children}</dd>
    </div>
  );
}

const getTone = (change: number) => (change > 0 ? 'gain' : change < 0 ? 'loss' : undefined);

function TurnoverChange({
  totals,
  previous,
  before,
}: {
  totals: StatisticsNumbers;
  previous: StatisticsNumbers;
  /** The days of `previous`. */
  before: string;
}) {
  const growth = getGrowth(totals.turnover, previous.turnover);
  if (growth === null) return <small>{before}: оборота не было</small>;
  return (
    <small data-tone={getTone(growth)}>
      {formatChange(growth)} % к периоду {before}
    </small>
  );
}

function ConversionChange({
  conversion,
  previous,
}: {
  conversion: number | null;
  previous: StatisticsNumbers;
}) {
  const before = getConversion(previous);
  if (conversion === null || before === null) return <small>оплаченные из созданных</small>;
  const change = conversion - before;
  return (
    <small data-tone={getTone(change)}>
      {formatChange(change)} п.&nbsp;п., было {formatPercent(before)}
    </small>
  );
}
