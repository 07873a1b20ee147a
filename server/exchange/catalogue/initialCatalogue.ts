import { UNPAYABLE_ADDRESS_SUFFIX } from '#core/claim/paymentUri.ts';
import type { CurrencyRow, PaymentRequisiteRow } from '#server/platform/database/catalogueRows.ts';

/** One payment system in the initial catalogue. Amounts are decimal text. */
export interface InitialCurrency {
  code: string;
  aliases: readonly string[];
  direction: string;
  ticker: string;
  network: string | null;
  kind: CurrencyRow['kind'];
  decimals: number;
  min: string;
  minVerification: string | null;
  /** Initial amount to send in a form; null: the minimum. */
  defaultAmount: string | null;
  icon: string;
  congestion: number;
  notify: string | null;
  /** Initial reserve, if the seed includes reserves. */
  reserve: string;
  paymentRequisites: readonly Pick<PaymentRequisiteRow, 'kind' | 'value' | 'holder' | 'bank' | 'memo'>[];
}

/** Kind of a payment system → name of its group in the picker. */
export const CURRENCY_GROUPS: Readonly<Record<CurrencyRow['kind'], string>> = {
  crypto: 'Криптовалюты',
  bank: 'Банки',
  system: 'Платёжные системы',
  cash: 'Наличные',
};

type CoinRow = [
  code: string,
  decimals: number,
  min: string,
  reserve: string,
  aliases: readonly string[],
  congestion?: number,
];

/** Addresses that no wallet accepts, so that a new exchange cannot receive money by mistake. */
function createUnpayableAddresses(code: string, hasMemo: boolean): InitialCurrency['paymentRequisites'] {
  return ['A', 'B', 'C'].map(letter => ({
    kind: 'address',
    value: `DEMO-${code}-${letter}${UNPAYABLE_ADDRESS_SUFFIX}`,
    holder: null,
    bank: null,
    memo: hasMemo ? 1n : 0n,
  }));
}

/** Creates the rows of a crypto direction. The network is the part of the code after the ticker. */
function createCoins(direction: string, ticker: string, ...rows: CoinRow[]): InitialCurrency[] {
  return rows.map(([code, decimals, min, reserve, aliases, congestion = 0]) => {
    const network = code.startsWith(ticker) && code !== ticker ? code.slice(ticker.length) : null;
    return {
      code,
      aliases,
      direction,
      ticker,
      network,
      kind: 'crypto',
      decimals,
      min,
      minVerification: null,
      defaultAmount: ticker.startsWith('USD') ? '1000' : null,
      icon: ticker.toLowerCase(),
      congestion,
      notify: null,
      reserve,
      paymentRequisites: createUnpayableAddresses(code, code === 'XRP' || code.endsWith('TON')),
    };
  });
}

/** A card number with an invalid checksum. */
const INVALID_CARD_NUMBER = '2200000000000000';
const DEMO_HOLDER = 'Демонстрационный счёт';

function createBank(
  code: string,
  name: string,
  icon: string,
  reserve: string,
  aliases: string[],
): InitialCurrency {
  return {
    code,
    aliases,
    direction: name,
    ticker: 'RUB',
    network: null,
    kind: 'bank',
    decimals: 2,
    min: '3000',
    minVerification: '1000',
    defaultAmount: '10000',
    icon,
    congestion: 0,
    notify: null,
    reserve,
    paymentRequisites: [
      { kind: 'card', value: INVALID_CARD_NUMBER, holder: DEMO_HOLDER, bank: name, memo: 0n },
    ],
  };
}

