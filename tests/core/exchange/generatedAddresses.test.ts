import { base58, base58xmr, base58xrp, base64url, bech32, bech32m } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import * as fc from 'fast-check';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { validateAddress } from '#core/exchange/requisites/validateAddress.ts';
import { PUBLISHED_ADDRESSES } from '../support/publishedAddresses.ts';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Replaces a character by another one of the alphabet. */
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
    // Calculates the CRC bit by bit as a polynomial division, unlike the code under test.
    let rest = 0n;
    for (const byte of [...body, 0, 0]) rest = (rest << 8n) | BigInt(byte);
    for (let bit = 36n * 8n - 1n; bit >= 16n; bit--) if ((rest >> bit) & 1n) rest ^= 0x11021n << (bit - 16n);
    return base64url.encode(Uint8Array.of(...body, Number(rest >> 8n), Number(rest & 255n)));
  });
}

/** Generated addresses of every kind with a checksum: currency, generator, alphabet. */
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
        const validated = validateAddress('ETH', `0x${Buffer.from(raw).toString('hex')}`);
        if (!validated.ok) throw new Error(validated.code);
        const letter = validated.value[at + 2] ?? '';
        const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
        const text = validated.value.slice(0, at + 2) + flipped + validated.value.slice(at + 3);
        const hex = text.slice(2);
        fc.pre(flipped !== letter && hex !== hex.toLowerCase() && hex !== hex.toUpperCase());
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
  /** False also if the validator throws, as it does for Monero text that it cannot decode. */
  function oracle(text: string, code: string): boolean {
    try {
      return validate(text, code.toLowerCase());
    } catch {
      return false;
    }
  }
  // The validator has other rules for bech32m, Byron, legacy BCH and Solana addresses.
  const kinds = GENERATED_ADDRESSES.filter(([, , alphabet]) => alphabet === BASE58);

  test.each(kinds)('%s', (home, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, fc.boolean(), fc.nat(200), fc.nat(100), (generated, hasTypo, at, pick) => {
        const text = hasTypo ? replaceCharacter(generated, at, pick, BASE58) : generated;
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
