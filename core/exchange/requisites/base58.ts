import { base58, base58xmr, base58xrp } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { RequisiteRefusal, RequisiteVerdict } from './validateRequisite.ts';

/** Validates one kind of address: trimmed text of at most 120 characters → the address to store, or a refusal. */
export type AddressValidator = (text: string) => RequisiteVerdict;

/** Creates a refusal with a code. */
export function refuseAddress(code: RequisiteRefusal['code']): RequisiteRefusal {
  return { ok: false, code };
}

/** Length of the checksum at the end of a base58 address, in bytes. */
const CHECKSUM_BYTES = 4;

type Base58Codec = { decode: (text: string) => Uint8Array; encode: (bytes: Uint8Array) => string };
type HashFunction = (bytes: Uint8Array) => Uint8Array;

const doubleSha256: HashFunction = bytes => sha256(sha256(bytes));

/** Decodes and checks the text; returns the bytes before the checksum if their number is in `sizes`, else a refusal. */
function decodePayload(
  text: string,
  codec: Base58Codec,
  hash: HashFunction,
  sizes: readonly number[],
): Uint8Array | 'format' | 'checksum' {
  let bytes: Uint8Array;
  try {
    bytes = codec.decode(text);
  } catch {
    return 'format';
  }
  const body = bytes.subarray(0, -CHECKSUM_BYTES);
  // Encoding again refuses a non-canonical spelling of the same bytes.
  if (!sizes.includes(body.length) || codec.encode(bytes) !== text) return 'format';
  const checksum = bytes.subarray(-CHECKSUM_BYTES);
  return hash(body)
    .subarray(0, CHECKSUM_BYTES)
    .every((byte, i) => byte === checksum[i])
    ? body
    : 'checksum';
}

/** base58check of a version byte and a 20-byte hash: Bitcoin, Litecoin, Dogecoin, Dash, TRON. */
export function createBase58CheckValidator(
  versions: readonly number[],
  testnet: readonly number[] = [],
): AddressValidator {
  return text => {
    const body = decodePayload(text, base58, doubleSha256, [21]);
    if (typeof body === 'string') return refuseAddress(body);
    const version = body[0] ?? -1;
    if (versions.includes(version)) return { ok: true, value: text };
    return refuseAddress(testnet.includes(version) ? 'testnet' : 'format');
  };
}

/** XRP Ledger: classic addresses in its own alphabet. X-addresses contain a tag and are refused as `x_address`. */
export const validateRippleAddress: AddressValidator = text => {
  const body = decodePayload(text, base58xrp, doubleSha256, [21, 31]);
  if (typeof body === 'string') return refuseAddress(body);
  if (body.length === 21) return body[0] === 0 ? { ok: true, value: text } : refuseAddress('format');
  if (body[0] === 0x05 && body[1] === 0x44) return refuseAddress('x_address');
  return refuseAddress(body[0] === 0x04 && body[1] === 0x93 ? 'testnet' : 'format');
};

/** Solana: 32 bytes without a checksum, so the verdict has a note to check the address again. */
export const validateSolanaAddress: AddressValidator = text => {
  let size = 0;
  try {
    size = base58.decode(text).length;
  } catch {
    return refuseAddress('format');
  }
  return size === 32 ? { ok: true, value: text, note: { code: 'check_again' } } : refuseAddress('format');
};

/** Monero network bytes: standard and subaddress (69 bytes in total), integrated (77, includes a payment id). */
const MONERO_NETWORK_BYTES = {
  standard: [18, 42],
  integrated: [19],
  testnet: [53, 54, 63, 24, 25, 36],
} as const;

/** Monero mainnet: base58 in blocks of 8 bytes with a keccak checksum; standard, subaddress and integrated. */
export const validateMoneroAddress: AddressValidator = text => {
  const body = decodePayload(text, base58xmr, keccak_256, [65, 73]);
  if (typeof body === 'string') return refuseAddress(body);
  const network = body[0] ?? -1;
  const mainnetBytes: readonly number[] =
    body.length === 65 ? MONERO_NETWORK_BYTES.standard : MONERO_NETWORK_BYTES.integrated;
  if (mainnetBytes.includes(network)) return { ok: true, value: text };
  return refuseAddress(
    (MONERO_NETWORK_BYTES.testnet as readonly number[]).includes(network) ? 'testnet' : 'format',
  );
};
