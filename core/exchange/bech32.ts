import { bech32, bech32m } from '@scure/base';
import { refuse } from './base58.ts';
import type { Reader } from './base58.ts';

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** Whether the text would be an address with this prefix, were its checksum right: one case, known characters. */
function shaped(text: string, prefix: string): boolean {
  const lower = text.toLowerCase();
  const oneCase = text === lower || text === text.toUpperCase();
  return (
    oneCase && lower.startsWith(prefix) && [...lower].slice(prefix.length).every(c => ALPHABET.includes(c))
  );
}

/**
 * Segregated witness: bech32 for version 0 (BIP 173), bech32m for 1 to 16 (BIP 350), right prefix, right program
 * length. Source: both BIPs.
 */
export function segwit(prefix: string, testnet: readonly string[]): Reader {
  return text => {
    const old = bech32.decodeUnsafe(text);
    const decoded = old ?? bech32m.decodeUnsafe(text);
    if (!decoded) return refuse(shaped(text, `${prefix}1`) ? 'checksum' : 'format');
    if (testnet.includes(decoded.prefix)) return refuse('testnet');
    const [version, ...words] = decoded.words;
    if (decoded.prefix !== prefix || version === undefined || version > 16) return refuse('format');
    if ((version === 0) !== Boolean(old)) return refuse('checksum');
    const size = bech32.fromWordsUnsafe(words)?.length ?? 0;
    const fits = version === 0 ? size === 20 || size === 32 : size >= 2 && size <= 40;
    return fits ? { ok: true, value: text.toLowerCase() } : refuse('format');
  };
}

/**
 * Cardano Shelley addresses (CIP 19): a header with kind and network, then one or two 28-byte hashes, or a pointer.
 * Byron addresses (Ae2…, DdzFF…) are not bech32 and are refused.
 */
export const cardano: Reader = text => {
  const decoded = bech32.decodeUnsafe(text, false);
  if (!decoded) return refuse(shaped(text, 'addr1') ? 'checksum' : 'format');
  if (decoded.prefix === 'stake') return refuse('stake_address');
  if (decoded.prefix === 'addr_test') return refuse('testnet');
  const bytes = bech32.fromWordsUnsafe(decoded.words);
  if (decoded.prefix !== 'addr' || !bytes) return refuse('format');
  const header = bytes[0] ?? 0;
  const kind = header >> 4;
  if ((header & 15) !== 1) return refuse((header & 15) === 0 ? 'testnet' : 'format');
  const pointer = bytes.length > 31 && bytes.length < 57;
  const fits =
    kind <= 3 ? bytes.length === 57 : kind <= 5 ? pointer : (kind === 6 || kind === 7) && bytes.length === 29;
  return fits ? { ok: true, value: text.toLowerCase() } : refuse('format');
};

const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

/** Zero when payload and prefix agree: the 40-bit BCH code of the CashAddr specification. */
function remainder(prefix: string, words: readonly number[]): bigint {
  let sum = 1n;
  for (const word of [...[...prefix].map(c => c.charCodeAt(0) & 31), 0, ...words]) {
    const top = sum >> 35n;
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word);
    GENERATORS.forEach((generator, bit) => {
      if ((top >> BigInt(bit)) & 1n) sum ^= generator;
    });
  }
  return sum ^ 1n;
}

/** CashAddr version bytes that can be paid to, and their hash length: key, script, and both as token-aware. */
const PAYABLE = new Map([
  [0x00, 20],
  [0x08, 20],
  [0x0b, 32],
  [0x10, 20],
  [0x18, 20],
  [0x1b, 32],
]);

const MAINNET = 'bitcoincash';
const CASH_TESTNET = ['bchtest', 'bchreg'];

/** Bitcoin Cash in CashAddr, with the prefix or without; stored with it. Source: the CashAddr specification. */
export const cashaddr: Reader = text => {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return refuse('format');
  const [head = '', tail, ...more] = lower.split(':');
  const words = [...(tail ?? head)].map(c => ALPHABET.indexOf(c));
  if (more.length > 0 || words.length < 10 || words.includes(-1)) return refuse('format');
  const known = [MAINNET, ...CASH_TESTNET].filter(prefix => tail === undefined || prefix === head);
  if (known.length === 0) return refuse('format');
  const prefix = known.find(name => remainder(name, words) === 0n);
  if (prefix === undefined) return refuse(words.length === 42 || tail !== undefined ? 'checksum' : 'format');
  if (prefix !== MAINNET) return refuse('testnet');
  const bytes = bech32.fromWordsUnsafe(words.slice(0, -8));
  if (!bytes || PAYABLE.get(bytes[0] ?? -1) !== bytes.length - 1) return refuse('format');
  return { ok: true, value: `${MAINNET}:${tail ?? head}` };
};
