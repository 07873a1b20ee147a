/** A task that repeats while the server runs. `stop` waits for the current run. */
export interface BackgroundJob {
  start: () => void;
  stop: () => Promise<void>;
}

/** Runs `task` repeatedly, with `intervalMs` of real time between runs. `onError` receives what a run threw. */
export function createBackgroundJob(
  intervalMs: number,
  task: () => Promise<unknown>,
  onError: (error: unknown) => void,
): BackgroundJob {
  let timer: NodeJS.Timeout | undefined;
  let currentRun = Promise.resolve();
  let isStopped = true;
  const runTask = async () => {
    try {
      await task();
    } catch (error) {
      onError(error);
    }
    scheduleNext();
  };
  const scheduleNext = () => {
    if (!isStopped) timer = setTimeout(() => (currentRun = runTask()), intervalMs);
  };
  return {
    start() {
      isStopped = false;
      scheduleNext();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await currentRun;
    },
  };
}
