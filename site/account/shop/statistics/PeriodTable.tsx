import { formatUsd } from '#core/exchange/formatUsd.ts';
import {
  foldEmptyRows,
  formatCount,
  formatPercent,
  getConversion,
} from '#core/account/shop/statisticsNumbers.ts';
import type { StatisticsGroup, StatisticsRow } from '#core/contract/account/shop.ts';
import { GROUP_TITLES, formatPeriods, formatRowPeriod, formatTurnover } from './statisticsText.ts';
import './periodTable.css';

/** The rows of the chart as a table, the latest first; on phones two lines each. It scrolls by itself. */
export function PeriodTable({ rows, group }: { rows: readonly StatisticsRow[]; group: StatisticsGroup }) {
  return (
    // The focus makes it scroll by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      className="period-table"
      role="region"
      aria-label={`Таблица ${GROUP_TITLES[group].toLowerCase()}`}
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">Период</th>
            <th scope="col">Переходы</th>
            <th scope="col">Посетители</th>
            <th scope="col">Заявки</th>
            <th scope="col">Оплачено</th>
            <th scope="col">Конверсия</th>
            <th scope="col">Доход</th>
            <th scope="col">Оборот</th>
          </tr>
        </thead>
        <tbody>
          {foldEmptyRows(rows.toReversed()).map(({ rows: run, isEmpty }) =>
            isEmpty ? (
              <EmptyPeriod key={run[0]?.key} rows={run} group={group} />
            ) : (
              run.map(row => <PeriodRow key={row.key} row={row} group={group} />)
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

/** Periods without figures, the latest first, as one row. */
function EmptyPeriod({ rows, group }: { rows: readonly StatisticsRow[]; group: StatisticsGroup }) {
  return (
    <tr className="empty-period">
      <th scope="row">{formatPeriods(rows.at(-1)?.key ?? '', rows[0]?.key ?? '', group)}</th>
      <td colSpan={7}>ничего не&nbsp;было</td>
    </tr>
  );
}

function PeriodRow({ row, group }: { row: StatisticsRow; group: StatisticsGroup }) {
  const conversion = getConversion(row);
  const cells: [name: string, label: string, text: string][] = [
    ['clicks', 'переходы', formatCount(row.clicks)],
    ['visitors', 'посетители', formatCount(row.visitors)],
    ['claims', 'заявки', formatCount(row.claims)],
    ['completed', 'оплачено', formatCount(row.completed)],
    ['conversion', 'конверсия', conversion === null ? 'нет' : formatPercent(conversion)],
    ['income', 'доход', formatUsd(row.income)],
    ['turnover', 'оборот', formatTurnover(row.turnover)],
  ];
  return (
    <tr>
      <th scope="row">{formatRowPeriod(row.key, group)}</th>
      {cells.map(([name, label, text]) => (
        <td key={name} className={`numeric ${name}`} data-label={label}>
          {text}
        </td>
      ))}
    </tr>
  );
}
