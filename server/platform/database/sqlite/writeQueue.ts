import { startTimer } from '../../serverEvents.ts';
import { DatabaseBusyError } from '../databaseError.ts';

/** Maximum number of waiting transactions and writes; further ones are refused at once. */
const MAX_WAITING_WRITES = 200;

/** The queue for the writing connection: one transaction or write at a time, in the order of arrival. */
export class WriteQueue {
  /** Settles when the connection is free. */
  #lastTurn: Promise<void> = Promise.resolve();
  #waiting = 0;
  #used = 0;

  /** Whether a caller waits for the connection. */
  get hasWaiting(): boolean {
    return this.#waiting > 0;
  }

  /** Waits for the connection and returns the function that releases it. DatabaseBusyError if too many callers wait. */
  async acquire(): Promise<() => void> {
    if (this.#waiting >= MAX_WAITING_WRITES) throw new DatabaseBusyError();
    const previousTurn = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = promise;
    this.#waiting++;
    const endTimer = startTimer('connectionAwaited');
    await previousTurn;
    endTimer?.({ pool: 'writes' });
    this.#waiting--;
    this.#used = 1;
    return () => {
      this.#used = 0;
      // The next turn waits for the event loop, so that a long queue does not delay reads.
      setImmediate(resolve);
    };
  }

  getUsage() {
    return { used: this.#used, idle: 1 - this.#used, max: 1, waiting: this.#waiting };
  }
}
