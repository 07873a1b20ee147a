import * as v from 'valibot';

/** A number of JSON-RPC: hexadecimal with 0x. */
export const Quantity = v.pipe(
  v.string(),
  v.regex(/^0x[\da-f]{1,64}$/i),
  v.transform(text => BigInt(text)),
);

/** A number that a double holds: a height, a time, an index. */
const SmallQuantity = v.pipe(Quantity, v.maxValue(BigInt(Number.MAX_SAFE_INTEGER)), v.transform(Number));

const hash = v.pipe(v.string(), v.regex(/^0x[\da-f]{64}$/i), v.toLowerCase());
const address = v.pipe(v.string(), v.regex(/^0x[\da-f]{40}$/i), v.toLowerCase());

const headerFields = { number: SmallQuantity, hash, parentHash: hash, timestamp: SmallQuantity };

/** A block without its transactions; null if there is none of this height. */
export const Header = v.nullable(v.object(headerFields));

/** A block with its transactions; `to` is null if one creates a contract. */
export const Block = v.nullable(
  v.object({
    ...headerFields,
    transactions: v.array(v.object({ hash, to: v.optional(v.nullable(address)), value: Quantity })),
  }),
);

/** The result of a transaction: `status` 1 if it was executed. */
export const Receipt = v.object({ blockHash: hash, status: Quantity });

/** Events of contracts in a block. */
export const Logs = v.array(
  v.object({
    address,
    topics: v.array(hash),
    data: v.string(),
    blockHash: hash,
    transactionHash: hash,
    logIndex: SmallQuantity,
  }),
);
