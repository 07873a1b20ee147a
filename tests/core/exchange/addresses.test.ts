import { base58, base58xmr, base58xrp, base64url, bech32, bech32m } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import * as fc from 'fast-check';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { validateAddress } from '#core/exchange/requisites/validateAddress.ts';
import { PUBLISHED_ADDRESSES } from '../support/publishedAddresses.ts';

describe('published addresses', () => {
  test.each(
    Object.entries(PUBLISHED_ADDRESSES).flatMap(([code, list]) => list.map(text => [code, text] as const)),
  )('%s takes %s as it is', (code, text) =>
    expect(validateAddress(code, text)).toEqual({ ok: true, value: text }),
  );

  test('Solana has no checksum and asks to look again', () => {
    for (const text of [
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'So11111111111111111111111111111111111111112',
    ])
      expect(validateAddress('SOL', text)).toEqual({ ok: true, value: text, note: { code: 'check_again' } });
    expect(validateAddress('SOL', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5')).toEqual({
      ok: false,
      code: 'format',
    });
  });

  test('every token code reads the addresses of its network, in any case of the code', () => {
    const shared = {
      TRX: ['USDTTRC20'],
      TON: ['USDTTON'],
      ETH: ['USDTERC20', 'USDCERC20', 'USDTBEP20', 'bnbbep20'],
    };
    for (const [code, others] of Object.entries(shared))
      for (const other of others)
        for (const text of PUBLISHED_ADDRESSES[code] ?? [])
          expect(validateAddress(other, text)).toEqual({ ok: true, value: text });
  });
});

