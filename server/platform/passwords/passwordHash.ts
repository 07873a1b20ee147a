import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** Cost of argon2id: KiB of memory, passes, lanes (OWASP Password Storage Cheat Sheet). */
export interface HashCost {
  memory: number;
  passes: number;
  parallelism: number;
}

/** The cost of new hashes. A stored hash keeps its own. */
export const PASSWORD_HASH_COST: HashCost = { memory: 19_456, passes: 2, parallelism: 1 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** The hash with its parameters, in the PHC string format. */
const HASH_PATTERN = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]+)$/;

const runArgon2 = promisify(argon2);

/** Hashes a password with argon2id and a random salt: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string, cost = PASSWORD_HASH_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await deriveHash(password, salt, cost, HASH_BYTES);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`;
}

/**
 * Whether the password matches the hash. Null takes the same time and returns false, so that the time does not reveal
 * whether an e-mail has an account; `newHashCost` is that of new hashes.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  newHashCost = PASSWORD_HASH_COST,
): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = HASH_PATTERN.exec(stored ?? '') ?? [];
  if (salt === undefined || hash === undefined) {
    await deriveHash(password, randomBytes(SALT_BYTES), newHashCost, HASH_BYTES);
    return false;
  }
  const expected = Buffer.from(hash, 'base64');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await deriveHash(password, Buffer.from(salt, 'base64'), cost, expected.length);
  return timingSafeEqual(actual, expected);
}

function deriveHash(
  password: string,
  nonce: Uint8Array,
  { memory, passes, parallelism }: HashCost,
  tagLength: number,
): Promise<Buffer> {
  // Different encodings of the same characters give the same password.
  const message = password.normalize('NFKC');
  return runArgon2('argon2id', { message, nonce, memory, passes, parallelism, tagLength });
}

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');
