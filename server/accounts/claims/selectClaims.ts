import type { Kysely } from 'kysely';
import type { CatalogueSnapshot } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import type { ClaimFilters } from './claimFilters.ts';

/** Selects the claims of an account that match the filters. An unknown currency matches none. */
export function selectClaims(
  db: Kysely<DatabaseSchema>,
  currencies: CatalogueSnapshot['currencies'],
  userId: string,
  filters: ClaimFilters,
) {
  const { status, cur_from, cur_to, search, createdFrom, createdBefore } = filters;
  const findIds = (matches: (text: string) => boolean) =>
    currencies
      .filter(({ code, name, aliases }) => [code, name, ...aliases].some(text => matches(text.toUpperCase())))
      .map(({ id }) => BigInt(id));
  const findCode = (code: string) => findIds(text => text === code);
  let query = db.selectFrom('claims').where('user_id', '=', userId);
  if (status) query = query.where('status', 'in', status);
  if (cur_from !== undefined) query = query.where('from_id', 'in', listOrNone(findCode(cur_from)));
  if (cur_to !== undefined) query = query.where('to_id', 'in', listOrNone(findCode(cur_to)));
  if (createdFrom !== null) query = query.where('created_at', '>=', BigInt(createdFrom));
  if (createdBefore !== null) query = query.where('created_at', '<', BigInt(createdBefore));
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
