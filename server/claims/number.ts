import { createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** Digits and letters that nobody mistakes for each other on the phone: 32, without 0, 1, I and O. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const LENGTH = 6;

/** Rounds after which a Feistel network looks random; four are proven to, two more cost nothing. */
const ROUNDS = 6;

/** The next internal number, from 1; write transactions take turns, so nobody else gets the same. */
export async function next(trx: Transaction<Schema>): Promise<bigint> {
  const { last } = await trx
    .selectFrom('claims')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  // No claims, no greatest number: Kysely's type does not know.
  return ((last as bigint | null) ?? 0n) + 1n;
}

/** The number people see, 6 characters: one for each `number` below 2³⁰, in an order that only `key` tells. */
export function publicNumber(key: Uint8Array, number: bigint): string {
  const mixed = permute(key, 'public-number', Number(number % 2n ** 30n), 15);
  return Array.from({ length: LENGTH }, (_, place) => ALPHABET[(mixed >>> (5 * place)) & 31]).join('');
}

/** A destination tag (uint32 as text), unique for each `number` below 2³²; says nothing of how many there are. */
export function tag(key: Uint8Array, number: bigint): string {
  return String(permute(key, 'tag', Number(number % 2n ** 32n), 16));
}

/** A one-to-one shuffle of the numbers of 2 × `half` bits: no result comes twice, so nothing has to be tried again. */
function permute(key: Uint8Array, purpose: string, value: number, half: number): number {
  const mask = 2 ** half - 1;
  let left = Math.floor(value / 2 ** half) & mask;
  let right = value & mask;
  for (let round = 0; round < ROUNDS; round++) {
    const noise = createHmac('sha256', key).update(`${purpose}:${round}:${right}`).digest().readUInt16BE(0);
    [left, right] = [right, (left ^ noise) & mask];
  }
  return left * 2 ** half + right;
}
