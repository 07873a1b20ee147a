import type { Selectable } from 'kysely';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { DetailedClaim, AccountClaims } from '#core/contract/account/accountClaim.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { listRequisiteFields } from '#server/exchange/catalogue/requisiteFields.ts';
import { parseStoredRequisites } from '#server/exchange/claims/storedRequisites.ts';
import { buildReason } from '#server/exchange/claims/view/claimReason.ts';
import { getClaimCurrencies, toClaimSide } from '#server/exchange/claims/view/claimStatus.ts';
import { maskRequisites } from '#server/exchange/requisites/maskRequisites.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { buildPageFrame, parseListPage } from '#server/platform/http/listPage.ts';
import { parseClaimQuery } from './claimFilters.ts';
import { selectClaims } from './selectClaims.ts';
import { countRows } from '#server/platform/database/countRows.ts';

type ListContext = Pick<ExchangeContext, 'catalogue' | 'config' | 'db'>;

/** The columns that a list of claims shows. */
export const LISTED_COLUMNS = [
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

/** Lists a page of an account's claims, newest first. 400 lists an invalid parameter. */
export async function listAccountClaims(
  context: ListContext,
  userId: string,
  query: Readonly<Record<string, string>>,
): Promise<AccountClaims> {
  const [filters, page] = [parseClaimQuery(query), parseListPage(query)];
  const { catalogue, config, db } = context;
  const selected = selectClaims(db, catalogue.currencies, userId, filters);
  const total = await countRows(selected);
  const rows = await selected
    .select(LISTED_COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.size)
    .offset(page.offset)
    .execute();
  const address = `${config.publicOrigin}/api/v1/users/me/claims/?${new URLSearchParams(query)}`;
  return {
    ...buildPageFrame(page, total, address),
    results: rows.map(row => buildAccountClaim(context, row)),
  };
}

/** Builds a claim for the list. */
export function buildAccountClaim(
  { catalogue }: Pick<ExchangeContext, 'catalogue'>,
  row: ListedClaim,
): DetailedClaim {
  const { from, to } = getClaimCurrencies(catalogue, row);
  const isOpen =
    from.sendVisible && to.receiveVisible && from.sendClosed === null && to.receiveClosed === null;
  return {
    id: row.id,
    number: catalogue.getSetting('usePublicId') ? row.public_number : String(row.number),
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
    createdAt: new Date(Number(row.created_at)).toISOString(),
    deadline:
      row.deadline !== null && DEADLINE_STATUSES.has(row.status)
        ? new Date(Number(row.deadline)).toISOString()
        : null,
    repeatable: isOpen && row.erased_at === null,
  };
}
