import type { Logger } from 'pino';

/** Work that continues after the response to its request. */
export interface BackgroundTasks {
  /** Starts a task; a failure is logged as “Cannot …” with this description. */
  run(description: string, task: () => Promise<unknown>): void;
  /** Resolves when no task is running. Never rejects. */
  finish(): Promise<void>;
}

/** Creates the tasks of a process. The process finishes them before it closes its database. */
export function createBackgroundTasks(log: Logger): BackgroundTasks {
  const running = new Set<Promise<void>>();
  return {
    run(description, task) {
      const done = task()
        .then(
          () => undefined,
          (error: unknown) => log.error({ err: error }, `Cannot ${description}`),
        )
        .finally(() => running.delete(done));
      running.add(done);
    },
    async finish() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
