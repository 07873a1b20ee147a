import * as v from 'valibot';
import type { BitcoinNetwork } from '../../catalogue/paymentNetworks.ts';
import type { RpcClient } from '../jsonRpc.ts';
import type { NetworkTransfer, PaymentSource } from '../paymentSource.ts';
import { HASH_PATTERN, Serialized } from './bitcoinSchemas.ts';
import { parseOutputs } from './parseBlock.ts';
import type { ReceivedSelector } from './receivedTransfers.ts';

/** Transactions that are read in one call. */
const MAX_BATCH_TRANSACTIONS = 2_000;

/** Ids of transactions. A node keeps up to 300 MB of them, about 100,000. */
const TransactionIds = v.custom<string[]>(
  ids => Array.isArray(ids) && ids.every(id => typeof id === 'string' && HASH_PATTERN.test(id)),
);

/** `loaded`: whether a node that was restarted has read again what it had. Versions before 2019 do not say it. */
const MempoolInfo = v.object({ loaded: v.optional(v.boolean(), true) });

/** Creates the function that fetches the payments in the memory of a node. It reads each transaction once. */
export function createUnconfirmedReader(
  { call, callBatch }: RpcClient,
  { blockFormat }: BitcoinNetwork,
  selectReceived: ReceivedSelector,
): NonNullable<PaymentSource['fetchUnconfirmed']> {
  /** Transactions that have been read, with their payments to own addresses. */
  let known = new Map<string, readonly NetworkTransfer[]>();
  return async reading => {
    const { loaded } = await call('getmempoolinfo', [], MempoolInfo, reading.signal);
    const listed = new Set(await call('getrawmempool', [], TransactionIds, reading.signal));
    known = new Map([...known].filter(([id]) => listed.has(id)));
    const unread = [...listed].filter(id => !known.has(id));
    const ids = unread.slice(0, MAX_BATCH_TRANSACTIONS);
    if (ids.length > 0) {
      const params = ids.map(id => [id]);
      const results = await callBatch('getrawtransaction', params, Serialized, reading.signal);
      // One that has just got into a block, or was replaced, has no result.
      const transactions = results.flatMap((serialized, index) => {
        const id = ids[index];
        if (serialized === null || id === undefined) return [];
        return [{ id, outputs: parseOutputs(serialized, blockFormat) }];
      });
      const received = Map.groupBy(await selectReceived(transactions, reading), ({ reference }) =>
        getTransactionId(reference),
      );
      for (const { id } of transactions) known.set(id, received.get(id) ?? []);
    }
    return {
      transfers: [...known.values()].flat(),
      isUnconfirmed: reference => !loaded || listed.has(getTransactionId(reference)),
      hasMore: unread.length > ids.length,
    };
  };
}

const getTransactionId = (reference: string): string => reference.slice(0, reference.indexOf(':'));
