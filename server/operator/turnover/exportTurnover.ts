import * as v from 'valibot';
import { TURNOVER_EXPORTS, type TurnoverRow } from '#core/contract/operator/turnover.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import {
  formatCsvDecimal,
  generateCsv,
  toBatch,
  type CsvColumn,
} from '#server/platform/http/response/csv.ts';
import { parseQuery, type Query } from '#server/platform/lists/listPage.ts';
import { computeTurnover } from './computeTurnover.ts';

const ExportQuery = v.object({ rows: v.optional(v.picklist(TURNOVER_EXPORTS), 'period') });

const KEY_HEADINGS = { period: ['Период с', 'Период'], pair: ['Направление', 'Название'] } as const;

const NUMBER_COLUMNS: readonly CsvColumn<TurnoverRow>[] = [
  ['Создано заявок', ({ claims }) => String(claims)],
  ['Из них завершено', ({ completed }) => String(completed)],
  ['Конверсия, %', formatConversion],
  ['Обменов', ({ exchanges }) => String(exchanges)],
  ['Оборот, USD', ({ turnover }) => formatCsvDecimal(turnover)],
  ['Прибыль, USD', ({ profit }) => formatCsvDecimal(profit)],
  ['Без цены в USD', ({ unpriced }) => String(unpriced)],
  ['От оплаты до выплаты, мин', ({ payoutMinutes }) => String(payoutMinutes ?? '')],
];

/** Percent with one decimal; empty without claims. */
function formatConversion({ claims, completed }: TurnoverRow): string {
  return claims === 0 ? '' : formatCsvDecimal(((completed / claims) * 100).toFixed(1));
}

/** Writes the rows of the turnover as CSV. 400 for an invalid parameter. */
export async function exportTurnover(
  context: Pick<ExchangeContext, 'catalogue' | 'db' | 'now'>,
  query: Query,
): Promise<AsyncIterable<string>> {
  const { rows: kind } = parseQuery(ExportQuery, query);
  const turnover = await computeTurnover(context, query, context.now());
  const [key, label] = KEY_HEADINGS[kind];
  const columns: CsvColumn<TurnoverRow>[] = [
    [key, row => row.key],
    [label, row => row.label],
    ...NUMBER_COLUMNS,
  ];
  return generateCsv(columns, toBatch(kind === 'pair' ? turnover.pairs : turnover.rows));
}
