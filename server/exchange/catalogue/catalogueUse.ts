import type { ReserveRow } from '#server/platform/database/catalogueRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { readCatalogueSnapshot, type CatalogueSnapshot } from './catalogueSnapshot.ts';

/**
 * Returns the catalogue in its present state. If only claims have changed it (reserves and uses of promocodes), only
 * these are read again; otherwise all of it.
 */
export async function refreshSnapshot(db: Db, known: CatalogueSnapshot): Promise<CatalogueSnapshot> {
  const { version, reserves } = await readReserves(db);
  if (version !== known.version) return readCatalogueSnapshot(db);
  const promocodes = await refreshPromocodes(db, known);
  const isSame =
    haveSameRows(reserves, known.reserves, ['amount', 'held']) &&
    haveSameRows(promocodes, known.promocodes, ['used']);
  // Responses are cached by snapshot.
  return isSame ? known : { ...known, reserves, promocodes };
}

function haveSameRows<Key, Row extends object>(
  rows: ReadonlyMap<Key, Row>,
  others: ReadonlyMap<Key, Row>,
  columns: readonly (keyof Row)[],
): boolean {
  return (
    rows.size === others.size &&
    [...rows].every(([key, row]) => {
      const other = others.get(key);
      return other !== undefined && columns.every(column => row[column] === other[column]);
    })
  );
}

/** Reads the reserves, and the version of the catalogue at the same moment. */
async function readReserves(db: Db): Promise<Pick<CatalogueSnapshot, 'version' | 'reserves'>> {
  const rows = await db
    .selectFrom('catalogue_version')
    .leftJoin('reserves', join => join.onTrue())
    .select(['version', 'currency_id', 'amount', 'held', 'updated_at'])
    .execute();
  const version = rows[0]?.version;
  if (version === undefined) throw new Error('The database has no catalogue version');
  // Without any reserve, the only row contains just the version.
  const reserves = rows.filter(row => row.currency_id !== null) as ReserveRow[];
  return { version, reserves: new Map(reserves.map(row => [Number(row.currency_id), row])) };
}

/** Reads which single-use promocodes are used. */
async function refreshPromocodes(
  db: Db,
  { promocodes }: CatalogueSnapshot,
): Promise<CatalogueSnapshot['promocodes']> {
  if (![...promocodes.values()].some(({ single_use }) => single_use === 1n)) return promocodes;
  const rows = await db
    .selectFrom('promocodes')
    .select(['code', 'used'])
    .where('single_use', '=', 1n)
    .where('used', '>', 0n)
    .execute();
  const uses = new Map(rows.map(({ code, used }) => [code, used]));
  return new Map(
    [...promocodes].map(([code, row]) => [
      code,
      row.single_use === 1n ? { ...row, used: uses.get(code) ?? 0n } : row,
    ]),
  );
}
