import type { Kysely } from 'kysely';
import type { City } from '#core/contract/calculator.ts';
import type { Units } from '#core/exchange/amount.ts';
import type {
  CurrencyRow,
  DiscountTierRow,
  PairRow,
  PromocodeRow,
  ReserveRow,
  DatabaseSchema,
} from '../database/schema.ts';
import { parseSettings } from './exchangeSettings.ts';
import type { ExchangeSettings, SettingName } from './exchangeSettings.ts';
import { isValidPairRow, isValidPromocodeRow, parseAliases } from './rowValidation.ts';

/** One payment system. Limits in units of its decimals. */
export interface Currency {
  id: number;
  code: string;
  aliases: readonly string[];
  direction: string;
  name: string;
  ticker: string;
  network: string | null;
  kind: CurrencyRow['kind'];
  group: string;
  decimals: number;
  min: Units;
  /** The least sum in verification mode. */
  minVerification: Units;
  max: Units | null;
  icon: string;
  sendVisible: boolean;
  receiveVisible: boolean;
  congestion: number;
  notify: string | null;
  /** The operator's reason, null when open. */
  sendClosed: string | null;
  receiveClosed: string | null;
  cities: readonly City[];
}

/** What an operator may change, as it was at one moment. Everything that prices a pair is made from one of these. */
export interface CatalogueSnapshot {
  version: bigint;
  /** In the order to show. */
  currencies: readonly Currency[];
  byId: ReadonlyMap<number, Currency>;
  /** Pairs that have a row of their own, by `formatPairKey`. */
  pairs: ReadonlyMap<string, PairRow>;
  /** By code in upper case. */
  promocodes: ReadonlyMap<string, PromocodeRow>;
  /** The smallest turnover first; nothing of a pair's price. */
  discountTiers: readonly DiscountTierRow[];
  reserves: ReadonlyMap<number, ReserveRow>;
  settings: ExchangeSettings;
  /** Settings whose row cannot be used. */
  invalidSettings: readonly SettingName[];
  /** Other rows that cannot be used, by table and key, for the log. A pair of these is closed, a promocode unknown. */
  invalidRows: readonly string[];
  /** Whether a pair has a row that it cannot be priced by. */
  isPairInvalid: (fromId: number, toId: number) => boolean;
}

/** Key of a pair in a snapshot. */
export function formatPairKey(fromId: number, toId: number): string {
  return `${fromId}:${toId}`;
}

/** How often the watched tables have been written; raised by the database itself. */
export async function readCatalogueVersion(db: Kysely<DatabaseSchema>): Promise<bigint> {
  return (await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version;
}

/**
 * Reads the catalogue, with `pairIds` just what prices a pair of these two ids. In a transaction it is what that
 * transaction sees, so a claim is priced and its reserve taken from the same rows.
 */
export async function readCatalogueSnapshot(
  db: Kysely<DatabaseSchema>,
  pairIds?: readonly [number, number],
): Promise<CatalogueSnapshot> {
  const ids = pairIds?.map(BigInt);
  // The version comes first: what changes meanwhile makes the next look read again.
  const catalogueVersion = await readCatalogueVersion(db);
  const rows = await db
    .selectFrom('currencies')
    .selectAll()
    .$if(ids !== undefined, query => query.where('id', 'in', ids ?? []))
    .orderBy('position')
    .orderBy('id')
    .execute();
  const cities = await db.selectFrom('cities').selectAll().orderBy('name').execute();
  const pairs = await db
    .selectFrom('pairs')
    .selectAll()
    .$if(ids !== undefined, query => query.where('from_id', 'in', ids ?? []).where('to_id', 'in', ids ?? []))
    .execute();
  const promocodes = await db.selectFrom('promocodes').selectAll().execute();
  const discountTiers = ids
    ? []
    : await db.selectFrom('discount_tiers').selectAll().orderBy('turnover').execute();
  const reserves = await db
    .selectFrom('reserves')
    .selectAll()
    .$if(ids !== undefined, query => query.where('currency_id', 'in', ids ?? []))
    .execute();
  const settingRows = await db.selectFrom('settings').selectAll().where('name', '<>', 'secret').execute();
  const currencies = rows.map(row =>
    toCurrency(
      row,
      cities.filter(city => city.currency_id === row.id),
    ),
  );
  const keyOfRow = (row: PairRow) => formatPairKey(Number(row.from_id), Number(row.to_id));
  const invalidPairKeys = new Set(pairs.filter(row => !isValidPairRow(row)).map(keyOfRow));
  return {
    version: catalogueVersion,
    currencies,
    byId: new Map(currencies.map(currency => [currency.id, currency])),
    pairs: new Map(pairs.map(row => [keyOfRow(row), row])),
    promocodes: new Map(promocodes.filter(isValidPromocodeRow).map(row => [row.code, row])),
    discountTiers,
    reserves: new Map(reserves.map(row => [Number(row.currency_id), row])),
    ...parseSettings(new Map(settingRows.map(row => [row.name, row.value]))),
    invalidRows: [
      ...rows.filter(row => parseAliases(row.aliases) === null).map(row => `currencies ${row.code}`),
      ...[...invalidPairKeys].map(key => `pairs ${key}`),
      ...promocodes.filter(row => !isValidPromocodeRow(row)).map(row => `promocodes ${row.code}`),
    ],
    isPairInvalid: (fromId, toId) => invalidPairKeys.has(formatPairKey(fromId, toId)),
  };
}

function toCurrency(row: CurrencyRow, cities: readonly City[]): Currency {
  return {
    id: Number(row.id),
    code: row.code,
    aliases: parseAliases(row.aliases) ?? [],
    direction: row.direction,
    name: row.name,
    ticker: row.ticker,
    network: row.network,
    kind: row.kind,
    group: row.group_name,
    decimals: Number(row.decimals),
    min: row.min,
    minVerification: row.min_verification ?? row.min,
    max: row.max,
    icon: row.icon,
    sendVisible: row.send_visible === 1n,
    receiveVisible: row.receive_visible === 1n,
    congestion: Number(row.congestion),
    notify: row.notify,
    sendClosed: row.send_closed,
    receiveClosed: row.receive_closed,
    cities: cities.map(({ code, name }) => ({ code, name })),
  };
}
