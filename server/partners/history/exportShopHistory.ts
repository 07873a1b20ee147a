import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { formatShortReason } from '#core/contract/account/ledgerLabels.ts';
import type { ShopHistoryClaim } from '#core/contract/account/shop.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { formatCsvDecimal, generateCsv } from '#server/platform/http/response/csv.ts';
import { readHistoryBatches } from './listShopHistory.ts';
import type { ReferralFilters } from '../shopClaims/selectReferrals.ts';
import { parseHistoryQuery } from './historyFilters.ts';

const HEADINGS = [
  'Заявка',
  'Создана',
  'Статус',
  'Отдают',
  'Валюта',
  'Получают',
  'Валюта',
  'Доход, USD',
  'Почему не начислено',
  'Код',
  'Метка',
  'Сайт',
];

/** Writes the filtered history of a partner as CSV. 400 for an invalid parameter. */
export function exportShopHistory(
  context: Pick<ExchangeContext, 'catalogue' | 'db'>,
  partnerId: string,
  query: Readonly<Record<string, string>>,
): AsyncIterable<string> {
  return generateCsv(HEADINGS, generateRows(context, partnerId, parseHistoryQuery(query)));
}

async function* generateRows(
  context: Pick<ExchangeContext, 'catalogue' | 'db'>,
  partnerId: string,
  filters: ReferralFilters,
): AsyncGenerator<string[][]> {
  for await (const claims of readHistoryBatches(context, partnerId, filters)) yield claims.map(listCells);
}

/** The cells of a claim, in the order of the headings. */
const listCells = (claim: ShopHistoryClaim): string[] => [
  claim.number,
  claim.at,
  CLAIM_STATUS_RULES[claim.status].label,
  formatCsvDecimal(claim.fromSumma),
  claim.from.code,
  formatCsvDecimal(claim.toSumma),
  claim.to.code,
  claim.income === null ? '' : formatCsvDecimal(claim.income),
  claim.reason === null ? '' : formatShortReason(claim.reason),
  claim.code,
  claim.sub,
  claim.host,
];
