import * as v from 'valibot';
import { CLAIM_STATUSES } from '#core/claim/status.ts';
import type { CatalogueSnapshot } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { CLOSED_STATUSES, OPEN_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { dayFilters, whereDays } from '#server/platform/lists/dayFilters.ts';

const code = v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9_]{2,20}$/), v.toUpperCase());

/** A status, or `open` or `closed` for the statuses of that group. */
export const statusFilter = v.pipe(
  v.picklist([...CLAIM_STATUSES, 'open', 'closed']),
  v.transform(name => (name === 'open' ? OPEN_STATUSES : name === 'closed' ? CLOSED_STATUSES : [name])),
);

/** Filters of the list of an account's claims. */
export const ClaimFilters = v.object({
  status: v.optional(statusFilter),
  cur_from: v.optional(code),
  cur_to: v.optional(code),
  ...dayFilters,
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(64))),
});
export type ClaimFilters = v.InferOutput<typeof ClaimFilters>;

/** Selects the claims of an account that match the filters. An unknown currency matches none. */
export function selectClaims(
  db: Db,
  currencies: CatalogueSnapshot['currencies'],
  userId: string,
  { status, cur_from, cur_to, search, ...days }: ClaimFilters,
) {
  const findIds = (matches: (text: string) => boolean) =>
    currencies
      .filter(({ code, name, aliases }) => [code, name, ...aliases].some(text => matches(text.toUpperCase())))
      .map(({ id }) => BigInt(id));
  const findCode = (code: string) => findIds(text => text === code);
  let query = whereDays(db.selectFrom('claims').where('user_id', '=', userId), 'created_at', days);
  if (status) query = query.where('status', 'in', status);
  if (cur_from !== undefined) query = query.where('from_id', 'in', listOrNone(findCode(cur_from)));
  if (cur_to !== undefined) query = query.where('to_id', 'in', listOrNone(findCode(cur_to)));
  if (search === undefined || search === '') return query;
  const text = search.toUpperCase().replace(/^№\s*/, '');
  const found = listOrNone(findIds(name => name.startsWith(text)));
  return query.where(({ or, eb }) =>
    or([
      eb('public_number', '=', text),
      ...(/^\d{1,18}$/.test(text) ? [eb('number', '=', BigInt(text))] : []),
      eb('from_id', 'in', found),
      eb('to_id', 'in', found),
    ]),
  );
}

/** `in ()` is invalid SQL, and no currency has the id 0. */
const listOrNone = (ids: bigint[]): bigint[] => (ids.length > 0 ? ids : [0n]);
