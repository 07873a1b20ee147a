import { createHmac } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { isPostgres } from '#server/platform/database/rowLocks.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { toKeyObject } from '#server/platform/keys/serverKeys.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** The 32 characters of a public number: digits and letters without 0, 1, I and O, which look or sound alike. */
const PUBLIC_NUMBER_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const PUBLIC_NUMBER_LENGTH = 6;

/** Rounds of the Feistel network. Four are proven to be enough for a pseudorandom permutation; two more are cheap. */
const FEISTEL_ROUNDS = 6;

/** Selects the next internal number, from 1. On PostgreSQL a transaction that rolls back leaves a gap. */
export function selectClaimNumber(trx: Transaction<DatabaseSchema>) {
  const number = isPostgres(trx)
    ? sql<bigint>`nextval('claim_numbers')`
    : sql<bigint>`(select coalesce(max(number), 0) + 1 from claims)`;
  return trx.selectNoFrom(number.as('number'));
}

/** Returns the public number, 6 characters. It is unique for each `number` below 2³⁰; the order depends on `key`. */
export function toPublicNumber(key: Uint8Array, number: bigint): string {
  const permuted = permuteBits(key, 'public-number', Number(number % 2n ** 30n), 15);
  return Array.from(
    { length: PUBLIC_NUMBER_LENGTH },
    (_, place) => PUBLIC_NUMBER_ALPHABET[(permuted >>> (5 * place)) & 31],
  ).join('');
}

/**
 * Returns a destination tag (uint32 as text), unique for each `number` below 2³². It does not reveal the claim count.
 */
export function toDestinationTag(key: Uint8Array, number: bigint): string {
  return String(permuteBits(key, 'tag', Number(number % 2n ** 32n), 16));
}

/** Permutes the numbers of 2 × `halfBits` bits with a Feistel network. Results never collide, so no retry is needed. */
function permuteBits(key: Uint8Array, purpose: string, value: number, halfBits: number): number {
  const mask = 2 ** halfBits - 1;
  let left = Math.floor(value / 2 ** halfBits) & mask;
  let right = value & mask;
  for (let round = 0; round < FEISTEL_ROUNDS; round++) {
    const roundOutput = createHmac('sha256', toKeyObject(key))
      .update(`${purpose}:${round}:${right}`)
      .digest()
      .readUInt16BE(0);
    [left, right] = [right, (left ^ roundOutput) & mask];
  }
  return left * 2 ** halfBits + right;
}

/** The number that people see of a claim: the public or the internal one, by the setting `usePublicId`. */
export const getClaimNumber = (
  { getSetting }: Pick<Catalogue, 'getSetting'>,
  { public_number, number }: Pick<ClaimRow, 'public_number' | 'number'>,
): string => (getSetting('usePublicId') ? public_number : String(number));
