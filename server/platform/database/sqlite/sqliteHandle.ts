import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';

/** How long a statement waits for another process's write, milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;

/** Maximum number of cached statements per connection; the program has fewer. */
const MAX_PREPARED_STATEMENTS = 500;

/** Opens a connection whose commits are on disk when they return. */
export function openConnection(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  return database;
}

interface PreparedStatement {
  statement: StatementSync;
  /** Whether the statement returns rows. */
  hasRows: boolean;
}

/** One real connection and its prepared statements. */
export class SqliteHandle {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, PreparedStatement>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  exec(text: string) {
    this.database.exec(text);
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, hasRows } = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (hasRows) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(text: string): PreparedStatement {
    const cached = this.#statements.get(text);
    if (cached) return cached;
    const statement = this.database.prepare(text);
    statement.setReadBigInts(true);
    const prepared = { statement, hasRows: statement.columns().length > 0 };
    if (this.#statements.size >= MAX_PREPARED_STATEMENTS) this.#statements.clear();
    this.#statements.set(text, prepared);
    return prepared;
  }
}
