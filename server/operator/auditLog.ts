import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../database/schema.ts';

/** What an operator changed, by which command; no requisites, no e-mail. */
export interface AuditEntry {
  command: string;
  /** The claim, verification, pair or currency. */
  target: string;
  detail: Readonly<Record<string, string | null>>;
  /** Milliseconds. */
  at: number;
}

/** Notes an operator's change for ever; `trx` is the transaction of the change. */
export async function writeAuditEntry(
  trx: Kysely<DatabaseSchema>,
  { command, target, detail, at }: AuditEntry,
): Promise<void> {
  await trx
    .insertInto('operator_changes')
    .values({ command, target, detail: JSON.stringify(detail), at: BigInt(at) })
    .execute();
}
