import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { StartError } from './start-error.ts';

/** Name of the embedded database's file in DATA_DIR. */
const FILE = 'exchange.db';

/** Marks a file as ours (PRAGMA application_id); "Rzmn" in ASCII. */
const APPLICATION_ID = 0x527a6d6e;

/** How long a write waits for another process (the operator's command line), milliseconds. */
const BUSY_TIMEOUT = 5000;

/** The file's path; refuses one that is corrupt or somebody else's before a byte of it is changed. */
export function locate(dataDir: string): string {
  const file = join(dataDir, FILE);
  try {
    mkdirSync(dataDir, { recursive: true });
    if (!existsSync(file) || statSync(file).size === 0) {
      closeSync(openSync(file, 'a'));
      // Requisites and e-mails live here: nobody else on the machine reads them.
      chmodSync(file, 0o600);
      return file;
    }
    const header = Buffer.alloc(16);
    const handle = openSync(file, 'r');
    readSync(handle, header, 0, 16, 0);
    closeSync(handle);
    if (header.toString('latin1') !== 'SQLite format 3\0')
      throw new StartError(
        `${file} is not a SQLite database; it was left as it is. Move it away or set another DATA_DIR.`,
      );
    examine(file);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${file} cannot be used: ${reason(error)}; it was left as it is.`, { cause: error });
  }
  return file;
}

function examine(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT });
  try {
    const mark = database.prepare('PRAGMA application_id').get()?.['application_id'];
    const tables = database
      .prepare(`SELECT count(*) AS n FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'`)
      .get()?.['n'];
    if (mark !== APPLICATION_ID && tables !== 0)
      throw new StartError(
        `${file} belongs to another program; it was left as it is. Move it away or set another DATA_DIR.`,
      );
    const [check] = database.prepare('PRAGMA quick_check(1)').all();
    const said = check && Object.values(check)[0];
    if (said !== 'ok')
      throw new StartError(
        `${file} is corrupt (${String(said).replaceAll('\n', ' ')}); it was left as it is. Restore it from a backup.`,
      );
  } finally {
    database.close();
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error);
}

/** Kysely over node:sqlite: every integer a bigint, one writer at a time, readers beside it (WAL). */
export function dialect(file: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(file),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/**
 * node:sqlite runs statements synchronously, so a writer that waited inside SQLite for another one of this process
 * would stop the event loop that the other one needs. Writers therefore queue here, before they reach SQLite.
 */
class SqliteDriver implements Driver {
  readonly #file: string;
  readonly #idle: Connection[] = [];
  readonly #all: Connection[] = [];
  readonly #writers = new Queue();

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {
    const connection = await this.acquireConnection();
    connection.run(`PRAGMA application_id = ${APPLICATION_ID}`);
    await this.releaseConnection(connection);
  }

  async acquireConnection(): Promise<Connection> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    const connection = new Connection(this.#file, this.#writers);
    this.#all.push(connection);
    return connection;
  }

  async beginTransaction(connection: Connection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: Connection): Promise<void> {
    connection.end('COMMIT');
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    connection.end('ROLLBACK');
  }

  async releaseConnection(connection: Connection): Promise<void> {
    this.#idle.push(connection);
  }

  async destroy(): Promise<void> {
    for (const connection of this.#all.splice(0)) connection.close();
    this.#idle.length = 0;
  }
}

class Connection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #writers: Queue;
  #leave: (() => void) | null = null;

  constructor(file: string, writers: Queue) {
    this.#database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, readBigInts: true });
    // FULL: a 201 means that the claim survives a power cut.
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
    this.#writers = writers;
  }

  run(statement: string): void {
    this.#database.exec(statement);
  }

  async begin(): Promise<void> {
    const leave = await this.#writers.enter();
    try {
      // IMMEDIATE: a read that turns into a write later could otherwise be refused half-way.
      this.#database.exec('BEGIN IMMEDIATE');
    } catch (error) {
      leave();
      throw error;
    }
    this.#leave = leave;
  }

  end(how: 'COMMIT' | 'ROLLBACK'): void {
    try {
      this.#database.exec(how);
      this.#finish();
    } catch (error) {
      // A failed COMMIT is rolled back by Kysely next; a failed ROLLBACK has already happened inside SQLite.
      if (how === 'ROLLBACK') this.#finish();
      else throw error;
    }
  }

  #finish(): void {
    this.#leave?.();
    this.#leave = null;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#leave || SelectQueryNode.is(query.query)) return this.#execute(query);
    const leave = await this.#writers.enter();
    try {
      return this.#execute(query);
    } finally {
      leave();
    }
  }

  #execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const statement = this.#database.prepare(sql);
    const values = parameters as readonly SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('streaming is not used on SQLite');
  }

  close(): void {
    this.#database.close();
  }
}

/** First come, first served; `enter` answers when it is one's turn, with the function that leaves. */
class Queue {
  #tail: Promise<void> = Promise.resolve();

  async enter(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#tail;
    this.#tail = promise;
    await before;
    return resolve;
  }
}
