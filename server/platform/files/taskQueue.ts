/** Runs tasks one after another. */
export interface TaskQueue {
  /** Whether so many tasks wait that no further one should be added. */
  isFull: () => boolean;
  /** Runs a task after all earlier ones. */
  run: <T>(task: () => Promise<T>) => Promise<T>;
}

/** Creates an empty queue. Between two tasks the process handles other events. */
export function createTaskQueue(maxWaiting: number): TaskQueue {
  let lastTurn = Promise.resolve();
  let taskCount = 0;
  return {
    // One of the tasks is running.
    isFull: () => taskCount > maxWaiting,
    async run(task) {
      const turn = lastTurn;
      const { promise, resolve } = Promise.withResolvers<void>();
      lastTurn = promise;
      taskCount++;
      try {
        await turn;
        return await task();
      } finally {
        taskCount--;
        setImmediate(resolve);
      }
    },
  };
}
