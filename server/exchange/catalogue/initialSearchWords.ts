const TETHER = ['тезер', 'юсдт', 'доллары', 'стейблкоин'];
const USD_COIN = ['юсдс', 'доллары', 'стейблкоин'];
const RUBLES = ['рубль', 'рубли'];
const RUBLE_CARD = ['карта', 'банк', ...RUBLES];

/**
 * Search words of new databases by code: names that visitors type and that are not part of the code, an alias, the name
 * or the network. Existing databases keep their own words.
 */
export const INITIAL_SEARCH_WORDS: Readonly<Record<string, readonly string[]>> = {
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
