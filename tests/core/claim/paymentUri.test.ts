import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildPaymentUri, UNPAYABLE_ADDRESS_SUFFIX } from '#core/claim/paymentUri.ts';
import { decimalToUnits, unitsToDecimal } from '#core/exchange/amount.ts';
import { INITIAL_CURRENCIES } from '#server/exchange/catalogue/initialCatalogue.ts';
import { PUBLISHED_ADDRESSES } from '../support/publishedAddresses.ts';

const ETH_ADDRESS = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const TON_ADDRESS = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2';
const XRP_ADDRESS = 'rPdvC6ccq8hCdPKSPJkPmyZ4Mi1oG2FFkT';
const MONERO_ADDRESS =
  '46BeWrHpwXmHDpDEUmZBWZfoQpdc6HaERCNmx1pEYL2rAcuwufPN9rXHHtyUA4QVy66qeFQkn6sfK8aHYjA3jk3o1Bv16em';

const build = (code: string, address: string, amount: string, memo: string | null = null) =>
  buildPaymentUri(code, {
    value: address,
    amount,
    memo: memo === null ? null : { label: 'Тег', value: memo },
  });

describe('builds the URI of', () => {
  test.each([
    // BIP 21, without its label
    [
      'BTC',
      '175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W',
      '20.30000000',
      'bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=20.3',
    ],
    [
      'BTC',
      '175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W',
      '50.00000000',
      'bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=50',
    ],
    [
      'LTC',
      'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
      '0.30000001',
      'litecoin:LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1?amount=0.30000001',
    ],
    // the stored form of a CashAddr, and the form without its prefix
    [
      'BCH',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      '1.1',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?amount=1.1',
    ],
    [
      'BCH',
      'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      '1.1',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?amount=1.1',
    ],
    [
      'DOGE',
      'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L',
      '150',
      'dogecoin:DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L?amount=150',
    ],
    [
      'DASH',
      'XpESxaUmonkq8RaLLp46Brx2K39ggQe226',
      '1.5',
      'dash:XpESxaUmonkq8RaLLp46Brx2K39ggQe226?amount=1.5',
    ],
    // Monero's URI scheme
    ['XMR', MONERO_ADDRESS, '239.39014', `monero:${MONERO_ADDRESS}?tx_amount=239.39014`],
    // ERC-681, with the number written out
    ['ETH', ETH_ADDRESS, '2.01400000', `ethereum:${ETH_ADDRESS}@1?value=2014000000000000000`],
    // Solana Pay
    [
      'SOL',
      'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN',
      '0.01000000',
      'solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN?amount=0.01',
    ],
    // CIP-13
    [
      'ADA',
      'Ae2tdPwUPEZ76BjmWDTS7poTekAvNqBjgfthF92pSLSDVpRVnLP7meaFhVd',
      '40.500000',
      'web+cardano:Ae2tdPwUPEZ76BjmWDTS7poTekAvNqBjgfthF92pSLSDVpRVnLP7meaFhVd?amount=40.5',
    ],
  ])('%s %s %s', (code, address, amount, uri) => expect(build(code, address, amount)).toBe(uri));

  test.each([
    [
      'TON',
      TON_ADDRESS,
      '10.5',
      'RZ 7&?',
      `ton://transfer/${TON_ADDRESS}?amount=10500000000&text=RZ%207%26%3F`,
    ],
    ['TON', TON_ADDRESS, '1', null, `ton://transfer/${TON_ADDRESS}?amount=1000000000`],
    [
      'USDTTON',
      TON_ADDRESS,
      '30.00',
      'A1B2',
      `ton://transfer/${TON_ADDRESS}?jetton=EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs&amount=30000000&text=A1B2`,
    ],
    ['XRP', XRP_ADDRESS, '30.000000', '123', `ripple:${XRP_ADDRESS}?dt=123&amount=30`],
    ['XRP', XRP_ADDRESS, '30.5', '4294967295', `ripple:${XRP_ADDRESS}?dt=4294967295&amount=30.5`],
    ['XRP', XRP_ADDRESS, '30', null, `ripple:${XRP_ADDRESS}?amount=30`],
  ])('%s %s %s with the memo %s', (code, address, amount, memo, uri) =>
    expect(build(code, address, amount, memo)).toBe(uri),
  );
});

