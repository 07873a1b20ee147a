import type { Kysely, Transaction } from 'kysely';
import { EXCHANGE_LOCK } from '../database/rowLocks.ts';
import { runInTransaction } from '../database/runInTransaction.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import type { CommandResult, OperatorContext } from './operatorCommand.ts';

/** A change by an operator. It contains no requisites and no e-mail. */
export interface AuditEntry {
  command: string;
  /** What was changed: a claim's or verification's id, a pair, a currency, a path, or the kind of a letter. */
  target: string;
  detail: Readonly<Record<string, string | null>>;
}

/** Writes an entry to the append-only audit log, with its author and time. `trx` is the transaction of the change. */
export async function writeAuditEntry(
  { actor, now }: Pick<OperatorContext, 'actor' | 'now'>,
  trx: Kysely<DatabaseSchema>,
  { command, target, detail }: AuditEntry,
): Promise<void> {
  await trx
    .insertInto('operator_changes')
    .values({ actor, command, target, detail: JSON.stringify(detail), at: BigInt(now()) })
    .execute();
}

/** Carries a failure out of the transaction that it rolls back. */
class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly result: CommandResult;

  constructor(result: CommandResult) {
    super('the command failed');
    this.result = result;
  }
}

/** Runs a change and writes its audit entry in one transaction; neither, if the change returns a failure. */
export async function changeWithAudit(
  context: OperatorContext,
  change: (trx: Transaction<DatabaseSchema>) => Promise<CommandResult & { entry?: AuditEntry }>,
): Promise<CommandResult> {
  const run = async (trx: Transaction<DatabaseSchema>) => {
    const { entry, ...result } = await change(trx);
    if (!result.ok) throw new CommandFailure(result);
    if (entry) await writeAuditEntry(context, trx, entry);
    return result;
  };
  try {
    return await runInTransaction(context.db, run, [EXCHANGE_LOCK]);
  } catch (error) {
    if (error instanceof CommandFailure) return error.result;
    throw error;
  }
}
