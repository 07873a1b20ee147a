import type { StatisticsBreakdown, StatisticsRow } from '#core/contract/account/shop.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { formatCsvDecimal, generateCsv } from '#server/platform/http/response/csv.ts';
import { computeShopStatistics } from './computeShopStatistics.ts';

const NUMBER_HEADINGS = ['Клики', 'Посетители', 'Заявки', 'Завершено', 'Оборот, USD', 'Доход, USD'];

const KEY_HEADINGS: Readonly<Record<StatisticsBreakdown, string>> = {
  link: 'Код',
  sub: 'Метка',
  pair: 'Направление',
  host: 'Сайт',
};

/** Writes the rows of a partner's statistics as CSV. 400 for an invalid parameter. */
export async function exportStatistics(
  context: Pick<ExchangeContext, 'catalogue' | 'db' | 'now'>,
  partnerId: string,
  query: Readonly<Record<string, string>>,
): Promise<AsyncIterable<string>> {
  const { rows } = await computeShopStatistics(context, partnerId, query, context.now());
  const by = query.by as StatisticsBreakdown | '' | undefined;
  const headings = by ? [KEY_HEADINGS[by], 'Название'] : ['Период с', 'Период'];
  return generateCsv([...headings, ...NUMBER_HEADINGS], toBatch(rows.map(listCells)));
}

async function* toBatch(rows: string[][]): AsyncGenerator<string[][]> {
  yield rows;
}

const listCells = (row: StatisticsRow): string[] => [
  row.key,
  row.label,
  ...[row.clicks, row.visitors, row.claims, row.completed].map(String),
  formatCsvDecimal(row.turnover),
  formatCsvDecimal(row.income),
];
