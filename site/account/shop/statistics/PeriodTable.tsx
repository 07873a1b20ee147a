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

const COLUMNS: readonly [name: string, heading: string, getText: (row: StatisticsRow) => string][] = [
  ['clicks', 'Переходы', row => formatCount(row.clicks)],
  ['visitors', 'Посетители', row => formatCount(row.visitors)],
  ['claims', 'Заявки', row => formatCount(row.claims)],
  ['completed', 'Оплачено', row => formatCount(row.completed)],
  ['conversion', 'Конверсия', row => formatConversion(getConversion(row))],
  ['income', 'Доход', row => formatUsd(row.income)],
  ['turnover', 'Оборот', row => formatTurnover(row.turnover)],
];

const formatConversion = (conversion: ReturnType<typeof getConversion>): string =>
  conversion === null ? 'нет' : formatPercent(conversion);

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
            {COLUMNS.map(([name, heading]) => (
              <th key={name} scope="col">
                {heading}
              </th>
            ))}
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
      <td colSpan={COLUMNS.length}>ничего не&nbsp;было</td>
    </tr>
  );
}

function PeriodRow({ row, group }: { row: StatisticsRow; group: StatisticsGroup }) {
  return (
    <tr>
      <th scope="row">{formatRowPeriod(row.key, group)}</th>
      {COLUMNS.map(([name, heading, getText]) => (
        <td key={name} className={`numeric ${name}`} data-label={heading.toLowerCase()}>
          {getText(row)}
        </td>
      ))}
    </tr>
  );
}
