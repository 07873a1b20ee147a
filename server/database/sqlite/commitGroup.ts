import type { SqliteHandle } from './sqliteHandle.ts';

/** Largest number of transactions with a common commit. */
const MAX_GROUP_SIZE = 32;

/** After this time, milliseconds, a group takes no further transaction: its first one waits for the commit. */
const MAX_GROUP_AGE_MS = 10;

/**
 * Runs transactions one after another on one connection. Those that follow each other directly share a commit, because
 * each commit waits for the disk: the first one's BEGIN stays open, and the others are savepoints in it.
 */
export class CommitGroup {
  readonly #handle: SqliteHandle;
  readonly #onCommit: () => void;
  /** Transactions that have ended and wait for the commit. */
  #ended: PromiseWithResolvers<void>[] = [];
  #openedAt = 0;

  /** `onCommit` is called after every commit. */
  constructor(handle: SqliteHandle, onCommit: () => void) {
    this.#handle = handle;
    this.#onCommit = onCommit;
  }

  /** Begins a transaction. */
  begin(): void {
    this.#handle.exec(this.#ended.length === 0 ? 'begin immediate' : 'savepoint follower');
  }

  /** Runs statements of the transaction. */
  run<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      // SQLite itself rolls back on some errors (a full disk), also the transactions that have ended.
      if (!this.#handle.database.isTransaction) this.#takeEnded().forEach(({ reject }) => reject(error));
      throw error;
    }
  }

  /** Ends the transaction. Resolves when it is on disk. If another one follows, the commit may be left to that. */
  commit(isFollowed: boolean): Promise<void> {
    if (this.#ended.length === 0) this.#openedAt = performance.now();
    else this.#handle.exec('release follower');
    const ended = Promise.withResolvers<void>();
    this.#ended.push(ended);
    const isFull =
      this.#ended.length >= MAX_GROUP_SIZE || performance.now() - this.#openedAt > MAX_GROUP_AGE_MS;
    if (!isFollowed || isFull) this.#commitEnded();
    return ended.promise;
  }

  /** Undoes the transaction, but none that has ended. */
  rollback(isFollowed: boolean): void {
    if (this.#handle.database.isTransaction)
      this.#handle.exec(this.#ended.length === 0 ? 'rollback' : 'rollback to follower; release follower');
    this.leave(isFollowed);
  }

  /** Commits what has ended, unless another transaction follows. */
  leave(isFollowed: boolean): void {
    if (!isFollowed && this.#ended.length > 0) this.#commitEnded();
  }

  #commitEnded(): void {
    try {
      this.#handle.exec('commit');
    } catch (error) {
      if (this.#handle.database.isTransaction) this.#handle.exec('rollback');
      this.#takeEnded().forEach(({ reject }) => reject(error));
      return;
    }
    this.#onCommit();
    this.#takeEnded().forEach(({ resolve }) => resolve());
  }

  #takeEnded(): PromiseWithResolvers<void>[] {
    return this.#ended.splice(0);
  }
}
