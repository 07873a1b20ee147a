import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { bech32 } from '@scure/base';
import { HDKey } from '@scure/bip32';
import type { AddressFormat } from '#core/contract/operator/requisites.ts';
import { encodeCashAddress } from '#core/exchange/requisites/bech32.ts';
import { validateAddress } from '#core/exchange/requisites/validateAddress.ts';
import { ADDRESS_PREFIXES, encodeHash } from './addressPrefixes.ts';

/** Encodes a compressed public key as an address. */
type AddressEncoder = (publicKey: Uint8Array) => string;

const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes));

const createKeyHashEncoder =
  (version: number): AddressEncoder =>
  key =>
    encodeHash(version, hash160(key));

/** The formats of a coin with segregated witness (BIP 44, 49 and 84). */
const createSegwitEncoders = ({ key, script, segwit }: { key: number; script: number; segwit: string }) => ({
  p2pkh: createKeyHashEncoder(key),
  'p2sh-p2wpkh': (publicKey: Uint8Array) =>
    encodeHash(script, hash160(Uint8Array.of(0, 20, ...hash160(publicKey)))),
  p2wpkh: (publicKey: Uint8Array) => bech32.encode(segwit, [0, ...bech32.toWords(hash160(publicKey))]),
});

/** The last 20 bytes of the hash of the key's coordinates: the account of Ethereum and of TRON. */
const toAccount = (key: Uint8Array) =>
  keccak_256(secp256k1.Point.fromBytes(key).toBytes(false).subarray(1)).subarray(-20);

const ethereum = { ethereum: (key: Uint8Array) => `0x${bytesToHex(toAccount(key))}` };

/** Encodes the 20 bytes of an account of TRON as its address. */
export const encodeTronAddress = (account: Uint8Array): string => encodeHash(0x41, account);

const tron = { tron: (key: Uint8Array) => encodeTronAddress(toAccount(key)) };

/** Currency code → its formats, the usual one of a plain `xpub` first. */
const encoders: Readonly<Record<string, Partial<Record<AddressFormat, AddressEncoder>>>> = {
  BTC: createSegwitEncoders(ADDRESS_PREFIXES.BTC),
  LTC: createSegwitEncoders(ADDRESS_PREFIXES.LTC),
  DOGE: { p2pkh: createKeyHashEncoder(ADDRESS_PREFIXES.DOGE.key) },
  DASH: { p2pkh: createKeyHashEncoder(ADDRESS_PREFIXES.DASH.key) },
  BCH: { cashaddr: (key: Uint8Array) => encodeCashAddress(hash160(key)) },
  ...Object.fromEntries(
    ['ETH', 'USDTERC20', 'USDCERC20', 'BNBBEP20', 'USDTBEP20'].map(code => [code, ethereum]),
  ),
  ...Object.fromEntries(['TRX', 'USDTTRC20'].map(code => [code, tron])),
};

/** Parsed chains by their keys. */
const chains = new Map<string, HDKey>();

/** Lists the formats of a currency; none if its addresses cannot be derived from a public key. */
export const listAddressFormats = (code: string): AddressFormat[] =>
  Object.keys(encoders[code] ?? {}) as AddressFormat[];

/**
 * Derives the address `index` (from 0) of a chain (`parseExtendedKey`) in the form that the exchange stores. The exchange's
 * own check of addresses must accept it, else it throws.
 */
export function deriveAddress(code: string, format: AddressFormat, chainKey: string, index: number): string {
  const chain = chains.get(chainKey) ?? HDKey.fromExtendedKey(chainKey);
  chains.set(chainKey, chain);
  const { publicKey } = chain.deriveChild(index);
  const address = publicKey && encoders[code]?.[format]?.(publicKey);
  const verdict = validateAddress(code, address ?? '');
  if (!verdict.ok) throw new Error(`${code} has no valid ${format} address ${index}: ${verdict.code}`);
  return verdict.value;
}
