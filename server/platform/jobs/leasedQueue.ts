import { sql, type RawBuilder, type SelectQueryBuilder, type UpdateObject } from 'kysely';
import { isAnyOf } from '../database/columnConditions.ts';
import type { DatabaseSchema, Db } from '../database/schema.ts';

/** A message in one of its attempts. While it is leased, no other process has the same number. */
interface MessageAttempt {
  id: bigint;
  attempts: bigint;
}

/** Each has the columns `id`, `attempts` and `next_at`: when a message is due, milliseconds. */
type QueueTable = 'mail' | 'telegram_messages' | 'webhook_deliveries';

interface QueueOptions<Column> {
  /** Columns that are null until a message was sent or given up. Without them such a message is deleted. */
  endColumns?: readonly Column[];
  /** Messages with the same values in these columns are sent one after another, in the order of their ids. */
  orderColumns?: readonly Column[];
}

/**
 * Creates the queries of a table of messages that several processes send, at least once each. A process leases a message
 * by counting its attempt and moving `next_at` to the end of the lease. `update`, `release` and `delete` change a message
 * only if no other process has counted an attempt since.
 */
export function createLeasedQueue<Table extends QueueTable>(
  name: Table,
  { endColumns = [], orderColumns = [] }: QueueOptions<keyof DatabaseSchema[Table] & string>,
) {
  type Values = UpdateObject<DatabaseSchema, Table>;
  // For the types: the queries below use only the common columns.
  const table = name as 'telegram_messages';
  const and = (conditions: readonly unknown[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`;
  const listPending = (of: string) => endColumns.map(column => sql`${sql.ref(`${of}.${column}`)} is null`);
  const isEarlier = and([
    ...orderColumns.map(column => sql`${sql.ref(`earlier.${column}`)} = ${sql.ref(`${table}.${column}`)}`),
    sql`earlier.id < ${sql.ref(`${table}.id`)}`,
    ...listPending('earlier'),
  ]);
  const isFirst = sql<boolean>`not exists (select 1 from ${sql.table(table)} as earlier where ${isEarlier})`;

  /** Runs a statement for the messages of each number of attempts, with the condition that they are pending in these. */
  async function forEachAttempt(
    db: Db,
    messages: readonly MessageAttempt[],
    run: (isAttempt: RawBuilder<boolean>, attempts: bigint) => Promise<unknown>,
  ): Promise<void> {
    // In the same order in all processes, so that they do not wait for each other's rows.
    const groups = [...Map.groupBy(messages, message => message.attempts)];
    for (const [attempts, group] of groups.toSorted(([a], [b]) => Number(a - b))) {
      const ids = group.map(({ id }) => id);
      await run(and([isAnyOf(db, 'id', ids), sql`attempts = ${attempts}`, ...listPending(table)]), attempts);
    }
  }

  /** Changes messages that are pending in these attempts. Returns their ids. */
  async function update(
    db: Db,
    messages: readonly MessageAttempt[],
    getValues: (attempts: bigint) => Values,
  ): Promise<Set<bigint>> {
    const ids = new Set<bigint>();
    await forEachAttempt(db, messages, async (isAttempt, attempts) => {
      const values = getValues(attempts) as UpdateObject<DatabaseSchema, typeof table>;
      const rows = await db.updateTable(table).set(values).where(isAttempt).returning('id').execute();
      for (const { id } of rows) ids.add(id);
    });
    return ids;
  }

  return {
    update,

    /** Selects the messages that are due and wait for no earlier one, those due for the longest time first. */
    selectDue(db: Db, now: number) {
      const due = db
        .selectFrom(table)
        .where(and([...listPending(table), sql`next_at <= ${BigInt(now)}`]))
        .orderBy('next_at')
        .orderBy('id');
      const query = orderColumns.length > 0 ? due.where(isFirst) : due;
      return query as unknown as SelectQueryBuilder<DatabaseSchema, Table, object>;
    },

    /** Leases messages, and returns those that no other process has leased since, as given, with the attempt counted. `getValues`: with the end of the lease. */
    async lease<Message extends MessageAttempt>(
      db: Db,
      messages: readonly Message[],
      getValues: (attempts: bigint) => Values & { next_at: bigint },
    ): Promise<Message[]> {
      const ids = await update(db, messages, before => ({
        ...getValues(before + 1n),
        attempts: before + 1n,
      }));
      return messages.flatMap(message =>
        ids.has(message.id) ? { ...message, attempts: message.attempts + 1n } : [],
      );
    },

    /** Returns the leases of attempts that were not made: they do not count. */
    release: (db: Db, messages: readonly MessageAttempt[], dueAt: bigint | RawBuilder<bigint>) =>
      update(db, messages, attempts => ({ attempts: attempts - 1n, next_at: dueAt }) as unknown as Values),

    /** Deletes messages that are pending in these attempts. */
    delete: (db: Db, messages: readonly MessageAttempt[]) =>
      forEachAttempt(db, messages, isAttempt => db.deleteFrom(table).where(isAttempt).execute()),
  };
}
