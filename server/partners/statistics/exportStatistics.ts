import type { StatisticsBreakdown, StatisticsRow } from '#core/contract/account/shop.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import {
  formatCsvDecimal,
  generateCsv,
  toBatch,
  type CsvColumn,
} from '#server/platform/http/response/csv.ts';
import { computeShopStatistics } from './computeShopStatistics.ts';

const NUMBER_COLUMNS: readonly CsvColumn<StatisticsRow>[] = [
  ['Клики', ({ clicks }) => String(clicks)],
  ['Посетители', ({ visitors }) => String(visitors)],
  ['Заявки', ({ claims }) => String(claims)],
  ['Завершено', ({ completed }) => String(completed)],
  ['Оборот, USD', ({ turnover }) => formatCsvDecimal(turnover)],
  ['Доход, USD', ({ income }) => formatCsvDecimal(income)],
];

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
  const [key, label] = by ? [KEY_HEADINGS[by], 'Название'] : ['Период с', 'Период'];
  const columns: CsvColumn<StatisticsRow>[] = [
    [key, row => row.key],
    [label, row => row.label],
    ...NUMBER_COLUMNS,
  ];
  return generateCsv(columns, toBatch(rows));
}
