/** Work done over and over while the server runs; `stop` waits for the round under way. */
export interface BackgroundJob {
  start: () => void;
  stop: () => Promise<void>;
}

/** Runs `task`, waits `intervalMs` of real time, runs it again. `onError` gets the error of a run that threw. */
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
