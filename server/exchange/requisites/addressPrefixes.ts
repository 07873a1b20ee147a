import { hash } from 'node:crypto';
import { createBase58check } from '@scure/base';

const base58check = createBase58check((bytes: Uint8Array) => hash('sha256', bytes, 'buffer'));

/**
 * What the addresses of a coin begin with: the version byte of the hash of a public key and of a script in base58check,
 * and the prefix of segregated witness in bech32.
 */
export const ADDRESS_PREFIXES = {
  BTC: { key: 0x00, script: 0x05, segwit: 'bc' },
  LTC: { key: 0x30, script: 0x32, segwit: 'ltc' },
  DOGE: { key: 0x1e, script: 0x16 },
  DASH: { key: 0x4c, script: 0x10 },
} as const;

/** Encodes a hash (20 bytes) with a version byte in base58check. */
export const encodeHash = (version: number, bytes: Uint8Array): string =>
  base58check.encode(Uint8Array.of(version, ...bytes));
