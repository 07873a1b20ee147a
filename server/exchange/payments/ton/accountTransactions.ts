import { SourceError } from '../../courses/prices/download.ts';
import type { TonCall } from './tonCall.ts';
import { Transactions, type Block, type Transaction } from './tonSchemas.ts';

/** Transactions of the first request, which are usually known, and of each further one. */
const FIRST_PAGE_SIZE = 5;
const PAGE_SIZE = 100;

/** What has been read of an account. */
interface ReadPart {
  /** Seqno of the block after the last one. */
  nextSeqno: number;
  /** Logical time of the newest transaction; 0 without any. */
  lt: bigint;
}

/** Blocks of the masterchain that are read together. */
export interface BlockRange {
  /** Seqno of the first one. */
  first: number;
  /** Logical time of the block before: that of the transactions of earlier blocks is before it. */
  startLt: bigint;
  last: Block;
}

/** Returns the transactions of an account, in raw form, that the blocks of a range have made final. */
export type ReadTransactions = (
  account: string,
  range: BlockRange,
  signal: AbortSignal,
) => Promise<Transaction[]>;

/**
 * Creates a function that goes back on an account's chain of transactions from the end of a range to what is read.
 *
 * Another server behind the same address may lack the newest transactions although it has their blocks. They are
 * returned with the next range: they are later than the newest transaction read so far.
 */
export function createTransactionReader(call: TonCall): ReadTransactions {
  const readParts = new Map<string, ReadPart[]>();
  return async (account, range, signal) => {
    const { first, last } = range;
    // Another process may have read further. What was returned may not be stored: then the same part is read again.
    const known = readParts.get(account)?.find(({ nextSeqno }) => nextSeqno === first);
    const knownLt = known?.lt ?? null;
    const found: Transaction[] = [];
    let newestLt = knownLt ?? 0n;
    for await (const transaction of walkBack(call, account, range, signal)) {
      const { mc_block_seqno: seqno, lt } = transaction;
      if (seqno > last.seqno) continue;
      if (lt > newestLt) newestLt = lt;
      if (seqno < first && (knownLt === null || lt <= knownLt)) break;
      found.push(transaction);
    }
    readParts.set(account, [...(known ? [known] : []), { nextSeqno: last.seqno + 1, lt: newestLt }]);
    return found;
  };
}

/**
 * Yields the transactions of an account, the newest first. It starts at the end of a block: a block of the masterchain
 * has later logical times than the blocks of shards that it refers to. Each transaction names the one before, so a
 * missing one is an error; except after `last`, because an index stores several blocks at once.
 */
async function* walkBack(
  call: TonCall,
  account: string,
  { startLt, last }: BlockRange,
  signal: AbortSignal,
): AsyncGenerator<Transaction> {
  let later: Transaction | null = null;
  let lt = last.end_lt;
  let limit = FIRST_PAGE_SIZE;
  while (lt > 0n) {
    const query = { account, end_lt: lt, sort: 'desc', limit };
    const page: Transaction[] = (await call('transactions', { query }, Transactions, signal)).transactions;
    if (page.length === 0) {
      if (later && lt >= startLt) throw new SourceError('transactions: the index lacks a transaction');
      // What follows is older than the first block of the index.
      return;
    }
    limit = PAGE_SIZE;
    for (const one of page) {
      if (one.account !== account || (later ? one.lt >= later.lt : one.lt > lt))
        throw new SourceError('transactions: the index returned what was not asked for');
      const isNext = !later || (one.hash === later.prev_trans_hash && one.lt === later.prev_trans_lt);
      if (!isNext && later && later.mc_block_seqno <= last.seqno)
        throw new SourceError('transactions: the index lacks a transaction');
      yield one;
      later = one;
      lt = one.prev_trans_lt;
    }
  }
}
