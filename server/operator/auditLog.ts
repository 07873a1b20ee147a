import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../database/schema.ts';

/** A change by an operator. It contains no requisites and no e-mail. */
export interface AuditEntry {
  command: string;
  /** What was changed: a claim's or verification's id, a pair, a currency or a path. */
  target: string;
  detail: Readonly<Record<string, string | null>>;
  /** The time of the change, milliseconds. */
  at: number;
}

/** Writes an entry to the append-only audit log. `trx` is the transaction of the change. */
export async function writeAuditEntry(
  trx: Kysely<DatabaseSchema>,
  { command, target, detail, at }: AuditEntry,
): Promise<void> {
  await trx
    .insertInto('operator_changes')
    .values({ command, target, detail: JSON.stringify(detail), at: BigInt(at) })
    .execute();
}
