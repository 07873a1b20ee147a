import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ShopMode } from '#core/contract/account/shopKeys.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 40;
/** 62^6 is more than 2^32, the number of checksums. */
const CHECKSUM_LENGTH = 6;

const KEY_PATTERN = /^rz_(live|test)_[0-9A-Za-z]{46}$/;

/** Number of last characters that the owner sees. */
const HINT_LENGTH = 6;

/** Creates a key: `rz_live_`, 40 random digits of base 62, and the checksum of all before it. */
export function createShopKey(mode: ShopMode): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('');
  const start = `rz_${mode}_${random}`;
  return start + formatChecksum(start);
}

/** Whether a text has the format of a key and a matching checksum: a mistyped key causes no query. */
export function isShopKey(text: string): boolean {
  return (
    KEY_PATTERN.test(text) && formatChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)
  );
}

/** Returns the last characters of a key. */
export function getKeyHint(key: string): string {
  return key.slice(-HINT_LENGTH);
}

/** Formats the recognizable parts of a key: its beginning and the stored end. */
export const formatKeyEnds = (mode: ShopMode, hint: string): string => `rz_${mode}_…${hint}`;

function formatChecksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = (BASE62[rest % BASE62.length] ?? '') + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
