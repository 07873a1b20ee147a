import { base58, base58xmr, base58xrp } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Refusal, Verdict } from './requisites.ts';

/** Reads one kind of address: trimmed text of at most 120 characters → the address as it is to be stored, or why not. */
export type Reader = (text: string) => Verdict;

/** A refusal by its code. */
export function refuse(code: Refusal['code']): Refusal {
  return { ok: false, code };
}

/** Bytes of a checksum at the end of every base58 address here. */
const SUM = 4;

type Codec = { decode: (text: string) => Uint8Array; encode: (bytes: Uint8Array) => string };
type Hash = (bytes: Uint8Array) => Uint8Array;

const doubleSha256: Hash = bytes => sha256(sha256(bytes));

/** The bytes before the checksum, `sizes` of them, or what is wrong with the text. */
function payload(
  text: string,
  codec: Codec,
  hash: Hash,
  sizes: readonly number[],
): Uint8Array | 'format' | 'checksum' {
  let bytes: Uint8Array;
  try {
    bytes = codec.decode(text);
  } catch {
    return 'format';
  }
  const body = bytes.subarray(0, -SUM);
  // Encoding back refuses a second spelling of the same bytes.
  if (!sizes.includes(body.length) || codec.encode(bytes) !== text) return 'format';
  const sum = bytes.subarray(-SUM);
  return hash(body)
    .subarray(0, SUM)
    .every((byte, i) => byte === sum[i])
    ? body
    : 'checksum';
}

/** base58check of a version byte and a 20-byte hash: Bitcoin, Litecoin, Dogecoin, Dash, TRON. */
export function base58check(versions: readonly number[], testnet: readonly number[] = []): Reader {
  return text => {
    const body = payload(text, base58, doubleSha256, [21]);
    if (typeof body === 'string') return refuse(body);
    const version = body[0] ?? -1;
    if (versions.includes(version)) return { ok: true, value: text };
    return refuse(testnet.includes(version) ? 'testnet' : 'format');
  };
}

/** XRP Ledger: classic addresses in its own alphabet. X-addresses carry a tag inside and are refused by a code. */
export const ripple: Reader = text => {
  const body = payload(text, base58xrp, doubleSha256, [21, 31]);
  if (typeof body === 'string') return refuse(body);
  if (body.length === 21) return body[0] === 0 ? { ok: true, value: text } : refuse('format');
  if (body[0] === 0x05 && body[1] === 0x44) return refuse('x_address');
  return refuse(body[0] === 0x04 && body[1] === 0x93 ? 'testnet' : 'format');
};

/** Solana: 32 bytes and no checksum, so the person is asked to look again. */
export const solana: Reader = text => {
  let size = 0;
  try {
    size = base58.decode(text).length;
  } catch {
    return refuse('format');
  }
  return size === 32 ? { ok: true, value: text, note: { code: 'check_again' } } : refuse('format');
};

/** Monero network bytes: standard and subaddress (69 bytes in all), integrated (77, a payment id inside). */
const MONERO = { short: [18, 42], long: [19], testnet: [53, 54, 63, 24, 25, 36] } as const;

/** Monero: base58 in blocks of 8 bytes, keccak checksum; standard, subaddress and integrated ones of the mainnet. */
export const monero: Reader = text => {
  const body = payload(text, base58xmr, keccak_256, [65, 73]);
  if (typeof body === 'string') return refuse(body);
  const network = body[0] ?? -1;
  const own: readonly number[] = body.length === 65 ? MONERO.short : MONERO.long;
  if (own.includes(network)) return { ok: true, value: text };
  return refuse((MONERO.testnet as readonly number[]).includes(network) ? 'testnet' : 'format');
};
