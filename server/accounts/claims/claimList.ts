import type { Selectable } from 'kysely';
import { CLAIM_STATUS_RULES, type ClaimStatusCode } from '#core/claim/status.ts';
import type { DetailedClaim } from '#core/contract/account/accountClaim.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { listRequisiteFields } from '#server/exchange/catalogue/requisiteFields.ts';
import { parseStoredRequisites } from '#server/exchange/claims/storedRequisites.ts';
import { buildReason } from '#server/exchange/claims/view/claimReason.ts';
import { getClaimCurrencies, toClaimSide } from '#server/exchange/claims/view/claimStatus.ts';
import { maskRequisites } from '#server/exchange/requisites/maskRequisites.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { dayParameters, describeParameter } from '#server/platform/http/openapiDocs.ts';
import { formatCsvDecimal } from '#server/platform/http/response/csv.ts';
import type { ListDefinition } from '#server/platform/lists/listDefinition.ts';
import { openList } from '#server/platform/lists/openList.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { ClaimFilters, selectClaims } from './selectClaims.ts';
import { getClaimNumber } from '#server/exchange/claims/claimNumber.ts';

/** The columns that a list of claims shows. */
const LISTED_COLUMNS = [
  'id',
  'number',
  'public_number',
  'status',
  'reason',
  'from_id',
  'to_id',
  'from_amount',
  'to_amount',
  'course',
  'to_requisites',
  'erased_at',
  'created_at',
  'deadline',
] as const;

/** Statuses in which the client has to do something until the deadline. */
const DEADLINE_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['verification', 'waiting']);

type ListedClaim = Pick<Selectable<ClaimRow>, (typeof LISTED_COLUMNS)[number]>;

/** The claims of an account, newest first. */
export const accountClaimList: ListDefinition<
  Pick<ExchangeContext, 'catalogue' | 'db'>,
  string,
  ClaimFilters,
  DetailedClaim
> = {
  filters: ClaimFilters,
  parameters: [
    ...dayParameters,
    describeParameter('status', 'A status, or `open` or `closed`'),
    describeParameter('cur_from', 'Code of the currency sent'),
    describeParameter('cur_to', 'Code of the currency received'),
    describeParameter('search', 'A number, or the beginning of a currency’s code or name'),
  ],
  open: (context, userId, filters) =>
    openList({
      rows: selectClaims(context.db, context.catalogue.currencies, userId, filters),
      order: { created_at: 'desc', id: 'desc' },
      select: part => part.select(LISTED_COLUMNS),
      build: rows => rows.map(row => buildAccountClaim(context, row)),
    }),
  columns: [
    ['Заявка', ({ number }) => number],
    ['Создана', ({ createdAt }) => createdAt],
    ['Статус', ({ status }) => CLAIM_STATUS_RULES[status].label],
    ['Отдаёте', ({ fromSumma }) => formatCsvDecimal(fromSumma)],
    ['Валюта', ({ from }) => from.code],
    ['Получаете', ({ toSumma }) => formatCsvDecimal(toSumma)],
    ['Валюта', ({ to }) => to.code],
    ['Курс', ({ course }) => formatCsvDecimal(course)],
    ['Куда', ({ toRequisite }) => toRequisite],
  ],
};

/** Builds a claim for the list. */
function buildAccountClaim(
  { catalogue }: Pick<ExchangeContext, 'catalogue'>,
  row: ListedClaim,
): DetailedClaim {
  const { from, to } = getClaimCurrencies(catalogue, row);
  const isOpen =
    from.sendVisible && to.receiveVisible && from.sendClosed === null && to.receiveClosed === null;
  return {
    id: row.id,
    number: getClaimNumber(catalogue, row),
    status: row.status,
    ...buildReason(row.reason),
    from: toClaimSide(from),
    to: toClaimSide(to),
    fromSumma: unitsToDecimal(row.from_amount, from.decimals),
    toSumma: unitsToDecimal(row.to_amount, to.decimals),
    course: row.course,
    toRequisite: maskRequisites(
      parseStoredRequisites(row.to_requisites),
      listRequisiteFields(to, 'to', 'default'),
    ),
    createdAt: formatInstant(row.created_at),
    deadline: row.deadline !== null && DEADLINE_STATUSES.has(row.status) ? formatInstant(row.deadline) : null,
    repeatable: isOpen && row.erased_at === null,
  };
}
