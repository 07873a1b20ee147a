import { formatInstantOrNull } from '#server/platform/formatInstant.ts';
import type { OperatorChangeRow } from '#server/platform/database/serverRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { selectRows } from './selectRows.ts';
import type { OperatorContext } from './operatorContext.ts';

/** A change by an operator. It contains no requisites and no e-mail of a client. */
export interface AuditEntry {
  command: string;
  /** The changed object: a claim's or verification's id, a pair, a currency, a path, or the kind of an e-mail. */
  target: string;
  /** The old and the new value. */
  detail: Readonly<Record<string, string | null>>;
}

/** Who makes a change, and when. */
export type AuditContext = Pick<OperatorContext, 'actor' | 'network' | 'now'>;

/** Writes an entry to the append-only audit log, with its author, network and time. `trx` is the transaction of the change. */
export async function writeAuditEntry(
  { actor, network = '', now }: AuditContext,
  trx: Db,
  { command, target, detail }: AuditEntry,
): Promise<void> {
  await trx
    .insertInto('operator_changes')
    .values({ actor, command, target, detail: JSON.stringify(detail), at: BigInt(now()), network })
    .execute();
}

/** Who made the newest of these changes, and when; nulls without one. */
export async function findAuthor(changes: ReturnType<typeof selectRows<'operator_changes'>>) {
  return formatAuthor(await changes.orderBy('id', 'desc').executeTakeFirst());
}

/** Who made a change, and when; nulls without one. */
export const formatAuthor = (change?: Pick<OperatorChangeRow, 'actor' | 'at'>) => ({
  by: change?.actor ?? null,
  at: formatInstantOrNull(change?.at ?? null),
});
