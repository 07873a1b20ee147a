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
  ['conversion', 'Завершено из\u00a0них', formatConversion],
  ['exchanges', 'Обменов', row => formatCount(row.exchanges)],
  ['payout', 'До\u00a0выплаты', formatPayoutTime],
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
        За&nbsp;{formatDayRange(turnover)} заявок не&nbsp;было.
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
          <h2 id="turnover-pairs">По&nbsp;направлениям</h2>
          <DownloadButton
            call={exportTurnoverCall}
            query={{ ...query, rows: 'pair' }}
            name="razmen-turnover-pairs"
            subject={'по\u00a0направлениям'}
          />
        </div>
        <BarList
          rows={turnover.pairs}
          getName={({ label }) => label}
          renderFigures={row => (
            <>
              {pluralize(row.exchanges, EXCHANGE_FORMS)}, прибыль {formatTurnover(row.profit)}, завершено{' '}
              {formatCount(row.completed)} из&nbsp;{formatCount(row.claims)} созданных
              {row.payoutMinutes !== null && `, до\u00a0выплаты ${formatPayoutTime(row)}`}
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
        <Figure name={`Оборот за\u00a0${formatDayRange(turnover)}`}>
          {formatTurnover(totals.turnover)}
          <small>{pluralize(exchanges, EXCHANGE_FORMS)}</small>
        </Figure>
        <Figure name="Прибыль">{formatTurnover(profit)}</Figure>
        <Figure name="Конверсия">
          {conversion === null ? 'нет' : formatPercent(conversion)}
          <small>
            завершено {formatCount(completed)} из&nbsp;{formatCount(claims)} созданных
          </small>
        </Figure>
        <Figure name="От оплаты до&nbsp;выплаты">
          {formatPayoutTime(totals)}
          <small>у&nbsp;половины обменов быстрее</small>
        </Figure>
      </dl>
      <p className="statistics-note meta">
        Дни по&nbsp;московскому времени, обмен считается в&nbsp;день завершения, заявка&nbsp;— в&nbsp;день
        создания. Прибыль&nbsp;— это разница между курсом источника и&nbsp;курсом клиента по&nbsp;цене
        на&nbsp;момент создания. Доли партнёров и&nbsp;комиссии сетей и&nbsp;банков не&nbsp;вычтены.
        {unpriced > 0 &&
          ` Без цены в\u00a0долларах ${pluralize(unpriced, EXCHANGE_FORMS)}: в\u00a0обороте и\u00a0прибыли их нет.`}
      </p>
    </>
  );
}