/** All currencies of a new exchange in display order. Ids follow this order, from 1. */
export const INITIAL_CURRENCIES: readonly InitialCurrency[] = [
  ...createCoins(
    'Tether',
    'USDT',
    ['USDTTRC20', 2, '50', '312804.55', ['USDT', 'USDTTRC', 'USDTTRX', 'TETHERTRC20']],
    ['USDTERC20', 2, '100', '148200.00', ['USDTERC', 'USDTETH', 'TETHERERC20'], 2],
    ['USDTBEP20', 2, '30', '96540.20', ['USDTBEP', 'USDTBSC', 'TETHERBEP20']],
    ['USDTTON', 2, '30', '74310.00', ['USDTTONCOIN']],
  ),
  ...createCoins('Bitcoin', 'BTC', ['BTC', 8, '0.0005', '6.4812', ['XBT', 'BITCOIN'], 1]),
  ...createCoins('Ethereum', 'ETH', ['ETH', 8, '0.01', '118.4021', ['ETHERC20', 'ETHEREUM'], 2]),
  ...createCoins('Toncoin', 'TON', ['TON', 8, '10', '41220', ['TONCOIN'], 2]),
  ...createCoins('TRON', 'TRX', ['TRX', 6, '100', '386000', ['TRON', 'TRXTRC20']]),
  ...createCoins('Litecoin', 'LTC', ['LTC', 8, '0.3', '942.7', ['LITECOIN']]),
  ...createCoins('Solana', 'SOL', ['SOL', 8, '0.2', '1240.5', ['SOLANA']]),
  ...createCoins('XRP', 'XRP', ['XRP', 6, '15', '88400', ['RIPPLE']]),
  ...createCoins('BNB', 'BNB', ['BNBBEP20', 8, '0.05', '152.75', ['BNB', 'BNBBSC', 'BNBBEP']]),
  ...createCoins('USD Coin', 'USDC', ['USDCERC20', 2, '100', '58900.00', ['USDC', 'USDCERC'], 2]),
  ...createCoins('Dogecoin', 'DOGE', ['DOGE', 8, '150', '610000', ['DOGECOIN']]),
  ...createCoins('Bitcoin Cash', 'BCH', ['BCH', 8, '0.1', '74.2', ['BCC', 'BITCOINCASH']]),
  ...createCoins('Cardano', 'ADA', ['ADA', 6, '40', '120500', ['CARDANO']]),
  ...createCoins('Dash', 'DASH', ['DASH', 8, '1', '310.4', ['DSH']]),
  ...createCoins('Monero', 'XMR', ['XMR', 8, '0.15', '184.6', ['MONERO']]),
  createBank('SBERRUB', 'Сбербанк', 'sber', '4218560.00', ['SBER', 'SBRF', 'SBRFRUB', 'SBERBANKRUB']),
  createBank('TCSBRUB', 'Т-Банк', 'tbank', '3904112.00', [
    'TCSB',
    'TBANK',
    'TBANKRUB',
    'TINKOFF',
    'TINKOFFRUB',
  ]),
  createBank('ACRUB', 'Альфа-Банк', 'alfa', '1185430.00', ['AC', 'ALFA', 'ALFARUB', 'ALFABANKRUB']),
  createBank('TBRUB', 'ВТБ', 'vtb', '1640300.00', ['VTB', 'VTBRUB']),
  {
    ...createBank('SBPRUB', 'СБП', 'sbp', '2760000.00', ['SBP', 'FPSRUB']),
    kind: 'system',
    paymentRequisites: [
      { kind: 'phone', value: '+70000000000', holder: DEMO_HOLDER, bank: 'Демонстрационный банк', memo: 0n },
    ],
  },
  {
    ...createBank('CASHRUB', 'Наличные', 'cash', '12600000', ['CASH', 'RUBCASH']),
    kind: 'cash',
    decimals: 0,
    min: '100000',
    minVerification: null,
    defaultAmount: null,
    notify: 'Время встречи согласуем в Telegram',
    paymentRequisites: [],
  },
];

/** Cities for cash: code of the deep link, name. */
export const CASH_CITIES: readonly (readonly [code: string, name: string])[] = [
  ['MSK', 'Москва'],
  ['SPB', 'Санкт-Петербург'],
  ['EKB', 'Екатеринбург'],
  ['KZN', 'Казань'],
  ['KRD', 'Краснодар'],
  ['NSK', 'Новосибирск'],
];

/** Placeholder for a cash address until the operator sets one. */
export const DEFAULT_MEETING_PLACE = 'Адрес встречи оператор напишет вам в Telegram';

/** Promocodes of a new exchange. Percents are of the margin. */
export const INITIAL_PROMOCODES = [{ code: 'START', percent: '25' }] as const;
