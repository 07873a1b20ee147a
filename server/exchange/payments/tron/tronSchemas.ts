import * as v from 'valibot';

const hash = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/i), v.toLowerCase());

/** A number that a double holds: a height, a time. */
const SmallNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** An address: 41 and the 20 bytes of the account, hexadecimal. The result is the account. */
const Account = v.pipe(
  v.string(),
  v.regex(/^41[\da-f]{40}$/i),
  v.transform(text => text.slice(2)),
);

/** A contract of a transaction that sends TRX. `amount` in sun, as text (`createTronCall`). */
const Transfer = v.object({
  type: v.literal('TransferContract'),
  parameter: v.object({
    value: v.object({
      to_address: Account,
      amount: v.pipe(
        v.string(),
        v.regex(/^\d+$/),
        v.transform(text => BigInt(text)),
      ),
    }),
  }),
});

const OtherContract = v.object({ type: v.pipe(v.string(), v.notValue('TransferContract')) });

const Transaction = v.object({
  txID: hash,
  /** `contractRet` is absent in the first blocks of the network. */
  ret: v.optional(v.array(v.object({ contractRet: v.optional(v.string()) })), []),
  raw_data: v.object({ contract: v.array(v.union([Transfer, OtherContract])) }),
});

/** A block; a block without transactions has no list of them. */
export const Block = v.object({
  blockID: hash,
  block_header: v.object({
    raw_data: v.object({ number: SmallNumber, parentHash: hash, timestamp: SmallNumber }),
  }),
  transactions: v.optional(v.array(Transaction), []),
});

export type Block = v.InferOutput<typeof Block>;

const Nothing = v.strictObject({});

/** A block of a height; null if there is none. */
export const FoundBlock = v.union([
  Block,
  v.pipe(
    Nothing,
    v.transform(() => null),
  ),
]);

/** The first block, whose header lacks the fields that are 0. */
export const GenesisBlock = v.object({ blockID: hash });

/** The results of the transactions in a block. `address` of an event: the account of its contract. */
export const TransactionInfos = v.union([
  v.array(
    v.object({
      id: hash,
      receipt: v.optional(v.object({ result: v.optional(v.string()) })),
      log: v.optional(
        v.array(
          v.object({
            address: v.string(),
            topics: v.optional(v.array(v.string()), []),
            data: v.optional(v.string(), ''),
          }),
        ),
        [],
      ),
    }),
  ),
  v.pipe(
    Nothing,
    v.transform(() => []),
  ),
]);

/** The number that a function of a contract returns. A function that fails has a message. */
export const ContractNumber = v.pipe(
  v.object({
    result: v.strictObject({ result: v.literal(true) }),
    constant_result: v.tuple([v.pipe(v.string(), v.regex(/^[\da-f]{64}$/i))]),
  }),
  v.transform(({ constant_result: [digits] }) => BigInt(`0x${digits}`)),
);
