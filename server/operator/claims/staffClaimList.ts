import { sql, type SqlBool } from 'kysely';
import * as v from 'valibot';
import type { OperatorClaim } from '#core/contract/operator/claims.ts';
import { countFractionDigits, decimalToUnits, parseAmount, unitsToDecimal } from '#core/exchange/amount.ts';
import { statusFilter } from '#server/accounts/claims/selectClaims.ts';
import { getClaimCurrencies, toClaimSide } from '#server/exchange/claims/view/claimStatus.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { beginsWith } from '#server/platform/database/columnConditions.ts';
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
const escapePattern = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** A number with its sign, a public number with a digit and a letter, an e-mail, an amount with a fraction, or a hash. */
const NO_REQUISITE = /^№|^(?=.*\d)(?=.*[A-Z])[2-9A-HJ-NP-Z]{6}$|.@|^\d+[.,]\d+$|^(0x)?[\da-fA-F]{64}$/;

/**
 * Whether a claim has this text: a number, the beginning of an e-mail, an amount, also of a payment, a transaction or
 * the number of a transfer, a part of a requisite, or a masked one. Of the union, only the requisites have no index.
 */
function matchesText({ catalogue, db }: ListContext, text: string) {
  const ids = [
    sql`select id from claims where public_number = ${text.toUpperCase().replace(/^№\s*/, '')}`,
    sql`select id from claims where id = ${text.toLowerCase()}`,
    sql`select id from claims where ${beginsWith(db, 'email', text)}`,
    sql`select claim_id from payments where ${beginsWith(db, 'reference', text)}`,
    sql`select claim_id from payouts where ${beginsWith(db, 'reference', text)}`,
  ];
  if (/^\d{1,15}$/.test(text)) ids.push(sql`select id from claims where number = ${BigInt(text)}`);
  const amount = parseAmount(text);
  if (amount.ok) ids.push(...selectAmount(catalogue, amount.text));
  const requisite = text.replaceAll(/\s/g, '');
  const parts = /[…•*]|\.\./.test(requisite) ? requisite.split(/[-…•*.]+/) : [requisite];
  // The last four digits of a card are the shortest useful part.
  if (parts.join('').length >= 4 && !NO_REQUISITE.test(requisite)) ids.push(selectRequisite(parts));
  return sql<SqlBool>`claims.id in (${sql.join(ids, sql` union all `)})`;
}

/** Selects the claims with a part of a requisite, or with both ends of a masked one: «LM2WM…XpGc1», «2200 •••• 0004». */
function selectRequisite(parts: readonly string[]) {
  const escaped = parts.map(part => escapePattern(JSON.stringify(part).slice(1, -1)).toLowerCase());
  const pattern = `%${escaped.join('%')}${parts.length > 1 ? '"' : ''}%`;
  const columns = ['from_requisites', 'to_requisites', 'refund_requisites', 'pay_to'];
  const conditions = columns.map(column => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`);
  return sql`select id from claims where ${sql.join(conditions, sql` or `)}`;
}

/** Selects the claims with an amount of either side or of a payment. */
function selectAmount(catalogue: ListContext['catalogue'], amount: string) {
  return [...groupByDecimals(catalogue)].flatMap(([decimals, currencies]) => {
    if (countFractionDigits(amount) > decimals) return [];
    const units = decimalToUnits(amount, decimals);
    if (units >= 2n ** 63n) return [];
    const list = sql.join(currencies);
    return [
      sql`select id from claims where from_amount = ${units} and from_id in (${list})`,
      sql`select id from claims where to_amount = ${units} and to_id in (${list})`,
      sql`select claim_id from payments where amount = ${units} and currency_id in (${list})`,
    ];
  });
}

function groupByDecimals(catalogue: ListContext['catalogue']): [number, bigint[]][] {
  const groups = Map.groupBy(catalogue.getSnapshot().currencies, ({ decimals }) => decimals);
  return [...groups].map(([decimals, currencies]) => [decimals, currencies.map(({ id }) => BigInt(id))]);
}
