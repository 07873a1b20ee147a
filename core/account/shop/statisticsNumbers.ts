import type { ShopStatistics, StatisticsNumbers } from '../../contract/account/shop.ts';
import { isNonZero } from '../../exchange/amount.ts';

/** Completed claims among the created ones, in percent; null without claims. */
export const getConversion = ({
  completed,
  claims,
}: Pick<StatisticsNumbers, 'completed' | 'claims'>): number | null =>
  claims === 0 ? null : (completed / claims) * 100;

/** Change from `previous` to `current`, both decimal text, in percent; null if there was nothing before. */
export function getGrowth(current: string, previous: string): number | null {
  const before = Number(previous);
  return before === 0 ? null : ((Number(current) - before) / before) * 100;
}

/** Whether anything was counted. */
export const hasFigures = ({ clicks, claims, completed, turnover, income }: StatisticsNumbers): boolean =>
  clicks + claims + completed > 0 || isNonZero(turnover) || isNonZero(income);

/** Consecutive rows. `isEmpty`: two or more without figures. */
export interface RowRun<Row> {
  rows: readonly Row[];
  isEmpty: boolean;
}

/** Folds two or more consecutive rows for which `hasRowFigures` is false into one run. Every other row is a run of its own. */
export function foldEmptyRows<Row>(
  rows: readonly Row[],
  hasRowFigures: (row: Row) => boolean,
): RowRun<Row>[] {
  const runs: Row[][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last && !hasRowFigures(row) && last.every(other => !hasRowFigures(other))) last.push(row);
    else runs.push([row]);
  }
  return runs.map(run => ({ rows: run, isEmpty: run.length > 1 }));
}

/** Whether neither the period nor the previous one has figures. */
export const isWithoutFigures = ({ totals, previous }: ShopStatistics): boolean =>
  !hasFigures(totals) && !hasFigures(previous);

const percentFormat = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Formats a percentage: «62,4 %». */
export const formatPercent = (value: number): string =>
  `${percentFormat.format(value).replace('-', '−')}\u00a0%`;

/** Formats the conversion of a row: «62,4 %», «нет» without claims. */
export function formatConversion(row: Pick<StatisticsNumbers, 'completed' | 'claims'>): string {
  const conversion = getConversion(row);
  return conversion === null ? 'нет' : formatPercent(conversion);
}

/** Formats a change with its sign: «+12,4», «−1,1». */
export const formatChange = (value: number): string =>
  `${value > 0 ? '+' : ''}${percentFormat.format(value).replace('-', '−')}`;

const countFormat = new Intl.NumberFormat('ru-RU');

/** Formats a whole number: «1 206». */
export const formatCount = (value: number): string => countFormat.format(value);
