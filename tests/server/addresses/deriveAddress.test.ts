import { pbkdf2Sync } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import type { AddressFormat } from '#core/contract/operator/requisites.ts';
import { looksLikeExtendedKey } from '#core/exchange/requisites/looksLikeExtendedKey.ts';
import { deriveAddress, listAddressFormats } from '#server/exchange/requisites/deriveAddress.ts';
import { parseExtendedKey, type KeyRefusal } from '#server/exchange/requisites/extendedKey.ts';

/** The mnemonic of the test vectors of BIP 49 and BIP 84, with which wallets publish their addresses, too. */
const MNEMONIC = `${'abandon '.repeat(11)}about`;
const master = HDKey.fromMasterSeed(pbkdf2Sync(MNEMONIC, 'mnemonic', 2048, 64, 'sha512'));

const deriveXpub = (path: string) => master.derive(path).publicExtendedKey;

function parseChainKey(text: string): string {
  const verdict = parseExtendedKey('LTC', text);
  if (!verdict.ok) throw new Error(verdict.reason);
  return verdict.chainKey;
}

test('the keys of BIP 44, 49 and 84 are those of the published vectors', () => {
  expect(deriveXpub("m/44'/0'/0'")).toBe(
    'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj',
  );
  const zpub =
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
  expect(parseChainKey(zpub)).toBe(parseChainKey(deriveXpub("m/84'/0'/0'")));
  const ypub =
    'ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxoJwW7Ke7icmizBMXrzBx9979FfaHxHcrArf3zbeJJJUZPf663zsP';
  expect(parseChainKey(ypub)).toBe(parseChainKey(deriveXpub("m/49'/0'/0'")));
});

test.each<[code: string, format: AddressFormat, path: string, address: string]>([
  ['BTC', 'p2pkh', "m/44'/0'/0'", '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA'],
  ['BTC', 'p2sh-p2wpkh', "m/49'/0'/0'", '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf'],
  ['BTC', 'p2wpkh', "m/84'/0'/0'", 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ['LTC', 'p2pkh', "m/44'/2'/0'", 'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez'],
  ['LTC', 'p2wpkh', "m/84'/2'/0'", 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'],
  ['DOGE', 'p2pkh', "m/44'/3'/0'", 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC'],
  ['DASH', 'p2pkh', "m/44'/5'/0'", 'XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5'],
  ['BCH', 'cashaddr', "m/44'/145'/0'", 'bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6'],
  ['ETH', 'ethereum', "m/44'/60'/0'", '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  ['USDTBEP20', 'ethereum', "m/44'/60'/0'", '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  ['USDTTRC20', 'tron', "m/44'/195'/0'", 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
])('derives the first address of %s as %s', (code, format, path, address) => {
  expect(listAddressFormats(code)).toContain(format);
  expect(deriveAddress(code, format, parseChainKey(deriveXpub(path)), 0)).toBe(address);
});

test('derives further addresses, and the same ones from an account and from its receiving chain', () => {
  const chainKey = parseChainKey(deriveXpub("m/84'/0'/0'"));
  expect(deriveAddress('BTC', 'p2wpkh', chainKey, 1)).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g');
  expect(parseChainKey(deriveXpub("m/84'/0'/0'/0"))).toBe(chainKey);
  const last = deriveAddress('BTC', 'p2wpkh', chainKey, 2 ** 31 - 1);
  expect(last).toMatch(/^bc1q/);
  expect(() => deriveAddress('BTC', 'p2wpkh', chainKey, 2 ** 31)).toThrow();
  expect(() => deriveAddress('BTC', 'tron', chainKey, 0)).toThrow('BTC has no valid tron address 0');
});

test.each(['XMR', 'XRP', 'TON', 'SOL', 'ADA', 'SBERRUB', 'constructor'])(
  '%s has no derived addresses',
  code => {
    expect(listAddressFormats(code)).toEqual([]);
  },
);

const withVersions = (publicVersion: number, privateVersion: number) =>
  HDKey.fromMasterSeed(new Uint8Array(32).fill(7), { public: publicVersion, private: privateVersion });

test.each<[name: string, code: string, text: string, reason: string, refusal: Partial<KeyRefusal>]>([
  [
    'a private key',
    'BTC',
    master.privateExtendedKey,
    'private key (xprv)',
    { code: 'key_private', data: { key: 'xprv' } },
  ],
  [
    'the private key of a test network',
    'BTC',
    withVersions(0x043587cf, 0x04358394).privateExtendedKey,
    'private key (tprv)',
    { code: 'key_private', data: { key: 'tprv' } },
  ],
  [
    'a private key of an unknown network',
    'BTC',
    withVersions(0x01020304, 0x05060708).privateExtendedKey,
    'private key',
    { code: 'key_private' },
  ],
  [
    'a test network',
    'BTC',
    withVersions(0x043587cf, 0x04358394).publicExtendedKey,
    '(tpub) is of a test network',
    { code: 'key_test', data: { key: 'tpub' } },
  ],
  [
    'several signers',
    'BTC',
    withVersions(0x02aa7ed3, 0x02aa7a99).publicExtendedKey,
    '(Zpub) is of a wallet with several signers',
    { code: 'key_shared', data: { key: 'Zpub' } },
  ],
  [
    'another network',
    'BTC',
    withVersions(0x02facafd, 0x02fac398).publicExtendedKey,
    '(dgub) is of DOGE, not of BTC',
    { code: 'key_network', data: { key: 'dgub', network: 'DOGE', expected: 'BTC' } },
  ],
  [
    'another network',
    'ETH',
    withVersions(0x04b24746, 0x04b2430c).publicExtendedKey,
    '(zpub) is of BTC or LTC, not of ETH',
    { code: 'key_network', data: { key: 'zpub', network: 'BTC, LTC', expected: 'ETH' } },
  ],
  [
    'an unknown network',
    'BTC',
    withVersions(0x01020304, 0x05060708).publicExtendedKey,
    'no network',
    { code: 'key_unknown' },
  ],
  [
    'a mistyped key',
    'BTC',
    `${master.publicExtendedKey.slice(0, -1)}1`,
    'mistyped',
    { code: 'key_checksum' },
  ],
])('refuses %s and never repeats it', (_, code, text, reason, refusal) => {
  const verdict = parseExtendedKey(code, text);
  expect(verdict).toEqual({
    ok: false,
    reason: expect.stringContaining(reason) as string,
    data: {},
    ...refusal,
  });
  expect(JSON.stringify(verdict)).not.toContain(text.slice(8, 40));
  expect(looksLikeExtendedKey(` ${text}\n`)).toBe(true);
});

test('no address looks like an extended key', () => {
  for (const text of ['', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', '4'.repeat(95), '0'.repeat(111)])
    expect(looksLikeExtendedKey(text), text).toBe(false);
});
