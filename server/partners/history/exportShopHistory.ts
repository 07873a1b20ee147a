import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { formatShortReason } from '#core/contract/account/ledgerLabels.ts';
import type { ShopHistoryClaim } from '#core/contract/account/shop.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { formatCsvDecimal, generateCsv, type CsvColumn } from '#server/platform/http/response/csv.ts';
import { readHistoryBatches } from './listShopHistory.ts';
import { parseHistoryQuery } from './historyFilters.ts';

const COLUMNS: readonly CsvColumn<ShopHistoryClaim>[] = [
  ['Заявка', ({ number }) => number],
  ['Создана', ({ at }) => at],
  ['Статус', ({ status }) => CLAIM_STATUS_RULES[status].label],
  ['Отдают', ({ fromSumma }) => formatCsvDecimal(fromSumma)],
  ['Валюта', ({ from }) => from.code],
  ['Получают', ({ toSumma }) => formatCsvDecimal(toSumma)],
  ['Валюта', ({ to }) => to.code],
  ['Доход, USD', ({ income }) => formatCsvDecimal(income ?? '')],
  ['Почему не начислено', ({ reason }) => (reason === null ? '' : formatShortReason(reason))],
  ['Код', ({ code }) => code],
  ['Метка', ({ sub }) => sub],
  ['Сайт', ({ host }) => host],
];

/** Writes the filtered history of a partner as CSV. 400 for an invalid parameter. */
export const exportShopHistory = (
  context: Pick<ExchangeContext, 'catalogue' | 'db'>,
  partnerId: string,
  query: Readonly<Record<string, string>>,
): AsyncIterable<string> =>
  generateCsv(COLUMNS, readHistoryBatches(context, partnerId, parseHistoryQuery(query)));
