import {
  formatConversion,
  formatCount,
  formatPercent,
  getConversion,
} from '#core/account/shop/statisticsNumbers.ts';
import { exportTurnoverCall, type Turnover, type TurnoverRow } from '#core/contract/operator/turnover.ts';
import { getTurnoverGroup } from '#core/operator/turnoverView.ts';
import { pluralize } from '#core/pluralize.ts';
import { DownloadButton } from '../../account/list/DownloadButton.tsx';
import { BarList } from '../../account/shop/statistics/BarList.tsx';
import { ChartFigure } from '../../account/shop/statistics/ChartFigure.tsx';
import { FigureTable, type FigureColumn } from '../../account/shop/statistics/FigureTable.tsx';
import { Figure } from '../../account/shop/statistics/StatisticsTotals.tsx';
import {
  formatDayRange,
  formatTurnover,
  GROUP_TITLES,
} from '../../account/shop/statistics/statisticsText.ts';
import { formatMinutes } from '../formatWait.ts';

const EXCHANGE_FORMS = ['обмен', 'обмена', 'обменов'] as const;

const formatPayoutTime = ({ payoutMinutes }: Turnover['totals']): string =>
  payoutMinutes === null ? 'нет' : formatMinutes(payoutMinutes);

const COLUMNS: readonly FigureColumn<TurnoverRow>[] = [
  ['claims', 'Создано', row => formatCount(row.claims)],
  ['conversion', 'Завершено из них', formatConversion],
  ['exchanges', 'Обменов', row => formatCount(row.exchanges)],
  ['payout', 'До выплаты', formatPayoutTime],
  ['profit', 'Прибыль', row => formatTurnover(row.profit)],
  ['turnover', 'Оборот', row => formatTurnover(row.turnover)],
];

const hasFigures = ({ claims, exchanges }: Turnover['totals']): boolean => claims + exchanges > 0;

/** The figures of a period: totals, the chart with its table, and the pairs. */
export function TurnoverFigures({ turnover }: { turnover: Turnover }) {
  const { dateFrom, dateTo, totals, rows } = turnover;
  const group = getTurnoverGroup(turnover);
  const query = { date_from: dateFrom, date_to: dateTo };
  if (!hasFigures(totals))
    return (
      <p className="list-empty" role="status">
        За {formatDayRange(turnover)} заявок не было.
      </p>
    );
  return (
    <>
      <TurnoverTotals turnover={turnover} />
      <section className="account-section" aria-labelledby="turnover-days">
        <div className="statistics-head">
          <h2 id="turnover-days">{GROUP_TITLES[group]}</h2>
          <DownloadButton
            call={exportTurnoverCall}
            query={{ ...query, group }}
            name="razmen-turnover"
            subject={GROUP_TITLES[group].toLowerCase()}
          />
        </div>
        <ChartFigure rows={rows} futureDays={[]} group={group} />
        <FigureTable rows={rows} group={group} columns={COLUMNS} hasFigures={hasFigures} />
      </section>
      <section className="account-section" aria-labelledby="turnover-pairs">
        <div className="statistics-head">
          <h2 id="turnover-pairs">По направлениям</h2>
          <DownloadButton
            call={exportTurnoverCall}
            query={{ ...query, rows: 'pair' }}
            name="razmen-turnover-pairs"
            subject="по направлениям"
          />
        </div>
        <BarList
          rows={turnover.pairs}
          getName={({ label }) => label}
          renderFigures={row => (
            <>
              {pluralize(row.exchanges, EXCHANGE_FORMS)}, прибыль {formatTurnover(row.profit)}, завершено{' '}
              {formatCount(row.completed)} из {formatCount(row.claims)} созданных
              {row.payoutMinutes !== null && `, до выплаты ${formatPayoutTime(row)}`}
            </>
          )}
        />
      </section>
    </>
  );
}

function TurnoverTotals({ turnover }: { turnover: Turnover }) {
  const { totals } = turnover;
  const { claims, completed, exchanges, profit, unpriced } = totals;
  const conversion = getConversion(totals);
  return (
    <>
      <dl className="statistics-totals">
        <Figure name={`Оборот за ${formatDayRange(turnover)}`}>
          {formatTurnover(totals.turnover)}
          <small>{pluralize(exchanges, EXCHANGE_FORMS)}</small>
        </Figure>
        <Figure name="Прибыль">{formatTurnover(profit)}</Figure>
        <Figure name="Конверсия">
          {conversion === null ? 'нет' : formatPercent(conversion)}
          <small>
            завершено {formatCount(completed)} из {formatCount(claims)} созданных
          </small>
        </Figure>
        <Figure name="От оплаты до выплаты">
          {formatPayoutTime(totals)}
          <small>у половины обменов быстрее</small>
        </Figure>
      </dl>
      <p className="statistics-note meta">
        Дни по московскому времени, обмен считается в день завершения, заявка — в день создания. Прибыль — это
        разница между курсом источника и курсом клиента по цене на момент создания. Доли партнёров и комиссии
        сетей и банков не вычтены.
        {unpriced > 0 &&
          ` Без цены в долларах ${pluralize(unpriced, EXCHANGE_FORMS)}: в обороте и прибыли их нет.`}
      </p>
    </>
  );
}
