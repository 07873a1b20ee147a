import * as v from 'valibot';
import type { Db } from '#server/platform/database/schema.ts';

/** Number of hashes that are stored: the longest part of a chain that may be replaced. More than any confirmations. */
const MAX_RECENT_BLOCKS = 128;

const Hashes = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/** How far a source has been read. */
export interface SourceCursor {
  /** Height of the last block that was read. */
  height: number;
  /** Hashes of the last blocks up to `height`, the oldest first; at most MAX_RECENT_BLOCKS. */
  hashes: readonly string[];
}

/** Returns the hash of a block that was read; undefined if it is not stored. */
export const getReadHash = ({ height, hashes }: SourceCursor, at: number): string | undefined =>
  hashes[hashes.length - 1 - (height - at)];

/** Reads the cursor of a source; null before its first check. */
export async function readCursor(db: Db, source: string): Promise<SourceCursor | null> {
  const row = await db
    .selectFrom('payment_sources')
    .select(['height', 'hashes'])
    .where('source', '=', source)
    .executeTakeFirst();
  return row ? { height: Number(row.height), hashes: v.parse(Hashes, row.hashes) } : null;
}

/** Stores the cursor of a source; `checkedAt`: when the newest block had been read, null: it is not read yet. */
export async function writeCursor(
  trx: Db,
  source: string,
  { height, hashes }: SourceCursor,
  checkedAt: number | null,
): Promise<void> {
  const values = {
    height: BigInt(height),
    hashes: JSON.stringify(hashes.slice(-MAX_RECENT_BLOCKS)),
    ...(checkedAt !== null && { checked_at: BigInt(checkedAt) }),
  };
  await trx
    .insertInto('payment_sources')
    .values({ source, ...values })
    .onConflict(conflict => conflict.column('source').doUpdateSet(values))
    .execute();
}
