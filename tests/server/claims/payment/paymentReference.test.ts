import { expect, test } from 'vitest';
import { normalizePaymentReference } from '#server/exchange/claims/payment/paymentReference.ts';

const HASH = 'F4184FC596403B9D638783CF57ADFE4C75C605F6356FBC91338530E9831E9E16';
const hash = HASH.toLowerCase();
const SOLANA_ID = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';

const coin = (ticker: string, network: string | null = null) => ({
  kind: 'crypto' as const,
  ticker,
  network,
});
const RUBLES = { kind: 'bank' as const, ticker: 'RUB', network: null };

test.each([
  [coin('BTC'), `${HASH}:1`, `${hash}:1`],
  [coin('BTC'), ` ${hash}:01\n`, `${hash}:1`],
  [coin('XRP'), `${hash}:0`, `${HASH}:0`],
  [coin('ETH'), `${hash}:3`, `0x${hash}:3`],
  [coin('USDT', 'ERC20'), `0x${HASH}:3`, `0x${hash}:3`],
  [coin('BNB', 'BEP20'), `${HASH}:0`, `0x${hash}:0`],
  [coin('USDT', 'TRC20'), `0x${hash}:0`, `${hash}:0`],
  [coin('TON'), `${Buffer.from(hash, 'hex').toString('base64')}:0`, `${hash}:0`],
  [coin('USDT', 'TON'), `${Buffer.from(hash, 'hex').toString('base64url')}=:0`, `${hash}:0`],
  [coin('SOL'), `${SOLANA_ID}:2`, `${SOLANA_ID}:2`],
  [coin('TON'), Buffer.from(hash, 'hex').toString('base64'), `${hash}:0`],
  [coin('USDT', 'TON'), HASH, `${hash}:0`],
  [coin('ETH'), HASH, `0x${hash}:0`],
  [coin('BNB', 'BEP20'), `0x${hash}`, `0x${hash}:0`],
  [coin('TRX'), hash, `${hash}:0`],
  [coin('XRP'), hash, `${HASH}:0`],
  [RUBLES, '  a123   b4 ', 'A123 B4'],
  [RUBLES, `${hash}`, HASH],
])('%o %s is %s', (currency, text, expected) => {
  expect(normalizePaymentReference(text, currency)).toBe(expected);
});

test.each([
  [coin('BTC'), hash],
  [coin('USDT', 'ERC20'), hash],
  [coin('USDT', 'TRC20'), hash],
  [coin('SOL'), SOLANA_ID],
  [coin('TON'), `${hash}:`],
  [coin('BTC'), `${hash}:`],
  [coin('BTC'), `${hash}:-1`],
  [coin('BTC'), `${hash}:1234567890`],
  [coin('BTC'), `${hash.slice(1)}:0`],
  [coin('BTC'), `${hash}:0:1`],
  [coin('SOL'), 'payment:1'],
  [RUBLES, '   '],
  [RUBLES, 'x'.repeat(201)],
])('%o %s is none', (currency, text) => {
  expect(normalizePaymentReference(text, currency)).toBeNull();
});
