import { expect, test } from 'vitest';
import { buildTransactionUrl, parseTransactionId } from '#core/claim/transaction.ts';
import { INITIAL_CURRENCIES } from '#server/exchange/catalogue/initialCatalogue.ts';

/** The first transaction between people on Bitcoin, and one of each other form. */
const BITCOIN_ID = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const TRANSACTION_IDS = [
  BITCOIN_ID,
  `0x${BITCOIN_ID}`,
  BITCOIN_ID.toUpperCase(),
  'sDEBS0YkiCVO0S8EWb3VnpkYlX1kCixRv7Nw2Id/sDs=',
  '5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXFSDwt8GFXM7W5Ncn16wmqokgpiKRLuS83KUxyZyv2sUYv',
];

test.each(TRANSACTION_IDS)('reads the transaction %s, also with an output', id => {
  expect(parseTransactionId(id)).toBe(id);
  expect(parseTransactionId(`${id}:1`)).toBe(id);
});

test.each([
  '',
  'demo',
  'test-A1B2C3',
  '40817810099910004312',
  BITCOIN_ID.slice(1),
  `${BITCOIN_ID}0`,
  'javascript:alert(1)',
])('reads none in %j', reference => expect(parseTransactionId(reference)).toBeNull());

test('every coin of the catalogue has an explorer', () => {
  for (const { kind, ticker, network, code } of INITIAL_CURRENCIES) {
    const url = buildTransactionUrl({ currency: ticker, network }, BITCOIN_ID);
    if (kind === 'crypto') expect(url, code).toMatch(new RegExp(`^https://[a-z.]+/.*${BITCOIN_ID}$`));
    else expect(url, code).toBeNull();
  }
});

test.each([
  ['BTC', null, `https://mempool.space/tx/${BITCOIN_ID}`],
  ['USDT', 'TRC20', `https://tronscan.org/#/transaction/${BITCOIN_ID}`],
  ['USDT', 'BEP20', `https://bscscan.com/tx/${BITCOIN_ID}`],
  // not the network of the coin with the same ticker
  ['BTC', 'Lightning', null],
  ['constructor', null, null],
])('links %s in the network %s', (currency, network, url) =>
  expect(buildTransactionUrl({ currency, network }, BITCOIN_ID)).toBe(url),
);

test('escapes a transaction in its link', () => {
  expect(buildTransactionUrl({ currency: 'TON', network: null }, 'a/b+c=')).toBe(
    'https://tonviewer.com/transaction/a%2Fb%2Bc%3D',
  );
});
