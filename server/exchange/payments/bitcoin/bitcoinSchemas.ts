import * as v from 'valibot';

/** A hash as nodes show it: of a block or of a transaction. */
export const HASH_PATTERN = /^[\da-f]{64}$/;

export const Hash = v.pipe(v.string(), v.regex(HASH_PATTERN));

/** A serialized block or transaction. */
export const Serialized = v.pipe(
  v.string(),
  v.hexadecimal(),
  v.transform(hex => Buffer.from(hex, 'hex')),
);

/** `initialblockdownload`: whether the node has not read the chain yet. Dogecoin Core 1.14 may lack it. */
export const ChainInfo = v.object({
  bestblockhash: Hash,
  initialblockdownload: v.optional(v.boolean(), false),
});

/** A block without its transactions. Only the first block has no previous one. `time` in seconds. */
export const Header = v.object({
  height: v.pipe(v.number(), v.safeInteger()),
  previousblockhash: v.optional(Hash),
  time: v.pipe(v.number(), v.safeInteger()),
});
