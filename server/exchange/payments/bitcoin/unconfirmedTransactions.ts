import * as v from 'valibot';
import type { BitcoinNetwork } from '../../catalogue/paymentNetworks.ts';
import { SourceError } from '../../courses/prices/download.ts';
import type { RpcClient } from '../jsonRpc.ts';
import type { NetworkTransfer, PaymentSource } from '../paymentSource.ts';
import { HASH_PATTERN, Serialized } from './bitcoinSchemas.ts';
import { parseOutputs, type Transaction } from './parseBlock.ts';
import type { ReceivedSelector } from './receivedTransfers.ts';

/** Transactions that are read in one call, unless they are too large together or the node is too slow. */
const MAX_BATCH_TRANSACTIONS = 2_000;

/** Ids of transactions. A node keeps up to 300 MB of them, about 100,000. */
const TransactionIds = v.custom<string[]>(
  ids => Array.isArray(ids) && ids.every(id => typeof id === 'string' && HASH_PATTERN.test(id)),
);

/** `loaded`: whether a node that was restarted has read again what it had. Versions before 2019 lack the field. */
const MempoolInfo = v.object({ loaded: v.optional(v.boolean(), true) });

/** Creates the function that fetches the payments in the memory of a node. It requests each transaction once. */
export function createUnconfirmedReader(
  { call, callBatch }: RpcClient,
  { blockFormat }: BitcoinNetwork,
  selectReceived: ReceivedSelector,
): NonNullable<PaymentSource['fetchUnconfirmed']> {
  /** Transactions that have been read. */
  const known = new Set<string>();
  /** Those of them with payments to own addresses. */
  const received = new Map<string, NetworkTransfer[]>();
  let batchSize = MAX_BATCH_TRANSACTIONS;

  /** Reads transactions. One that has just got into a block, or was replaced, has no result. */
  async function fetchTransactions(ids: readonly string[], signal: AbortSignal) {
    const params = ids.map(id => [id]);
    const results = await callBatch('getrawtransaction', params, v.unknown(), signal);
    const transactions: Transaction[] = [];
    let failure: SourceError | null = null;
    for (const [index, id] of ids.entries())
      try {
        const result = results[index] ?? null;
        if (result === null) continue;
        transactions.push({ id, outputs: parseOutputs(v.parse(Serialized, result), blockFormat) });
      } catch {
        // The payments of the others count.
        failure = new SourceError(`getrawtransaction: the node returned no transaction for ${id}`);
      }
    return { transactions, failure };
  }

  return async reading => {
    const { signal } = reading;
    const { loaded } = await call('getmempoolinfo', [], MempoolInfo, signal);
    const listed = new Set(await call('getrawmempool', [], TransactionIds, signal));
    for (const id of known)
      if (!listed.has(id)) {
        known.delete(id);
        received.delete(id);
      }
    const unread = [...listed].filter(id => !known.has(id));
    const ids = unread.slice(0, batchSize);
    let failure: SourceError | null = null;
    if (ids.length > 0) {
      const fetched = await fetchTransactions(ids, signal).catch((error: unknown) => {
        batchSize = Math.ceil(batchSize / 2);
        throw error;
      });
      batchSize = Math.min(batchSize * 2, MAX_BATCH_TRANSACTIONS);
      ({ failure } = fetched);
      const transfers = await selectReceived(fetched.transactions, reading);
      for (const [id, ofTransaction] of Map.groupBy(transfers, one => getTransactionId(one.reference)))
        received.set(id, ofTransaction);
      // Also without a result: a node may list for ever what it has dropped.
      for (const id of ids) known.add(id);
    }
    return {
      transfers: [...received.values()].flat(),
      isUnconfirmed: reference => !loaded || listed.has(getTransactionId(reference)),
      hasMore: unread.length > ids.length,
      failure,
    };
  };
}

const getTransactionId = (reference: string): string => reference.slice(0, reference.indexOf(':'));
