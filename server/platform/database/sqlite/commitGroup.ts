import type { SqliteHandle } from './sqliteHandle.ts';

/** Largest number of transactions with a common commit. */
const MAX_GROUP_SIZE = 32;

/** Maximum age of a group that accepts further transactions, milliseconds: its first one waits for the commit. */
const MAX_GROUP_AGE_MS = 10;

/**
 * Runs transactions one after another on one connection. Consecutive ones share a commit, because each commit waits for
 * the disk: the BEGIN of the first one stays open, and the others are savepoints in it. A transaction reads the writes
 * of the ones before it, so it ends only when those are on disk, even if it was rolled back itself.
 */
export class CommitGroup {
  readonly #handle: SqliteHandle;
  readonly #onCommit: () => void;
  readonly #elapsed: () => number;
  /** Transactions that have ended and wait for the commit. */
  #ended: PromiseWithResolvers<void>[] = [];
  #openedAt = 0;
  /** Whether a transaction is running. */
  #isActive = false;
  /** The error that made SQLite roll everything back; the running transaction can only be rolled back. */
  #fatalError: unknown = null;

  /** `onCommit` is called after every commit. `elapsed`: a monotonic clock, milliseconds. */
  constructor(handle: SqliteHandle, onCommit: () => void, elapsed = () => performance.now()) {
    this.#handle = handle;
    this.#onCommit = onCommit;
    this.#elapsed = elapsed;
  }

  /** Begins a transaction. */
  begin(): void {
    this.#handle.exec(this.#ended.length === 0 ? 'begin immediate' : 'savepoint follower');
    this.#isActive = true;
  }

  /** Runs statements of the transaction. */
  run<T>(work: () => T): T {
    if (this.#fatalError !== null) throw this.#fatalError;
    try {
      return work();
    } catch (error) {
      // On some errors (a full disk) SQLite itself rolls back, including the transactions that have ended.
      if (!this.#handle.database.isTransaction) {
        this.#fatalError = error;
        this.#rejectEnded(error);
      }
      throw error;
    }
  }

  /** Ends the transaction. Resolves when it is on disk. If another one follows, that one may do the commit. */
  commit(isFollowed: boolean): Promise<void> {
    if (this.#fatalError !== null) throw this.#fatalError;
    if (this.#ended.length > 0) this.#handle.exec('release follower');
    this.#isActive = false;
    return this.#waitForCommit(isFollowed);
  }

  /** Undoes the transaction, but none that has ended. Resolves when those are on disk, and rejects if that fails. */
  async rollback(isFollowed: boolean): Promise<void> {
    this.#isActive = false;
    this.#fatalError = null;
    if (!this.#handle.database.isTransaction) return;
    if (this.#ended.length === 0) return this.#handle.exec('rollback');
    try {
      this.#handle.exec('rollback to follower; release follower');
    } catch (error) {
      this.#rollBackAll(error);
      throw error;
    }
    return this.#waitForCommit(isFollowed);
  }

  /** Commits the ended transactions, unless another one follows. */
  leave(isFollowed: boolean): void {
    if (!isFollowed && this.#ended.length > 0) this.#commitEnded();
  }

  /** Rolls a running transaction back and commits the ended ones. After that the connection may be closed. */
  close(): void {
    if (this.#ended.length === 0) return;
    if (this.#isActive) this.#handle.exec('rollback to follower; release follower');
    this.#commitEnded();
  }

  #waitForCommit(isFollowed: boolean): Promise<void> {
    if (this.#ended.length === 0) this.#openedAt = this.#elapsed();
    const ended = Promise.withResolvers<void>();
    this.#ended.push(ended);
    const isFull =
      this.#ended.length >= MAX_GROUP_SIZE || this.#elapsed() - this.#openedAt > MAX_GROUP_AGE_MS;
    if (!isFollowed || isFull) this.#commitEnded();
    return ended.promise;
  }

  #commitEnded(): void {
    try {
      this.#handle.exec('commit');
    } catch (error) {
      this.#rollBackAll(error);
      return;
    }
    this.#onCommit();
    for (const { resolve } of this.#ended.splice(0)) resolve();
  }

  #rollBackAll(error: unknown): void {
    if (this.#handle.database.isTransaction) this.#handle.exec('rollback');
    this.#rejectEnded(error);
  }

  #rejectEnded(error: unknown): void {
    for (const { reject } of this.#ended.splice(0)) reject(error);
  }
}