describe('builds none', () => {
  test('for TRON, whose wallets read only an address, and for an unknown currency', () => {
    const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    for (const code of ['TRX', 'USDTTRC20', 'SBERRUB', 'constructor', ''])
      expect(build(code, address, '50')).toBeNull();
  });

  test('where a wallet may send to the contract, or in another network', () => {
    for (const code of ['USDTERC20', 'USDCERC20', 'USDTBEP20', 'BNBBEP20'])
      expect(build(code, ETH_ADDRESS, '50'), code).toBeNull();
  });

  test('where it would lose the memo', () => {
    for (const { code } of INITIAL_CURRENCIES) {
      const uri = build(code, 'x'.repeat(34), '1', '77');
      expect(uri === null || /[?&](dt|text)=77(&|$)/.test(uri), code).toBe(true);
    }
    for (const tag of ['4294967296', '-1', '1.5', 'комментарий', ''])
      expect(build('XRP', XRP_ADDRESS, '30', tag)).toBeNull();
  });

  test('for more decimals than the network has', () => {
    expect(build('BTC', '175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W', '0.000000001')).toBeNull();
    expect(build('USDTTON', TON_ADDRESS, '1.0000001')).toBeNull();
    expect(build('TON', TON_ADDRESS, '1.0000000001')).toBeNull();
    expect(build('XRP', XRP_ADDRESS, '1.0000001')).toBeNull();
    expect(build('USDTTON', TON_ADDRESS, '1.00000000')).toContain('amount=1000000');
  });

  test('for a demonstration address, and for text that would change the URI', () => {
    expect(build('BTC', `DEMO-BTC-A${UNPAYABLE_ADDRESS_SUFFIX}`, '1')).toBeNull();
    for (const address of ['a?amount=9', 'a&b', 'a b', 'a#b', 'адрес', ''])
      expect(build('BTC', address, '1'), address).toBeNull();
  });
});

/** Coins whose QR code holds the address alone. */
const WITHOUT_URI = new Set(['TRX', 'USDTTRC20', 'USDTERC20', 'USDTBEP20', 'USDCERC20', 'BNBBEP20']);

/** Where the amount of a URI is, and the decimals of its unit (0: a decimal number). */
const AMOUNTS: Readonly<Record<string, [pattern: RegExp, decimals: number]>> = {
  XMR: [/tx_amount=([\d.]+)$/, 0],
  ETH: [/value=(\d+)$/, 18],
  TON: [/amount=(\d+)$/, 9],
  USDTTON: [/amount=(\d+)$/, 6],
};

test('every URI holds exactly the amount, in any currency of the catalogue', () => {
  for (const { code, decimals, kind } of INITIAL_CURRENCIES) {
    if (kind !== 'crypto' || WITHOUT_URI.has(code)) continue;
    const address = PUBLISHED_ADDRESSES[code]?.[0] ?? ETH_ADDRESS;
    const [pattern, unitDecimals] = AMOUNTS[code] ?? [/amount=([\d.]+)$/, 0];
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n }), units => {
        const amount = unitsToDecimal(units, decimals);
        const found = pattern.exec(build(code, address, amount) ?? '')?.[1] ?? 'none';
        const decimal = unitDecimals === 0 ? found : unitsToDecimal(BigInt(found), unitDecimals);
        // 18 decimals are enough for every currency; more would be rounded.
        expect(decimalToUnits(decimal, 18), code).toBe(decimalToUnits(amount, 18));
      }),
      { numRuns: 40 },
    );
  }
});
