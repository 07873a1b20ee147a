import { beforeAll, describe, expect, test } from 'vitest';
import type { Direction } from '#core/contract/calculator.ts';
import { listItems } from '#core/exchange/form/requests/directionItems.ts';
import { createCurrencySearch } from '#widget/picker/currencySearch.ts';
import { createTestServer } from '../support/testServer.ts';

type CurrencySearch = ReturnType<typeof createCurrencySearch>;
let search: CurrencySearch;
/** Search in the response of a backend without `searchWords`. */
let searchWithoutWords: CurrencySearch;

beforeAll(async () => {
  const testServer = await createTestServer();
  const directions = (await (await testServer.get('/api/v1/calculator/')).json()) as Direction[];
  const options = listItems(directions).map(item => ({ item, closedReason: null }));
  expect(options).toHaveLength(24);
  search = createCurrencySearch(options);
  searchWithoutWords = createCurrencySearch(
    options.map(option => ({ ...option, item: { ...option.item, searchWords: undefined } })),
  );
});

const findCodes = (query: string, find = search) => find(query).map(({ item }) => item.code);

const ALL_USDT = ['USDTTRC20', 'USDTERC20', 'USDTBEP20', 'USDTTON'];
const BANKS = ['SBERRUB', 'TCSBRUB', 'ACRUB', 'TBRUB'];

describe('finds exactly these currencies, in this order', () => {
  test.each<[query: string, codes: string[]]>([
    // Tickers, codes, names, networks.
    ['btc', ['BTC']],
    ['BTC', ['BTC']],
    ['usdt', ALL_USDT],
    ['usd', [...ALL_USDT, 'USDCERC20']],
    ['ton', ['TON', 'USDTTON']],
    ['tron', ['TRX', 'USDTTRC20']],
    ['bitcoin', ['BTC', 'BCH']],
    ['bitcoin cash', ['BCH']],
    ['cash', ['CASHRUB', 'BCH']],
    ['sberbank', ['SBERRUB']],
    ['tinkoff', ['TCSBRUB']],
    ['erc20', ['USDTERC20', 'USDCERC20']],
    ['rub', [...BANKS, 'SBPRUB', 'CASHRUB']],
    // Russian names, slang, former names.
    ['биткоин', ['BTC', 'BCH']],
    ['биток', ['BTC']],
    ['эфир', ['ETH']],
    ['монеро', ['XMR']],
    ['тезер', ALL_USDT],
    ['усдт', ALL_USDT],
    ['рипл', ['XRP']],
    ['сбер', ['SBERRUB']],
    ['зелёный банк', ['SBERRUB']],
    ['зеленый', ['SBERRUB']],
    ['тинькофф', ['TCSBRUB']],
    ['тинь', ['TCSBRUB']],
    ['тбанк', ['TCSBRUB']],
    ['т-банк', ['TCSBRUB']],
    ['т банк', ['TCSBRUB']],
    ['альфа', ['ACRUB']],
    ['сбп', ['SBPRUB']],
    ['нал', ['CASHRUB']],
    ['рубль', [...BANKS, 'SBPRUB', 'CASHRUB']],
    ['карта', BANKS],
    // Several words in any order.
    ['usdt trc20', ['USDTTRC20']],
    ['trc20 usdt', ['USDTTRC20']],
    ['тезер трон', ['USDTTRC20']],
    ['сбер рубль', ['SBERRUB']],
    ['рубли сбер', ['SBERRUB']],
    // The other keyboard layout.
    ['иес', ['BTC']],
    ['гывс', ['USDCERC20']],
    ['гыве', ALL_USDT],
    ['ыиук', ['SBERRUB']],
    ['cth', []],
    ['c,th', ['SBERRUB']],
    [',bnrjby', ['BTC', 'BCH']],
    ["'abh", ['ETH']],
    ['nbymrjaa', ['TCSBRUB']],
    // One typing error in a word.
    ['биткойн', ['BTC', 'BCH']],
    ['битконн', ['BTC', 'BCH']],
    ['bitcion', ['BTC', 'BCH']],
    ['бикто', ['BTC', 'BCH']],
    ['сбербнак', ['SBERRUB']],
    ['тиньков', ['TCSBRUB']],
    ['монера', ['XMR']],
    ['tehter', ALL_USDT],
    ['dogcoin', ['DOGE']],
    // Cities.
    ['москва', ['CASHRUB']],
    ['новосиб', ['CASHRUB']],
    ['спб', ['CASHRUB']],
    ['питер', ['CASHRUB']],
    ['наличные казань', ['CASHRUB']],
    // Nothing.
    ['qqq', []],
    ['ghbdtn', []],
    ['привет', []],
    ['кредит', []],
    ['xyz', []],
    ['usdt sber', []],
    ['btd', []],
    ['?!', []],
  ])('%s', (query, codes) => {
    expect(findCodes(query)).toEqual(codes);
  });
});

test('an empty query finds everything in display order', () => {
  expect(findCodes('  ')).toHaveLength(24);
});

test('no three letters find half of the catalogue', () => {
  const words = search('').flatMap(({ item }) => [
    item.code,
    item.name,
    ...item.aliases,
    ...(item.searchWords ?? []),
    ...item.cities.map(city => city.name),
  ]);
  const starts = new Set(words.flatMap(word => word.split(' ')).map(word => word.slice(0, 3)));
  expect(starts.size).toBeGreaterThan(60);
  const counts = [...starts].map(start => [start, findCodes(start).length] as const);
  expect(counts.filter(([, count]) => count > 6)).toEqual([]);
});

test.each([
  ['наличные', undefined],
  ['москва', 'MSK'],
  ['Санкт-Петербург', 'SPB'],
  ['питер', 'SPB'],
  ['нал екб', 'EKB'],
  ['нал к', undefined],
])('%s names the city %s', (query, city) => {
  expect(search(query)[0]?.city?.code).toBe(city);
});

test.each([
  ['usdt trc20', 'USDTTRC20'],
  ['сбер', 'SBERRUB'],
  ['тинькофф', 'TCSBRUB'],
  ['монеро', 'XMR'],
  ['иес', 'BTC'],
  ['сбербнак', 'SBERRUB'],
  ['москва', 'CASHRUB'],
])('finds %s also without search words', (query, code) => {
  expect(findCodes(query, searchWithoutWords)).toEqual([code]);
});
