import type { Units } from '#core/exchange/amount.ts';
import type { CurrencyRow } from '#server/platform/database/catalogueRows.ts';
import type { SourceError } from '../courses/prices/download.ts';

/** A block of a network, without its transfers. */
export interface BlockHeader {
  height: number;
  hash: string;
  parentHash: string;
  /** Time of the block, milliseconds. */
  at: number;
}

/** A payment in a block. */
export interface NetworkTransfer {
  currencyId: bigint;
  /** In the form of `normalizePaymentReference`. */
  reference: string;
  /** The address that got it, in stored form. */
  address: string;
  /** Positive, in units of the currency. */
  amount: Units;
  /** The text that the sender has added for the recipient, in a network with such texts; null without one. */
  memo?: string | null;
}

/** A block with the payments to addresses of the exchange. */
export interface NetworkBlock extends BlockHeader {
  transfers: readonly NetworkTransfer[];
}

/** The payments to addresses of the exchange that wait for a block. */
export interface UnconfirmedTransfers {
  /** Those that have been read so far. */
  transfers: readonly NetworkTransfer[];
  /** Whether the transaction of a reference waits for a block, as reported by the node. */
  isUnconfirmed: (reference: string) => boolean;
  /** Whether further transactions wait to be read. */
  hasMore: boolean;
  /** Why a transaction cannot be read; null if all can. */
  failure: SourceError | null;
}

/** An address that the exchange has, or had, as a requisite of a currency. */
export interface SharedAddress {
  currencyId: bigint;
  /** In stored form. */
  address: string;
}

/** What a source needs to read blocks. */
export interface BlockReading {
  /** The currencies of the network. */
  currencies: readonly CurrencyRow[];
  /** Returns those of the addresses, in stored form, that belong to the exchange or to its claims. */
  findOwnAddresses: (addresses: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Returns the addresses that claims of the network share, or have shared. */
  listSharedAddresses: () => Promise<SharedAddress[]>;
  signal: AbortSignal;
}

/**
 * A network as a node reports it. Every call rejects with SourceError, whose message contains no secret, or if `signal`
 * aborts.
 */
export interface PaymentSource {
  /** Unique; stored with what was read. */
  name: string;
  /** Interval of checks when all blocks are read, milliseconds. */
  checkIntervalMs: number;
  /** Age of the newest block after which the node is not synchronized, milliseconds. */
  maxHeadAgeMs: number;
  /** Fetches the newest block. Rejects for a node of another network. */
  fetchHead: (signal: AbortSignal) => Promise<BlockHeader>;
  /** Fetches a block of the node's present chain; null if it has none of this height. */
  fetchHeader: (height: number, signal: AbortSignal) => Promise<BlockHeader | null>;
  /** Most blocks that are read together. */
  maxBatchBlocks: number;
  /** Fetches `count` blocks from a height on with their payments, as far as the node has them without a gap. */
  fetchBlocks: (first: number, count: number, reading: BlockReading) => Promise<readonly NetworkBlock[]>;
  /**
   * Fetches the payments that wait for a block, if the network keeps the reference of a payment when it gets into a block
   * or into another one. Each call reads a part of what it has not read.
   */
  fetchUnconfirmed?: (reading: BlockReading) => Promise<UnconfirmedTransfers>;
}
