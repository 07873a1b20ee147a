import { sql, type SqlBool } from 'kysely';
import * as v from 'valibot';
import type { OperatorClaim } from '#core/contract/operator/claims.ts';
import {
  DECIMAL_PATTERN,
  decimalToUnits,
  countFractionDigits,
  unitsToDecimal,
} from '#core/exchange/amount.ts';
import { statusFilter } from '#server/accounts/claims/selectClaims.ts';
import { getClaimCurrencies, toClaimSide } from '#server/exchange/claims/view/claimStatus.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { formatInstant, formatInstantOrNull } from '#server/platform/formatInstant.ts';
import { dayFilters, whereDays } from '#server/platform/lists/dayFilters.ts';
import type { PagedList } from '#server/platform/lists/listDefinition.ts';
import { openList } from '#server/platform/lists/openList.ts';
import { findHolders } from './claimHolder.ts';

/** Filters of all claims. */
export const StaffClaimFilters = v.object({
  status: v.optional(statusFilter),
  currency: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(20))),
  taken: v.optional(v.literal('me')),
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(128))),
  ...dayFilters,
});
type StaffClaimFilters = v.InferOutput<typeof StaffClaimFilters>;

type ListContext = Pick<ExchangeContext, 'catalogue' | 'db'>;

/** All claims, newest first, as the member of staff with this account id sees them. */
export const staffClaimList: PagedList<ListContext, string, StaffClaimFilters, OperatorClaim> = {
  filters: StaffClaimFilters,
  open: (context, userId, filters) =>
    openList({
      rows: selectStaffClaims(context, userId, filters),
      order: { created_at: 'desc', id: 'desc' },
      select: part => part.selectAll(),
      build: rows => buildStaffClaims(context, rows, userId),
    }),
};

/** Builds claims for a list of staff. */
export async function buildStaffClaims(
  { catalogue, db }: ListContext,
  rows: readonly ClaimRow[],
  userId: string,
): Promise<OperatorClaim[]> {
  const ids = rows.map(({ id }) => id);
  const holders = await findHolders(db, ids, userId);
  return rows.map(row => {
    const { from, to } = getClaimCurrencies(catalogue, row);
    return {
      id: row.id,
      number: Number(row.number),
      publicNumber: row.public_number,
      status: row.status,
      reason: row.reason,
      from: toClaimSide(from),
      to: toClaimSide(to),
      fromSumma: unitsToDecimal(row.from_amount, from.decimals),
      toSumma: unitsToDecimal(row.to_amount, to.decimals),
      email: row.email,
      createdAt: formatInstant(row.created_at),
      updatedAt: formatInstant(row.updated_at),
      deadline: formatInstantOrNull(row.deadline),
      holder: holders.get(row.id) ?? null,
    };
  });
}

/** Selects the claims that match the filters of the member of staff `userId`. An unknown currency matches none. */
export function selectStaffClaims(
  context: ListContext,
  userId: string,
  { status, currency, taken, q, ...days }: StaffClaimFilters,
) {
  let query = whereDays(context.db.selectFrom('claims'), 'created_at', days);
  if (status) query = query.where('status', 'in', status);
  if (currency !== undefined) {
    // No currency has the id 0: an unknown code matches nothing.
    const id = BigInt(context.catalogue.findCurrencyByCode(currency)?.id ?? 0);
    query = query.where(({ or, eb }) => or([eb('from_id', '=', id), eb('to_id', '=', id)]));
  }
  if (taken)
    query = query.where('id', 'in', of =>
      of.selectFrom('claim_holders').select('claim_id').where('user_id', '=', userId),
    );
  return q === undefined ? query : query.where(matchesText(context, q));
}

/** Escapes a text for `like … escape '\'`. */
export const escapePattern = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/**
 * Whether a claim has this text: a number, the beginning of an e-mail, an amount, a transaction or the number of a
 * transfer, a part of a requisite. Reads all claims: requisites have no index.
 */
function matchesText({ catalogue }: ListContext, text: string) {
  const beginning = `${escapePattern(text).toLowerCase()}%`;
  const contains = `%${escapePattern(JSON.stringify(text.replaceAll(/\s/g, '')).slice(1, -1)).toLowerCase()}%`;
  const conditions = [
    sql<SqlBool>`claims.public_number = ${text.toUpperCase().replace(/^№\s*/, '')}`,
    sql<SqlBool>`claims.id = ${text.toLowerCase()}`,
    sql<SqlBool>`lower(claims.email) like ${beginning} escape '\\'`,
    sql<SqlBool>`exists (select 1 from payments where payments.claim_id = claims.id and lower(payments.reference) like ${beginning} escape '\\')`,
    sql<SqlBool>`exists (select 1 from payouts where payouts.claim_id = claims.id and lower(payouts.reference) like ${beginning} escape '\\')`,
  ];
  if (/^\d{1,15}$/.test(text)) conditions.push(sql<SqlBool>`claims.number = ${BigInt(text)}`);
  // The last four digits of a card are the shortest useful part of a requisite.
  if (text.length >= 4)
    for (const column of ['from_requisites', 'to_requisites', 'refund_requisites', 'pay_to'])
      conditions.push(sql<SqlBool>`lower(${sql.ref(`claims.${column}`)}) like ${contains} escape '\\'`);
  const amount = text.replaceAll(/\s/g, '').replace(',', '.');
  if (DECIMAL_PATTERN.test(amount) && amount.length <= 18)
    for (const [decimals, ids] of groupByDecimals(catalogue)) {
      if (countFractionDigits(amount) > decimals) continue;
      const units = decimalToUnits(amount, decimals);
      if (units >= 2n ** 63n) continue;
      const list = sql.join(ids);
      conditions.push(
        sql<SqlBool>`(claims.from_amount = ${units} and claims.from_id in (${list}))`,
        sql<SqlBool>`(claims.to_amount = ${units} and claims.to_id in (${list}))`,
      );
    }
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

function groupByDecimals(catalogue: ListContext['catalogue']): [number, bigint[]][] {
  const groups = Map.groupBy(catalogue.getSnapshot().currencies, ({ decimals }) => decimals);
  return [...groups].map(([decimals, currencies]) => [decimals, currencies.map(({ id }) => BigInt(id))]);
}
