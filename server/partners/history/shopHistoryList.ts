import type { InferResult } from 'kysely';
import * as v from 'valibot';
import { CLAIM_STATUS_RULES, CLAIM_STATUSES } from '#core/claim/status.ts';
import { formatShortReason } from '#core/contract/account/ledgerLabels.ts';
import { PARTNER_CODE_PATTERN, SUB_PATTERN } from '#core/contract/account/referralCode.ts';
import type { ShopHistoryClaim } from '#core/contract/account/shop.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { getClaimCurrencies, toClaimSide } from '#server/exchange/claims/view/claimStatus.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { dayParameters, describeParameter } from '#server/platform/http/openapiDocs.ts';
import { formatCsvDecimal } from '#server/platform/http/response/csv.ts';
import { dayFilters } from '#server/platform/lists/dayFilters.ts';
import type { ListDefinition } from '#server/platform/lists/listDefinition.ts';
import { openList } from '#server/platform/lists/openList.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { formatFunds } from '../ledger/postEntry.ts';
import { isWaiting } from '../ledger/postAccrual.ts';
import { joinClaims, listReferrals } from '../shopClaims/selectReferrals.ts';
import { getClaimNumber } from '#server/exchange/claims/claimNumber.ts';

const HistoryFilters = v.object({
  status: v.optional(v.picklist(CLAIM_STATUSES)),
  code: v.optional(v.pipe(v.string(), v.toUpperCase(), v.regex(PARTNER_CODE_PATTERN))),
  sub: v.optional(v.pipe(v.string(), v.regex(SUB_PATTERN))),
  ...dayFilters,
});

/** The claims that a partner has referred, newest first. */
export const shopHistoryList: ListDefinition<
  Pick<ExchangeContext, 'catalogue' | 'db'>,
  string,
  v.InferOutput<typeof HistoryFilters>,
  ShopHistoryClaim
> = {
  filters: HistoryFilters,
  parameters: [
    describeParameter('status', 'A status', CLAIM_STATUSES),
    describeParameter('code', 'A code of the partner'),
    describeParameter('sub', 'What follows the code in the link'),
    ...dayParameters,
  ],
  open: (context, partnerId, { status, ...filters }) =>
    openList({
      ...listReferrals(context.db, partnerId, { ...filters, status: status && [status] }),
      select: part => selectColumns(joinClaims(context.db, part)),
      build: rows => rows.map(row => buildHistoryClaim(context, row)),
    }),
  columns: [
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
  ],
};

const selectColumns = (claims: ReturnType<typeof joinClaims>) =>
  claims.select(eb => [
    'referral.code',
    'referral.host',
    'referral.income',
    'referral.created_at',
    'claims.number',
    'claims.public_number',
    'claims.status',
    'claims.from_id',
    'claims.to_id',
    'claims.from_amount',
    'claims.to_amount',
    eb
      .selectFrom('partner_entries')
      .select('partner_entries.reason')
      .whereRef('partner_entries.claim_id', '=', 'referral.claim_id')
      .where('partner_entries.kind', '=', 'accrual')
      .as('reason'),
  ]);

type HistoryRow = InferResult<ReturnType<typeof selectColumns>>[number];

/** Builds a claim for its partner, without data of the client. */
function buildHistoryClaim(
  { catalogue }: Pick<ExchangeContext, 'catalogue'>,
  row: HistoryRow,
): ShopHistoryClaim {
  const { from, to } = getClaimCurrencies(catalogue, row);
  return {
    number: getClaimNumber(catalogue, row),
    status: row.status,
    from: toClaimSide(from),
    to: toClaimSide(to),
    fromSumma: unitsToDecimal(row.from_amount, from.decimals),
    toSumma: unitsToDecimal(row.to_amount, to.decimals),
    income: row.income === null ? null : formatFunds(row.income),
    waiting: isWaiting(row),
    reason: row.reason,
    code: row.code,
    sub: row.sub,
    host: row.host,
    at: formatInstant(row.created_at),
  };
}
