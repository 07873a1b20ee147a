import type { Kysely } from 'kysely';
import type { City } from '#core/contract/calculator.ts';
import type { Units } from '#core/exchange/amount.ts';
import type {
  CurrencyRow,
  DiscountTierRow,
  PairRow,
  PromocodeRow,
  ReserveRow,
  Schema,
} from '../database/schema.ts';
import * as settings from './settings.ts';
import * as sound from './sound.ts';

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
export interface Snapshot {
  version: bigint;
  /** In the order to show. */
  currencies: readonly Currency[];
  byId: ReadonlyMap<number, Currency>;
  /** Pairs that have a row of their own, by `pairKey`. */
  pairs: ReadonlyMap<string, PairRow>;
  /** By code in upper case. */
  promocodes: ReadonlyMap<string, PromocodeRow>;
  /** The smallest turnover first; nothing of a pair's price. */
  tiers: readonly DiscountTierRow[];
  reserves: ReadonlyMap<number, ReserveRow>;
  settings: settings.Settings;
  /** Settings whose row cannot be used. */
  broken: readonly settings.SettingName[];
  /** Other rows that cannot be used, by table and key, for the log. A pair of these is closed, a promocode unknown. */
  spoilt: readonly string[];
  /** Whether a pair has a row that it cannot be priced by. */
  isSpoilt: (fromId: number, toId: number) => boolean;
}

/** Key of a pair in a snapshot. */
export function pairKey(fromId: number, toId: number): string {
  return `${fromId}:${toId}`;
}

/** How often the watched tables have been written; raised by the database itself. */
export async function version(db: Kysely<Schema>): Promise<bigint> {
  return (await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version;
}

/**
 * Reads the catalogue, with `only` just what prices a pair of these two ids. In a transaction it is what that
 * transaction sees, so a claim is priced and its reserve taken from the same rows.
 */
export async function read(db: Kysely<Schema>, only?: readonly [number, number]): Promise<Snapshot> {
  const ids = only?.map(BigInt);
  // The version comes first: what changes meanwhile makes the next look read again.
  const at = await version(db);
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
  const tiers = ids ? [] : await db.selectFrom('discount_tiers').selectAll().orderBy('turnover').execute();
  const reserves = await db
    .selectFrom('reserves')
    .selectAll()
    .$if(ids !== undefined, query => query.where('currency_id', 'in', ids ?? []))
    .execute();
  const named = await db.selectFrom('settings').selectAll().where('name', '<>', 'secret').execute();
  const currencies = rows.map(row =>
    currency(
      row,
      cities.filter(city => city.currency_id === row.id),
    ),
  );
  const keyOf = (row: PairRow) => pairKey(Number(row.from_id), Number(row.to_id));
  const unpriced = new Set(pairs.filter(row => !sound.isPair(row)).map(keyOf));
  return {
    version: at,
    currencies,
    byId: new Map(currencies.map(one => [one.id, one])),
    pairs: new Map(pairs.map(row => [keyOf(row), row])),
    promocodes: new Map(promocodes.filter(sound.isPromocode).map(row => [row.code, row])),
    tiers,
    reserves: new Map(reserves.map(row => [Number(row.currency_id), row])),
    ...settings.read(new Map(named.map(row => [row.name, row.value]))),
    spoilt: [
      ...rows.filter(row => sound.aliases(row.aliases) === null).map(row => `currencies ${row.code}`),
      ...[...unpriced].map(key => `pairs ${key}`),
      ...promocodes.filter(row => !sound.isPromocode(row)).map(row => `promocodes ${row.code}`),
    ],
    isSpoilt: (fromId, toId) => unpriced.has(pairKey(fromId, toId)),
  };
}

function currency(row: CurrencyRow, cities: readonly City[]): Currency {
  return {
    id: Number(row.id),
    code: row.code,
    aliases: sound.aliases(row.aliases) ?? [],
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
