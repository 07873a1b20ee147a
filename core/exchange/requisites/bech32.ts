import { bech32, bech32m } from '@scure/base';
import { refuseAddress } from './base58.ts';
import type { AddressValidator } from './base58.ts';

const BECH32_ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** Whether the text is an address with this prefix apart from its checksum: one case, valid characters. */
function looksLikeAddress(text: string, prefix: string): boolean {
  const lower = text.toLowerCase();
  const isSingleCase = text === lower || text === text.toUpperCase();
  return (
    isSingleCase &&
    lower.startsWith(prefix) &&
    [...lower].slice(prefix.length).every(c => BECH32_ALPHABET.includes(c))
  );
}

/** Segregated witness: bech32 for version 0 (BIP 173), bech32m for versions 1 to 16 (BIP 350). */
export function createSegwitValidator(prefix: string, testnet: readonly string[]): AddressValidator {
  return text => {
    const version0 = bech32.decodeUnsafe(text);
    const decoded = version0 ?? bech32m.decodeUnsafe(text);
    if (!decoded) return refuseAddress(looksLikeAddress(text, `${prefix}1`) ? 'checksum' : 'format');
    if (testnet.includes(decoded.prefix)) return refuseAddress('testnet');
    const [version, ...words] = decoded.words;
    if (decoded.prefix !== prefix || version === undefined || version > 16) return refuseAddress('format');
    if ((version === 0) !== Boolean(version0)) return refuseAddress('checksum');
    const size = bech32.fromWordsUnsafe(words)?.length ?? 0;
    const hasValidLength = version === 0 ? size === 20 || size === 32 : size >= 2 && size <= 40;
    return hasValidLength ? { ok: true, value: text.toLowerCase() } : refuseAddress('format');
  };
}

/**
 * Cardano Shelley addresses (CIP 19): a header with kind and network, then one or two 28-byte hashes, or a pointer.
 * Byron addresses (Ae2…, DdzFF…) are refused: they are not bech32.
 */
export const validateCardanoAddress: AddressValidator = text => {
  const decoded = bech32.decodeUnsafe(text, false);
  if (!decoded) return refuseAddress(looksLikeAddress(text, 'addr1') ? 'checksum' : 'format');
  if (decoded.prefix === 'stake') return refuseAddress('stake_address');
  if (decoded.prefix === 'addr_test') return refuseAddress('testnet');
  const bytes = bech32.fromWordsUnsafe(decoded.words);
  if (decoded.prefix !== 'addr' || !bytes) return refuseAddress('format');
  const header = bytes[0] ?? 0;
  const kind = header >> 4;
  if ((header & 15) !== 1) return refuseAddress((header & 15) === 0 ? 'testnet' : 'format');
  const isPointer = bytes.length > 31 && bytes.length < 57;
  const hasValidLength =
    kind <= 3
      ? bytes.length === 57
      : kind <= 5
        ? isPointer
        : (kind === 6 || kind === 7) && bytes.length === 29;
  return hasValidLength ? { ok: true, value: text.toLowerCase() } : refuseAddress('format');
};

const CASHADDR_GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

/** The 40-bit BCH code of the CashAddr specification; zero if payload and prefix match. */
function cashAddrChecksum(prefix: string, words: readonly number[]): bigint {
  let sum = 1n;
  for (const word of [...[...prefix].map(c => c.charCodeAt(0) & 31), 0, ...words]) {
    const top = sum >> 35n;
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word);
    CASHADDR_GENERATORS.forEach((generator, bit) => {
      if ((top >> BigInt(bit)) & 1n) sum ^= generator;
    });
  }
  return sum ^ 1n;
}

/** Version bytes of Bitcoin Cash: the hash of a public key (20 bytes), and of a script (20 or 32 bytes). */
export const CASHADDR_VERSIONS = { key: 0x00, script20: 0x08, script32: 0x0b } as const;

/** Payable CashAddr version bytes and their hash lengths: key, script, and their token-aware variants. */
const CASHADDR_HASH_LENGTHS = new Map<number, number>([
  [CASHADDR_VERSIONS.key, 20],
  [CASHADDR_VERSIONS.script20, 20],
  [CASHADDR_VERSIONS.script32, 32],
  [0x10, 20],
  [0x18, 20],
  [0x1b, 32],
]);

const CASHADDR_PREFIX = 'bitcoincash';
const CASHADDR_TESTNET_PREFIXES = ['bchtest', 'bchreg'];

/** Encodes a hash as a Bitcoin Cash address with its prefix; by default that of a public key. */
export function encodeCashAddress(hash: Uint8Array, version: number = CASHADDR_VERSIONS.key): string {
  const words = bech32.toWords(Uint8Array.of(version, ...hash));
  const sum = cashAddrChecksum(CASHADDR_PREFIX, [...words, 0, 0, 0, 0, 0, 0, 0, 0]);
  const checksum = Array.from({ length: 8 }, (_, place) => Number((sum >> BigInt(5 * (7 - place))) & 31n));
  return `${CASHADDR_PREFIX}:${[...words, ...checksum].map(word => BECH32_ALPHABET[word]).join('')}`;
}

/** Bitcoin Cash (CashAddr specification), with or without the prefix; stored with it. */
export const validateCashAddress: AddressValidator = text => {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return refuseAddress('format');
  const [head = '', tail, ...more] = lower.split(':');
  const words = [...(tail ?? head)].map(c => BECH32_ALPHABET.indexOf(c));
  if (more.length > 0 || words.length < 10 || words.includes(-1)) return refuseAddress('format');
  const possiblePrefixes = [CASHADDR_PREFIX, ...CASHADDR_TESTNET_PREFIXES].filter(
    prefix => tail === undefined || prefix === head,
  );
  if (possiblePrefixes.length === 0) return refuseAddress('format');
  const prefix = possiblePrefixes.find(name => cashAddrChecksum(name, words) === 0n);
  if (prefix === undefined)
    return refuseAddress(words.length === 42 || tail !== undefined ? 'checksum' : 'format');
  if (prefix !== CASHADDR_PREFIX) return refuseAddress('testnet');
  const bytes = bech32.fromWordsUnsafe(words.slice(0, -8));
  if (!bytes || CASHADDR_HASH_LENGTHS.get(bytes[0] ?? -1) !== bytes.length - 1)
    return refuseAddress('format');
  return { ok: true, value: `${CASHADDR_PREFIX}:${tail ?? head}` };
};