describe('normalizes to the stored form', () => {
  test.each([
    ['BTC', ' BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4\n', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    [
      'BCH',
      'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    ],
    [
      'BCH',
      'BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    ],
    ['ETH', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['ETH', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    [
      'TON',
      'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id/sDs',
      'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
    ],
  ])('%s %s → %s', (code, text, value) => expect(validateAddress(code, text)).toEqual({ ok: true, value }));
});

describe('refuses with a reason', () => {
  test.each([
    // BIP 350, "invalid segwit addresses", and two of BIP 173
    ['BTC', 'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut', 'format'],
    ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'checksum'],
    ['BTC', 'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', 'checksum'],
    ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'checksum'],
    ['BTC', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', 'format'],
    ['BTC', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'format'],
    ['BTC', 'bc1pw5dgrnzv', 'format'],
    ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav', 'format'],
    ['BTC', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'format'],
    ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', 'format'],
    ['BTC', 'bc1gmk9yu', 'format'],
    ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum'],
    ['BTC', 'bc1qw508D6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'format'],
    // test networks
    ['BTC', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'testnet'],
    ['BTC', 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c', 'testnet'],
    ['BTC', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'testnet'],
    ['BCH', 'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t', 'testnet'],
    ['BCH', 'pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t', 'testnet'],
    ['XRP', 'T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ', 'testnet'],
    ['TON', 'kf/8uRo6OBbQ97jCx2EIuKm8Wmt6Vb15+KsQHFLbKSMiYIny', 'testnet'],
    [
      'ADA',
      'addr_test1qz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs68faae',
      'testnet',
    ],
    // forms that carry something else
    ['XRP', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', 'x_address'],
    ['TON', '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe', 'raw_address'],
    ['ADA', 'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw', 'stake_address'],
    // CashAddr: another prefix, a 24-byte hash that nothing can be paid to, mixed case
    ['BCH', 'pref:pr6m7j9njldwwzlg9v7v53unlr4jkmx6ey65nvtks5', 'format'],
    ['BCH', 'bitcoincash:q9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2ws4mr9g0', 'format'],
    ['BCH', 'bitcoincash:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A', 'format'],
    ['BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q', 'checksum'],
    ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'checksum'],
    ['ETH', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'format'],
    ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'format'],
    ['TON', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDt', 'checksum'],
    ['TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'checksum'],
    ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTt', 'checksum'],
    ['BTC', '', 'empty'],
    ['BTC', ' \u00a0', 'empty'],
    ['BTC', 'мой кошелёк', 'format'],
    ['SBERRUB', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'unsupported'],
    ['constructor', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'unsupported'],
  ])('%s %s: %s', (code, text, reason) =>
    expect(validateAddress(code, text)).toEqual({ ok: false, code: reason }),
  );

  test('refuses an overlong text without decoding it', () => {
    expect(validateAddress('BTC', '1'.repeat(1_000_000))).toEqual({ ok: false, code: 'too_long', max: 120 });
  });
});

describe('names both networks for an address of another network', () => {
  test.each([
    ['USDTERC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TRC20', 'ERC20'],
    ['USDTTRC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'ERC20/BEP20', 'TRC20'],
    ['USDTBEP20', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', 'TON', 'BEP20'],
    ['LTC', '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', 'BTC', 'LTC'],
    ['BCH', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'BTC', 'BCH'],
    ['BTC', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'LTC', 'BTC'],
    ['TON', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'SOL', 'TON'],
  ])('%s given %s', (code, text, network, expected) =>
    expect(validateAddress(code, text)).toEqual({ ok: false, code: 'other_network', network, expected }),
  );

  test('accepts no published address in a field of another network', () => {
    for (const [home, list] of Object.entries(PUBLISHED_ADDRESSES))
      for (const text of list)
        for (const code of Object.keys(PUBLISHED_ADDRESSES).filter(other => other !== home))
          expect(validateAddress(code, text), `${home} ${text} in ${code}`).toMatchObject({
            code: 'other_network',
          });
  });
});

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The text with the character at `at` replaced by another one of the alphabet. */
function replaceCharacter(text: string, index: number, choice: number, alphabet: string): string {
  const i = index % text.length;
  const others = [...alphabet].filter(c => c !== text[i]);
  return text.slice(0, i) + (others[choice % others.length] ?? '') + text.slice(i + 1);
}

const byteArrays = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });
const appendChecksum = (body: Uint8Array, hash: (b: Uint8Array) => Uint8Array) =>
  Uint8Array.of(...body, ...hash(body).subarray(0, 4));
const doubleSha256 = (body: Uint8Array) => sha256(sha256(body));

function base58CheckAddresses(version: number) {
  return byteArrays(20).map(hash =>
    base58.encode(appendChecksum(Uint8Array.of(version, ...hash), doubleSha256)),
  );
}

function tonAddresses(flags: number) {
  return byteArrays(32).map(hash => {
    const body = Uint8Array.of(flags, 0, ...hash);
    // Bit by bit as a polynomial division, unlike the code under test.
    let rest = 0n;
    for (const byte of [...body, 0, 0]) rest = (rest << 8n) | BigInt(byte);
    for (let bit = 36n * 8n - 1n; bit >= 16n; bit--) if ((rest >> bit) & 1n) rest ^= 0x11021n << (bit - 16n);
    return base64url.encode(Uint8Array.of(...body, Number(rest >> 8n), Number(rest & 255n)));
  });
}

/** Made-up addresses of every checksummed kind: currency, generator, alphabet. */
const GENERATED_ADDRESSES: readonly (readonly [string, fc.Arbitrary<string>, string])[] = [
  ['BTC', fc.oneof(base58CheckAddresses(0x00), base58CheckAddresses(0x05)), BASE58],
  ['BTC', byteArrays(20).map(hash => bech32.encode('bc', [0, ...bech32.toWords(hash)])), BECH32],
  ['BTC', byteArrays(32).map(hash => bech32m.encode('bc', [1, ...bech32.toWords(hash)])), BECH32],
  ['LTC', fc.oneof(base58CheckAddresses(0x30), base58CheckAddresses(0x32)), BASE58],
  ['LTC', byteArrays(32).map(hash => bech32.encode('ltc', [0, ...bech32.toWords(hash)])), BECH32],
  ['BCH', fc.constantFrom(...(PUBLISHED_ADDRESSES.BCH ?? [])), BECH32],
  ['DOGE', fc.oneof(base58CheckAddresses(0x1e), base58CheckAddresses(0x16)), BASE58],
  ['DASH', fc.oneof(base58CheckAddresses(0x4c), base58CheckAddresses(0x10)), BASE58],
  ['TRX', base58CheckAddresses(0x41), BASE58],
  [
    'XRP',
    byteArrays(20).map(hash => base58xrp.encode(appendChecksum(Uint8Array.of(0, ...hash), doubleSha256))),
    BASE58,
  ],
  ['TON', fc.oneof(tonAddresses(0x11), tonAddresses(0x51)), BASE64],
  [
    'ADA',
    byteArrays(56).map(h => bech32.encode('addr', bech32.toWords(Uint8Array.of(0x01, ...h)), false)),
    BECH32,
  ],
  [
    'ADA',
    byteArrays(28).map(h => bech32.encode('addr', bech32.toWords(Uint8Array.of(0x61, ...h)), false)),
    BECH32,
  ],
  [
    'XMR',
    byteArrays(64).map(keys => base58xmr.encode(appendChecksum(Uint8Array.of(18, ...keys), keccak_256))),
    BASE58,
  ],
  [
    'XMR',
    byteArrays(72).map(keys => base58xmr.encode(appendChecksum(Uint8Array.of(19, ...keys), keccak_256))),
    BASE58,
  ],
];

describe('generated addresses', () => {
  test.each(GENERATED_ADDRESSES)(
    '%s: accepts a generated address and refuses one changed character',
    (code, arbitrary, alphabet) => {
      fc.assert(
        fc.property(arbitrary, fc.nat(200), fc.nat(100), (text, at, pick) => {
          expect(validateAddress(code, text)).toEqual({ ok: true, value: text });
          expect(validateAddress(code, replaceCharacter(text, at, pick, alphabet)).ok).toBe(false);
        }),
        { numRuns: 150 },
      );
    },
  );

  test('EIP-55: a letter in the wrong case is refused', () => {
    fc.assert(
      fc.property(byteArrays(20), fc.nat(39), (raw, at) => {
        const made = validateAddress('ETH', `0x${Buffer.from(raw).toString('hex')}`);
        if (!made.ok) throw new Error(made.code);
        const letter = made.value[at + 2] ?? '';
        const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
        const text = made.value.slice(0, at + 2) + other + made.value.slice(at + 3);
        const hex = text.slice(2);
        fc.pre(other !== letter && hex !== hex.toLowerCase() && hex !== hex.toUpperCase());
        expect(validateAddress('ETH', text)).toEqual({ ok: false, code: 'checksum' });
      }),
    );
  });

  test('returns a result for any text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(PUBLISHED_ADDRESSES), 'SOL'),
        fc.string({ unit: 'binary' }),
        (code, text) => {
          expect(typeof validateAddress(code, text).ok).toBe('boolean');
        },
      ),
    );
  });
});

test.each([
  ['BTC', 0x6f],
  ['BTC', 0xc4],
  ['LTC', 0x6f],
  ['LTC', 0x3a],
  ['DOGE', 0x71],
  ['DASH', 0x8c],
])('%s refuses its test network, version %i', (code, version) => {
  const [text = ''] = fc.sample(base58CheckAddresses(version), { numRuns: 1, seed: 7 });
  expect(validateAddress(code, text)).toEqual({ ok: false, code: 'testnet' });
});

test.each([53, 54, 63, 24, 25, 36])('XMR refuses its test networks, prefix %i', prefix => {
  const keys = new Uint8Array(prefix === 54 || prefix === 25 ? 72 : 64).fill(9);
  const text = base58xmr.encode(appendChecksum(Uint8Array.of(prefix, ...keys), keccak_256));
  expect(validateAddress('XMR', text)).toEqual({ ok: false, code: 'testnet' });
});

describe('an independent validator agrees', () => {
  const { validate } = createRequire(import.meta.url)('multicoin-address-validator') as {
    validate: (text: string, currency: string) => boolean;
  };
  /** It throws on some Monero text that it cannot decode: a refusal all the same. */
  function oracle(text: string, code: string): boolean {
    try {
      return validate(text, code.toLowerCase());
    } catch {
      return false;
    }
  }
  // Where it follows other rules it is not asked: bech32m, Byron and legacy BCH addresses, lengths of Solana.
  const kinds = GENERATED_ADDRESSES.filter(([, , alphabet]) => alphabet === BASE58);

  test.each(kinds)('%s', (home, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, fc.boolean(), fc.nat(200), fc.nat(100), (made, typo, at, pick) => {
        const text = typo ? replaceCharacter(made, at, pick, BASE58) : made;
        for (const code of ['BTC', 'LTC', 'DOGE', 'DASH', 'TRX', 'XRP', 'XMR', 'ETH'])
          expect(validateAddress(code, text).ok, `${home} ${text} in ${code}`).toBe(oracle(text, code));
      }),
      { numRuns: 60 },
    );
  });

  test('EIP-55', () => {
    fc.assert(
      fc.property(
        byteArrays(20),
        fc.constantFrom('lower', 'upper', 'mixed'),
        fc.nat(39),
        (raw, shape, at) => {
          const lower = Buffer.from(raw).toString('hex');
          const flipped = lower.slice(0, at) + (lower[at] ?? '').toUpperCase() + lower.slice(at + 1);
          const text = `0x${shape === 'lower' ? lower : shape === 'upper' ? lower.toUpperCase() : flipped}`;
          expect(validateAddress('ETH', text).ok, text).toBe(oracle(text, 'ETH'));
        },
      ),
    );
  });
});
