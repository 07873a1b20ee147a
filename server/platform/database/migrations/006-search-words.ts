import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

const TETHER = ['тезер', 'юсдт', 'доллары', 'стейблкоин'];
const USD_COIN = ['юсдс', 'доллары', 'стейблкоин'];
const RUBLES = ['рубль', 'рубли'];
const RUBLE_CARD = ['карта', 'банк', ...RUBLES];

/**
 * Words for the currencies of the initial catalogue, by code. A copy of initialSearchWords.ts on the day of its
 * release, because a migration never changes.
 */
const SEARCH_WORDS: Readonly<Record<string, readonly string[]>> = {
  USDTTRC20: [...TETHER, 'tron'],
  USDTERC20: [...TETHER, 'ethereum'],
  USDTBEP20: [...TETHER, 'bsc', 'binance'],
  USDTTON: TETHER,
  BTC: ['биткоин', 'биток', 'битки'],
  ETH: ['эфир', 'эфириум', 'этериум'],
  TON: ['тонкоин'],
  TRX: ['трон'],
  LTC: ['лайткоин', 'лайт'],
  SOL: ['солана'],
  XRP: ['рипл', 'риппл'],
  BNBBEP20: ['бинанс', 'binance', 'bsc'],
  USDCERC20: [...USD_COIN, 'ethereum'],
  DOGE: ['догикоин', 'доджкоин', 'доги'],
  BCH: ['биткоин кэш'],
  ADA: ['кардано', 'ада'],
  DASH: ['дэш', 'даш'],
  XMR: ['монеро'],
  SBERRUB: ['сбер', 'зелёный банк', ...RUBLE_CARD],
  TCSBRUB: ['тинькофф', 'жёлтый банк', ...RUBLE_CARD],
  ACRUB: ['альфа', 'красный банк', ...RUBLE_CARD],
  TBRUB: ['синий банк', ...RUBLE_CARD],
  SBPRUB: ['система быстрых платежей', 'номер телефона', ...RUBLES],
  CASHRUB: ['нал', 'наличка', 'кэш', ...RUBLES],
};

/** Adds the search words of currencies, and those of the initial catalogue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    `alter table currencies add column search_words text not null default '[]'`,
    ...Object.entries(SEARCH_WORDS).map(
      ([code, words]) =>
        `update currencies set search_words = '${JSON.stringify(words)}' where code = '${code}'`,
    ),
  ]);
}
