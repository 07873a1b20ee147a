import { createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DatabaseSchema } from '../database/schema.ts';

/** Digits and letters that nobody mistakes for each other on the phone: 32, without 0, 1, I and O. */
const PUBLIC_NUMBER_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const PUBLIC_NUMBER_LENGTH = 6;

/** Rounds after which a Feistel network looks random; four are proven to, two more cost nothing. */
const FEISTEL_ROUNDS = 6;

/** The next internal number, from 1; write transactions take turns, so nobody else gets the same. */
export async function getNextClaimNumber(trx: Transaction<DatabaseSchema>): Promise<bigint> {
  const { last } = await trx
    .selectFrom('claims')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  // No claims, no greatest number: Kysely's type does not know.
  return ((last as bigint | null) ?? 0n) + 1n;
}

/** The number people see, 6 characters: one for each `number` below 2³⁰, in an order that only `key` tells. */
export function toPublicNumber(key: Uint8Array, number: bigint): string {
  const permuted = permuteBits(key, 'public-number', Number(number % 2n ** 30n), 15);
  return Array.from(
    { length: PUBLIC_NUMBER_LENGTH },
    (_, place) => PUBLIC_NUMBER_ALPHABET[(permuted >>> (5 * place)) & 31],
  ).join('');
}

/** A destination tag (uint32 as text), unique for each `number` below 2³²; says nothing of how many there are. */
export function toDestinationTag(key: Uint8Array, number: bigint): string {
  return String(permuteBits(key, 'tag', Number(number % 2n ** 32n), 16));
}

/** A one-to-one shuffle of the numbers of 2 × `halfBits` bits: no result comes twice, so nothing has to be tried again. */
function permuteBits(key: Uint8Array, purpose: string, value: number, halfBits: number): number {
  const mask = 2 ** halfBits - 1;
  let left = Math.floor(value / 2 ** halfBits) & mask;
  let right = value & mask;
  for (let round = 0; round < FEISTEL_ROUNDS; round++) {
    const roundOutput = createHmac('sha256', key)
      .update(`${purpose}:${round}:${right}`)
      .digest()
      .readUInt16BE(0);
    [left, right] = [right, (left ^ roundOutput) & mask];
  }
  return left * 2 ** halfBits + right;
}
