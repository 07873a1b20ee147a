import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import type { Db, DialectName } from './schema.ts';

/** An exclusive right of one process at a time, for example to poll a price source. */
export interface Lease {
  /** Purpose, for example `rates.binance`. */
  name: string;
  /** Identifies the process: host, process id, and a random part. */
  holder: string;
  /** Time without renewal after which another process may acquire it, milliseconds. */
  durationMs: number;
}

/** Default duration of a lease, milliseconds. */
const LEASE_DURATION_MS = 6_000;

/** Milliseconds since 1970 UTC: on PostgreSQL the time of evaluation, not of the transaction's start. */
const DATABASE_CLOCKS: Readonly<Record<DialectName, RawBuilder<bigint>>> = {
  sqlite: sql<bigint>`cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: sql<bigint>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
};

/** Creates the description of a lease for this process. It is not acquired. */
export function createLease(name: string, durationMs = LEASE_DURATION_MS): Lease {
  return { name, holder: `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`, durationMs };
}

/**
 * Acquires the lease, or renews it. Returns whether this process now has it for `durationMs`. It is one statement, so
 * only one of several processes gets a free lease. Rejects if the database cannot be written.
 */
export async function acquireLease(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  { name, holder, durationMs }: Lease,
): Promise<boolean> {
  const now = DATABASE_CLOCKS[dialect];
  const expiresAt = sql<bigint>`${now} + ${BigInt(durationMs)}`;
  const rows = await db
    .insertInto('leases')
    .values({ name, holder, expires_at: expiresAt })
    .onConflict(conflict =>
      conflict
        .column('name')
        // Not `excluded.expires_at`: PostgreSQL computes that before it waits for the row's lock.
        .doUpdateSet({ holder, expires_at: expiresAt })
        .where(({ eb, or }) =>
          or([
            eb('leases.holder', '=', holder),
            eb('leases.expires_at', '<=', now),
            // True after the database's clock was set back.
            eb('leases.expires_at', '>', expiresAt),
          ]),
        ),
    )
    .returning('name')
    .execute();
  return rows.length > 0;
}

/**
 * Locks the lease until the end of the transaction, and returns whether this process still has it. The writes of the
 * transaction precede all writes of a later holder. An expired lease without a later holder still counts.
 */
export async function lockLease(trx: Db, { name, holder }: Pick<Lease, 'name' | 'holder'>): Promise<boolean> {
  const rows = await trx
    .updateTable('leases')
    .set({ holder })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .returning('name')
    .execute();
  return rows.length > 0;
}

/** Releases the lease if this process has it, so that another one can acquire it at once. */
export async function releaseLease(db: Db, { name, holder }: Pick<Lease, 'name' | 'holder'>): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
}
