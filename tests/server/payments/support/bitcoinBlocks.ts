import { createHash, randomBytes } from 'node:crypto';
import { base58, bech32 } from '@scure/base';
import { decimalToUnits } from '#core/exchange/amount.ts';

/** A payment: an address and decimal text in the coin. */
export type Output = readonly [address: string, amount: string];

/** A serialized transaction. */
export interface Transaction {
  id: string;
  bytes: Buffer;
}

/** A serialized block. */
export interface Block {
  hash: string;
  header: Buffer;
  time: number;
  transactions: readonly Transaction[];
}

const hashTwice = (bytes: Buffer) =>
  createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();

const toHash = (bytes: Buffer) => hashTwice(bytes).reverse().toString('hex');
const toBytes = (hash: string) => Buffer.from(hash, 'hex').reverse();

function toUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function toLength(length: number): Buffer {
  if (length < 0xfd) return Buffer.of(length);
  const bytes = Buffer.of(0xfd, 0, 0);
  bytes.writeUInt16LE(length, 1);
  return bytes;
}

/** The digits of the addresses of Bitcoin Cash. */
const CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** Returns the script of an address of a key: bech32, or base58check with one version byte. */
function toScript(address: string): Buffer {
  if (address.startsWith('bc1q') || address.startsWith('ltc1q')) {
    const [, ...words] = bech32.decode(address as `${string}1${string}`).words;
    const program = bech32.fromWords(words);
    return Buffer.of(0, program.length, ...program);
  }
  const [, words] = address.split(':');
  const keyHash =
    words === undefined
      ? base58.decode(address).subarray(1, 21)
      : bech32.fromWords([...words].map(c => CHARACTERS.indexOf(c)).slice(0, -8)).slice(1);
  return Buffer.concat([Buffer.from('76a914', 'hex'), keyHash, Buffer.from('88ac', 'hex')]);
}

/** Serializes a transaction with one random input; `isSegwit` with a signature apart from it. */
export function createTransaction(outputs: readonly Output[], isSegwit: boolean): Transaction {
  const [version, locktime] = [toUint32(2), toUint32(0)];
  const body = Buffer.concat([
    Buffer.of(1),
    randomBytes(36),
    Buffer.of(0),
    toUint32(0xff_ff_ff_fd),
    toLength(outputs.length),
    ...outputs.flatMap(([address, amount]) => {
      const value = Buffer.alloc(8);
      value.writeBigUInt64LE(decimalToUnits(amount, 8));
      const script = toScript(address);
      return [value, toLength(script.length), script];
    }),
  ]);
  const signature = Buffer.concat([Buffer.of(1, 64), randomBytes(64)]);
  return {
    id: toHash(Buffer.concat([version, body, locktime])),
    bytes: isSegwit
      ? Buffer.concat([version, Buffer.of(0, 1), body, signature, locktime])
      : Buffer.concat([version, body, locktime]),
  };
}

/** Serializes a block. `time` in seconds. */
export function createBlock(parentHash: string, time: number, transactions: readonly Transaction[]): Block {
  const header = Buffer.concat([
    toUint32(0x20_00_00_00),
    toBytes(parentHash),
    calculateRoot(transactions.map(({ id }) => toBytes(id))),
    toUint32(time),
    randomBytes(8),
  ]);
  return { hash: toHash(header), header, time, transactions };
}

export const serializeBlock = ({ header, transactions }: Block): Buffer =>
  Buffer.concat([header, toLength(transactions.length), ...transactions.map(({ bytes }) => bytes)]);

function calculateRoot(hashes: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(32), ...others] = hashes;
  if (others.length === 0) return first;
  const pairs = Array.from({ length: Math.ceil(hashes.length / 2) }, (_, index) => {
    const [left = first, right = left] = hashes.slice(2 * index, 2 * index + 2);
    return hashTwice(Buffer.concat([left, right]));
  });
  return calculateRoot(pairs);
}
