import { hash } from 'node:crypto';
import type { BitcoinNetwork } from '../../catalogue/paymentNetworks.ts';
import { SourceError } from '../../courses/prices/download.ts';
import { createByteReader, type ByteReader } from './byteReader.ts';

type BlockFormat = BitcoinNetwork['blockFormat'];

/** An output of a transaction. */
interface TransactionOutput {
  /** In the smallest units of the coin. */
  value: bigint;
  script: Buffer;
}

/** A transaction. */
export interface Transaction {
  /** Hexadecimal. */
  id: string;
  outputs: readonly TransactionOutput[];
}

/** What a serialized block contains. */
interface ParsedBlock {
  parentHash: string;
  /** Time of the block, seconds. */
  time: number;
  /** The first one pays the miner. */
  transactions: readonly Transaction[];
}

/** Bit in the version of a block that has the work of another network. */
const AUXPOW_BIT = 0x100;

/** Bits of the optional parts of a transaction. Litecoin marks the last transaction of a block with a bit of its own. */
const WITNESS_FLAG = 1;
const MWEB_FLAG = 8;

/** Smallest version with a payload, in the lower 16 bits; the upper ones are its type. */
const PAYLOAD_VERSION = 3;

const HEADER_BYTES = 80;
const HASH_BYTES = 32;

/**
 * Parses a serialized block. Its transactions must give the Merkle root of its header, so a format that is not understood
 * is noticed. Throws SourceError.
 */
export function parseBlock(bytes: Buffer, format: BlockFormat): ParsedBlock {
  const reader = createByteReader(bytes);
  const version = reader.readUint32();
  const parent = reader.readBytes(HASH_BYTES);
  const merkleRoot = reader.readBytes(HASH_BYTES);
  const time = reader.readUint32();
  reader.readBytes(HEADER_BYTES - 4 - 2 * HASH_BYTES - 4);
  if (format === 'auxpow' && (version & AUXPOW_BIT) !== 0) skipAuxpow(reader);
  const transactions = reader.readList(() => parseTransaction(reader, format));
  const [first, ...rest] = transactions.map(one => one.hash);
  if (!first || !calculateMerkleRoot([first, ...rest]).equals(merkleRoot))
    throw new SourceError('getblock: the transactions do not match the header of the block');
  return {
    parentHash: toDisplayedHash(parent),
    time,
    transactions: transactions.map(one => ({ id: toDisplayedHash(one.hash), outputs: one.outputs })),
  };
}

/** Parses the outputs of a serialized transaction that waits for a block. Throws SourceError. */
export const parseOutputs = (bytes: Buffer, format: BlockFormat): readonly TransactionOutput[] =>
  parseStart(createByteReader(bytes), format).outputs;

/** The work of another network: its transaction, two branches of hashes and its header. */
function skipAuxpow(reader: ByteReader): void {
  parseTransaction(reader, 'segwit');
  reader.readBytes(HASH_BYTES);
  for (let branch = 0; branch < 2; branch++) {
    reader.readList(() => reader.readBytes(HASH_BYTES));
    reader.readBytes(4);
  }
  reader.readBytes(HEADER_BYTES);
}

/** Parses the version, the optional flags, the inputs and the outputs of a transaction. */
function parseStart(reader: ByteReader, format: BlockFormat) {
  const start = reader.getOffset();
  const version = reader.readUint32();
  // No inputs mark the flags. A Dash transaction may have none, and then has no flags.
  let flags = 0;
  if (format === 'segwit' && reader.peekByte() === 0) flags = reader.readBytes(2)[1] ?? 0;
  const bodyStart = reader.getOffset();
  const inputs = reader.readList(() => {
    reader.readBytes(HASH_BYTES + 4);
    reader.readScript();
    reader.readBytes(4);
  });
  const outputs = reader.readList(() => ({ value: reader.readUint64(), script: reader.readScript() }));
  return { start, version, flags, bodyStart, inputs: inputs.length, outputs };
}

/** Parses a transaction. Its hash leaves out the flags, the signatures apart and the mark of Litecoin. */
function parseTransaction(reader: ByteReader, format: BlockFormat) {
  const { start, version, flags, bodyStart, inputs, outputs } = parseStart(reader, format);
  const bodyEnd = reader.getOffset();
  if ((flags & WITNESS_FLAG) !== 0)
    for (let input = 0; input < inputs; input++) reader.readList(() => reader.readScript());
  // No data follow in a block: they are in its extension.
  if ((flags & MWEB_FLAG) !== 0) reader.readBytes(1);
  const endStart = reader.getOffset();
  reader.readBytes(4);
  if (format === 'payload' && version >>> 16 !== 0 && (version & 0xffff) >= PAYLOAD_VERSION)
    reader.readScript();
  return {
    hash: hashTwice(
      reader.slice(start, start + 4),
      reader.slice(bodyStart, bodyEnd),
      reader.slice(endStart, reader.getOffset()),
    ),
    outputs,
  };
}

/** Calculates the root of the tree whose leaves are the hashes; the last of an odd number is used twice. */
function calculateMerkleRoot(hashes: readonly [Buffer, ...Buffer[]]): Buffer {
  let level: readonly Buffer[] = hashes;
  while (level.length > 1) {
    const next: Buffer[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const left = level[index] as Buffer;
      next.push(hashTwice(left, level[index + 1] ?? left));
    }
    level = next;
  }
  return level[0] as Buffer;
}

// In one call: `createHash` takes three times as long for short data.
const hashTwice = (...parts: readonly Buffer[]): Buffer =>
  hash('sha256', hash('sha256', Buffer.concat(parts), 'buffer'), 'buffer');

/** Returns a hash as nodes and explorers show it: hexadecimal, in reverse order. */
const toDisplayedHash = (hash: Buffer): string => Buffer.from(hash).reverse().toString('hex');
