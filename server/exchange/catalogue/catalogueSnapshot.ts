import type { City } from '#core/contract/calculator.ts';
import type { Units } from '#core/exchange/amount.ts';
import type {
  CurrencyRow,
  DiscountTierRow,
  PairRow,
  PromocodeRow,
  ReserveRow,
} from '#server/platform/database/catalogueRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { parseSettings } from './exchangeSettings.ts';
import type { ExchangeSettings, SettingName } from './exchangeSettings.ts';
import { isValidPairRow, isValidPromocodeRow, parseTextList } from './rowValidation.ts';

/** One payment system. Limits are in units with `decimals` decimal places. */
export interface Currency {
  id: number;
  code: string;
  aliases: readonly string[];
  searchWords: readonly string[];
  direction: string;
  name: string;
  ticker: string;
  network: string | null;
  kind: CurrencyRow['kind'];
  group: string;
  decimals: number;
  min: Units;
  /** Minimum amount in verification mode. */
  minVerification: Units;
  max: Units | null;
  /** Initial amount to send in a form; null: the minimum. */
  defaultAmount: Units | null;
  icon: string;
  sendVisible: boolean;
  receiveVisible: boolean;
  congestion: number;
  notify: string | null;
  /** The operator's reason; null if the currency is open. */
  sendClosed: string | null;
  receiveClosed: string | null;
  cities: readonly City[];
}

/** The operator's data at one moment. All prices of a pair are calculated from one snapshot. */
export interface CatalogueSnapshot {
  version: bigint;
  /** In display order. */
  currencies: readonly Currency[];
  byId: ReadonlyMap<number, Currency>;
  /** Pairs with their own row, by `formatPairKey`. */
  pairs: ReadonlyMap<string, PairRow>;
  /** By code in upper case. */
  promocodes: ReadonlyMap<string, PromocodeRow>;
  /** Ascending by turnover. */
  discountTiers: readonly DiscountTierRow[];
  reserves: ReadonlyMap<number, ReserveRow>;
  settings: ExchangeSettings;
  /** Settings with an invalid row. */
  invalidSettings: readonly SettingName[];
  /** Other invalid rows, by table and key, for the log. An invalid pair is closed; an invalid promocode is unknown. */
  invalidRows: readonly string[];
  /** Whether the pair has an invalid row. */
  isPairInvalid: (fromId: number, toId: number) => boolean;
}

/** Formats the name of a currency with its network: «Tether TRC20». */
export const formatCurrencyName = ({ name, network }: Pick<Currency, 'name' | 'network'>): string =>
  [name, network].filter(Boolean).join(' ');

/** Formats the key of a pair in a snapshot. */
export function formatPairKey(fromId: number, toId: number): string {
  return `${fromId}:${toId}`;
}

/**
 * Returns the catalogue version. Database triggers increment it at each write to the watched tables, except changes by
 * claims (reserves, uses of promocodes).
 */
async function readCatalogueVersion(db: Db): Promise<bigint> {
  return (await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version;
}

/**
 * Reads the catalogue. With `pairIds` it reads only the data that prices a pair of these two ids. Within a transaction,
 * the price and the reserve of a claim come from the same rows.
 */
export async function readCatalogueSnapshot(
  db: Db,
  pairIds?: readonly [number, number],
): Promise<CatalogueSnapshot> {
  const ids = pairIds?.map(BigInt);
  // The version is read first, so that a change during this read causes another one.
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
  const discountTiers = await db.selectFrom('discount_tiers').selectAll().orderBy('turnover').execute();
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
      ...rows.filter(hasInvalidTextList).map(row => `currencies ${row.code}`),
      ...[...invalidPairKeys].map(key => `pairs ${key}`),
      ...promocodes.filter(row => !isValidPromocodeRow(row)).map(row => `promocodes ${row.code}`),
    ],
    isPairInvalid: (fromId, toId) => invalidPairKeys.has(formatPairKey(fromId, toId)),
  };
}

function hasInvalidTextList({ aliases, search_words }: CurrencyRow): boolean {
  return [aliases, search_words].some(text => parseTextList(text) === null);
}

function toCurrency(row: CurrencyRow, cities: readonly City[]): Currency {
  return {
    id: Number(row.id),
    code: row.code,
    aliases: parseTextList(row.aliases) ?? [],
    searchWords: parseTextList(row.search_words) ?? [],
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
    defaultAmount: row.default_amount,
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
