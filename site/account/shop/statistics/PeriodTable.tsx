import { formatConversion, formatCount, hasFigures } from '#core/account/shop/statisticsNumbers.ts';
import type { StatisticsGroup, StatisticsRow } from '#core/contract/account/shop.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { FigureTable, type FigureColumn } from './FigureTable.tsx';
import { formatTurnover } from './statisticsText.ts';

const COLUMNS: readonly FigureColumn<StatisticsRow>[] = [
  ['clicks', 'Переходы', row => formatCount(row.clicks)],
  ['visitors', 'Посетители', row => formatCount(row.visitors)],
  ['claims', 'Заявки', row => formatCount(row.claims)],
  ['completed', 'Оплачено', row => formatCount(row.completed)],
  ['conversion', 'Конверсия', row => formatConversion(row)],
  ['income', 'Доход', row => formatUsd(row.income)],
  ['turnover', 'Оборот', row => formatTurnover(row.turnover)],
];

/** The rows of the chart as a table. */
export function PeriodTable({ rows, group }: { rows: readonly StatisticsRow[]; group: StatisticsGroup }) {
  return <FigureTable rows={rows} group={group} columns={COLUMNS} hasFigures={hasFigures} />;
}
