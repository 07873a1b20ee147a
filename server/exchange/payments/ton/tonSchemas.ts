import { Address } from '@ton/core';
import * as v from 'valibot';

/** 32 bytes as base64. The result is hexadecimal. */
const Hash = v.pipe(
  v.string(),
  v.regex(/^[\w+/-]{43}=$/),
  v.transform(text => Buffer.from(text, 'base64').toString('hex')),
);

/** An unsigned number as text: an amount, a logical time. */
const Unsigned = v.pipe(
  v.string(),
  v.regex(/^\d{1,20}$/),
  v.transform(text => BigInt(text)),
);

/** A number that a double holds. */
const SmallNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** An address in raw form. The result is that of `Address.toRawString`. */
const RawAddress = v.pipe(
  v.string(),
  v.regex(/^(0|-1):[\da-f]{64}$/i),
  v.transform(text => Address.parseRaw(text).toRawString()),
);

/** A block of the masterchain. */
const Block = v.object({
  workchain: v.literal(-1),
  seqno: SmallNumber,
  root_hash: Hash,
  /** Id of the network. */
  global_id: v.pipe(v.number(), v.safeInteger()),
  /** Seconds. */
  gen_utime: v.pipe(Unsigned, v.transform(Number)),
  /** Logical time of the first transaction. */
  start_lt: Unsigned,
  /** Logical time after the last transaction. */
  end_lt: Unsigned,
});

export type Block = v.InferOutput<typeof Block>;

/** The newest block that is indexed. */
export const MasterchainInfo = v.object({ last: Block });

export const Blocks = v.object({ blocks: v.array(Block) });

/** A message from another account. */
const InternalMessage = v.object({
  source: RawAddress,
  /** In nanotons. */
  value: Unsigned,
  /** Whether it returns from a failed transaction. */
  bounced: v.boolean(),
  /** `body`: a bag of cells as base64. */
  message_content: v.object({ body: v.string() }),
});

/** A message from outside, without money. */
const ExternalMessage = v.object({ source: v.null() });

const Transaction = v.object({
  account: RawAddress,
  hash: Hash,
  lt: Unsigned,
  /** The block of the masterchain that made it final. */
  mc_block_seqno: SmallNumber,
  /** The transaction of the account before this one; 0 without any. */
  prev_trans_hash: Hash,
  prev_trans_lt: Unsigned,
  description: v.object({
    /** Whether the code failed or was not run. */
    aborted: v.boolean(),
    /** `ok`: the money was sent back. */
    bounce: v.nullish(v.object({ type: v.string() })),
  }),
  in_msg: v.union([InternalMessage, ExternalMessage]),
});

export type Transaction = v.InferOutput<typeof Transaction>;

export const Transactions = v.object({ transactions: v.array(Transaction) });

/** What `get_wallet_address` returns: a bag of cells as base64. */
export const ReturnedAddress = v.pipe(
  v.object({
    exit_code: v.literal(0),
    stack: v.tuple([v.object({ type: v.picklist(['cell', 'slice']), value: v.string() })]),
  }),
  v.transform(({ stack: [{ value }] }) => value),
);

/** The decimals of a jetton, as the index has read them from its master. */
export const JettonMasters = v.pipe(
  v.object({
    jetton_masters: v.tuple([
      v.object({ jetton_content: v.object({ decimals: v.pipe(v.string(), v.regex(/^\d{1,3}$/)) }) }),
    ]),
  }),
  v.transform(({ jetton_masters: [{ jetton_content }] }) => BigInt(jetton_content.decimals)),
);
